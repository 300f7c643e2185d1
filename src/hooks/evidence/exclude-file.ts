import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../project/place';
import { writeWhole } from './atomic-file';
import { readBytes } from '../project/read-file';

/**
 * Changes what this clone alone tells git to ignore; all worktrees of a repository share the file. Names in it may be in
 * any encoding: every byte stands for one character here (`inBytes`), and unchanged ones come back the same.
 * A link in its place is left alone.
 */
export function rewriteExclude({ commonDir }: Repository, change: (text: string) => string): void {
  const file = path.join(commonDir, 'info', 'exclude');
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) return;
  const before = stats === undefined ? '' : readBytes(file)?.toString('latin1');
  if (before === undefined) return;
  const after = change(before);
  if (after === before) return;
  // A file that held our lines alone is one that we made.
  if (after === '') {
    rmSync(file);
    return;
  }
  const placement = { boundary: commonDir, mode: 0o644, directoryMode: 0o755, durable: false };
  writeWhole(file, Buffer.from(after, 'latin1'), placement, () => true);
}

export function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
