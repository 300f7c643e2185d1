import { existsSync, lstatSync, rmSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../project/make-folder';
import type { Repository } from '../project/place';
import { readBytes, readText } from '../project/read-file';
import { writeWhole } from './atomic-file';
import { ignorePatterns } from './public-names';

const heading = '# Gatehouse: state of the agent, not part of the project';
const temporaryHeading = '# Gatehouse: files that would lie under /tmp';
const temporaryPattern = '/tmp/';

/**
 * Tells git, in this clone alone, to ignore the public state files. What a person wrote there stays. A repository that
 * cannot be written to only means that `git status` shows the files.
 */
export function ignorePublicState(repository: Repository | undefined): void {
  if (repository === undefined) return;
  try {
    rewriteExclude(repository, withPatterns);
  } catch {
    // Said above: nothing depends on it.
  }
}

/** Files under /tmp that were moved into the project do not belong to it. */
export function ignoreTemporaryFolder(repository: Repository | undefined): void {
  if (repository === undefined || !existsSync(repository.commonDir)) return;
  try {
    rewriteExclude(repository, (text) => withLines(text, temporaryHeading, [temporaryPattern]));
  } catch {
    // As above.
  }
}

/** Removes the lines that were added for git; false if the file cannot be changed. */
export function forgetIgnored(repository: Repository): boolean {
  try {
    rewriteExclude(repository, withoutPatterns);
    return true;
  } catch {
    return false;
  }
}

function withoutPatterns(text: string): string {
  const ours = new Set([heading, temporaryHeading, ...ignorePatterns()]);
  const temporary = text.includes(`${temporaryHeading}\n`);
  const lines = text.split('\n').filter((line) => !ours.has(line) && !(temporary && line === temporaryPattern));
  return lines.join('\n');
}

const withPatterns = (text: string): string => withLines(text, heading, ignorePatterns());

function withLines(text: string, heading: string, patterns: readonly string[]): string {
  const present = new Set(text.split(/\r?\n/));
  const missing = patterns.filter((pattern) => !present.has(pattern));
  if (missing.length === 0) return text;
  const head = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = present.has(heading) ? missing : [heading, ...missing];
  return `${head}${lines.join('\n')}\n`;
}

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
