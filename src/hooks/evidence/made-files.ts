import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../project/make-folder';
import { readText } from '../project/read-file';

const bookIn = (home: string): string => path.join(home, 'made-files');

/** Remembers that a public file was not there before Gatehouse made it: leaving takes it away again. */
export function noteMade(home: string, relative: string): void {
  try {
    if (madeFiles(home).includes(relative)) return;
    makeFolder(home);
    appendFileSync(bookIn(home), `${relative}\n`, { mode: 0o600 });
  } catch {
    // Then the file stays when Gatehouse leaves.
  }
}

/** The public files of a worktree that Gatehouse made, relative to its top. */
export function madeFiles(home: string): readonly string[] {
  return [...new Set((readText(bookIn(home)) ?? '').split('\n').filter(Boolean))];
}
