import { appendFileSync, existsSync, lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { execIn } from '../project/exec';
import { runGit } from '../project/git';
import type { Env } from '../project/home';
import { placeOf, type Repository } from '../project/place';
import { makeFolder, readBytes, readText } from '../project/read-file';
import { writeWhole, publicIn } from './atomic-file';
import { ignorePatterns } from '../evidence/public-names';

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
    rewriteExclude(repository, (text) => withLines(text, heading, ignorePatterns()));
  } catch {
    // Nothing else depends on it.
  }
}

/** Files under /tmp that were moved into the project do not belong to it. */
export function ignoreTemporaryFolder(repository: Repository | undefined): void {
  if (repository === undefined || !existsSync(repository.commonDir)) return;
  try {
    rewriteExclude(repository, (text) => withLines(text, temporaryHeading, [temporaryPattern]));
  } catch {
    // Nothing else depends on it.
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
 * any encoding: every byte stands for one character here (latin1), and unchanged ones come back the same.
 * A link in its place is left alone.
 */
function rewriteExclude({ commonDir }: Repository, change: (text: string) => string): void {
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
  writeWhole(file, Buffer.from(after, 'latin1'), publicIn(commonDir, false));
}

const madeFilesList = (home: string): string => path.join(home, 'made-files');

/** Remembers that a public file was not there before Gatehouse made it: leaving takes it away again. */
export function noteMade(home: string, relative: string): void {
  try {
    if (madeFiles(home).includes(relative)) return;
    makeFolder(home);
    appendFileSync(madeFilesList(home), `${relative}\n`, { mode: 0o600 });
  } catch {
    // Then the file stays when Gatehouse leaves.
  }
}

/** The public files of a worktree that Gatehouse made, relative to its top. */
export const madeFiles = (home: string): readonly string[] => [
  ...new Set((readText(madeFilesList(home)) ?? '').split('\n').filter(Boolean)),
];

const settingsHeading = '# Gatehouse: settings of this machine, not part of the project';

/**
 * The agent's settings of this machine alone concern only this person: where git would show the file because we made
 * or changed it, this clone is told not to. Taking our part out takes the line out again. A repository that cannot be
 * written to only means that `git status` shows the file.
 */
export async function settleExclude(file: string, isOurs: boolean, env: Env): Promise<void> {
  if (path.basename(file) !== 'settings.local.json' || path.basename(path.dirname(file)) !== '.claude') return;
  const { repository, root } = placeOf(path.dirname(file));
  if (repository === undefined) return;
  try {
    const pattern = `/${path.relative(root, file).split(path.sep).join('/')}`;
    if (!isOurs) rewriteExclude(repository, (text) => without(text, pattern));
    else if (!(await isIgnored(file, root, env))) rewriteExclude(repository, (text) => withLine(text, pattern));
  } catch {
    // Nothing else depends on it.
  }
}

async function isIgnored(file: string, root: string, env: Env): Promise<boolean> {
  const asked = await runGit(execIn(env), ['check-ignore', '-q', '--', file], { cwd: root, timeoutMs: 3_000 });
  // Any other result: git is missing or refuses to run here.
  return asked.code !== 1;
}

/** A last line without an end stays without one, so that taking ours out gives the same bytes back. */
function withLine(text: string, pattern: string): string {
  const lines = settingsLines(pattern);
  if (text.includes(lines)) return text;
  return text === '' || text.endsWith('\n') ? `${text}${lines}\n` : `${text}\n${lines}`;
}

function without(text: string, pattern: string): string {
  const lines = settingsLines(pattern);
  const whole = text.replace(`${lines}\n`, '');
  return whole !== text ? whole : text.endsWith(`\n${lines}`) ? text.slice(0, -lines.length - 1) : text;
}

const settingsLines = (pattern: string): string =>
  `${settingsHeading}\n${Buffer.from(pattern.replace(/[\\*?[\]! ]/g, '\\$&')).toString('latin1')}`;
