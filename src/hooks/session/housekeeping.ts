import { existsSync, lstatSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkOnTheWay, removeFile } from '../state/atomic-file';
import { removeLock } from '../state/lock';
import { inFileName, isPublicState } from '../evidence/public-names';
import { isTracked } from '../project/git-index';
import { deployedBuild } from '../install/deployed-files';
import { readTraces } from '../pipeline/decision-log';
import { namesIn } from '../project/read-file';
import { placeOf } from '../project/place';
import { sessionsAtWork } from './sessions';
import { attempt } from '../project/functions';

/** For how many days after its last change a file is kept, and how many at most: the newest stay. */
interface Kept {
  /** Relative to Gatehouse's home, or to a project's state. */
  readonly folder: string;
  readonly names: RegExp;
  readonly days: number;
  readonly most: number;
}

const draft = /\.tmp-\d+(?:-\w+)?$/;
const damaged = /\.corrupt-[\w-]+$/;
const anyLock = /^[\w.-]+$/;

const inHome: readonly Kept[] = [
  { folder: 'locks', names: anyLock, days: 1, most: 200 },
  { folder: 'told', names: /^[0-9a-f]{12}$/, days: 1, most: 1_000 },
  { folder: 'heartbeat', names: /^\w+\.[\w-]+\.json$/, days: 90, most: 200 },
  { folder: 'cache', names: /^v\d[\w.-]*$/, days: 30, most: 8 },
  { folder: 'runner', names: /^[0-9a-f]{16}$/, days: 30, most: 3 },
  ...['', 'bin', 'runner', 'host'].map((folder) => ({ folder, names: draft, days: 1, most: 20 })),
  { folder: '', names: damaged, days: 30, most: 20 },
];

const inCompiledCode: Kept = { folder: '', names: /^tmp-\d+$/, days: 1, most: 20 };

const inState: readonly Kept[] = [
  { folder: 'told', names: /^[0-9a-f]{12}$/, days: 30, most: 50 },
  { folder: 'locks', names: anyLock, days: 1, most: 200 },
  { folder: '', names: draft, days: 1, most: 20 },
  { folder: '', names: damaged, days: 30, most: 20 },
];

/** Files that sessions leave in a worktree's `.claude`, besides drafts of state files. */
const ofSession = /^\.(?:session-changes|session-decisions|prompt-count)-/;
const inWorktree = { days: 1, most: 200 };

/** A project's state is removed when its folder is gone for some days, or after a long time without calls. */
const projects = { names: /-[0-9a-f]{12}$/, goneDays: 7, days: 180, most: 500 };

const dayMs = 24 * 60 * 60_000;
const markFile = 'housekeeping';

/** Cleaning up after sessions, projects and builds is due once a day. */
export function isHousekeepingDue(home: string, now: number): boolean {
  const last = statSync(path.join(home, markFile), { throwIfNoEntry: false })?.mtimeMs;
  return existsSync(home) && (last === undefined || Math.abs(now - last) >= dayMs);
}

/** Removes what is due, one folder at each step. Yields what was removed there. */
export function* housekeeping(home: string, now: number): Generator<readonly string[], void> {
  mark(home, now);
  const current = deployedBuild(home);
  for (const kept of inHome) {
    yield prune(path.join(home, kept.folder), kept, now, (name) => kept.folder === 'runner' && name === current);
  }
  for (const name of namesIn(path.join(home, 'cache'))) {
    yield prune(path.join(home, 'cache', name), inCompiledCode, now);
  }
  const states = found(path.join(home, 'projects'), projects.names).map((entry) => ({
    ...entry,
    at: Math.max(entry.at, ...found(entry.file, /./).map(({ at }) => at)),
  }));
  for (const [rank, { file, at }] of states.sort((one, other) => other.at - one.at).entries()) {
    yield project(file, now, now - at, rank >= projects.most);
  }
}

/** Removes everything that is due. Returns how many files and folders were removed. */
export function keepHouse(home: string, now: number): number {
  let removed = 0;
  for (const names of housekeeping(home, now)) removed += names.length;
  return removed;
}

/** Set before the work, so that after a crash the next attempt is a day later. */
function mark(home: string, now: number): void {
  try {
    const file = path.join(home, markFile);
    writeFileSync(file, '', { mode: 0o600 });
    utimesSync(file, now / 1000, now / 1000);
  } catch {
    // Without the mark it only runs more often.
  }
}

function project(state: string, now: number, untouchedMs: number, surplus: boolean): readonly string[] {
  const root = readTraces(state, { limit: 1 })[0]?.root;
  const isGone = root !== undefined && !existsSync(root);
  // A person's preferences are kept as long as the folder exists.
  const isStale = (surplus || untouchedMs > projects.days * dayMs) && !namesIn(state).some(isWish);
  if ((isGone && untouchedMs > projects.goneDays * dayMs) || isStale) return remove(state) ? [state] : [];
  const removed = inState.flatMap((kept) => prune(path.join(state, kept.folder), kept, now));
  return root === undefined || isGone ? removed : [...removed, ...worktree(root, state, now)];
}

const isWish = (name: string): boolean => name.endsWith('preferences.json');

/** The public files of a repository that git does not track, no link leads to and no running session uses. */
function worktree(root: string, state: string, now: number): readonly string[] {
  const folder = path.join(root, '.claude');
  if (linkOnTheWay(root, folder) !== undefined) return [];
  const { repository } = placeOf(root);
  const atWork = [...sessionsAtWork(state, now)].map((session) => `-${inFileName(session)}`);
  const isKept = (name: string) =>
    !isPublicState(`.claude/${name}`) ||
    atWork.some((end) => name.endsWith(end)) ||
    isTracked(repository, `.claude/${name}`);
  return [ofSession, draft].flatMap((names) => prune(folder, { folder, names, ...inWorktree }, now, isKept));
}

interface Entry {
  readonly name: string;
  readonly file: string;
  /** The last change, in milliseconds since the epoch. */
  readonly at: number;
}

/** Files and folders in a folder that is no link; what cannot be read is left alone. */
function found(folder: string, names: RegExp): readonly Entry[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stats = names.test(name) ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    return stats === undefined ? [] : [{ name, file, at: stats.mtimeMs }];
  });
}

function prune(
  folder: string,
  { names, days, most, folder: room }: Kept,
  now: number,
  isKept: (name: string) => boolean = () => false,
): readonly string[] {
  const goes = room === 'locks' ? release : remove;
  return found(folder, names)
    .filter(({ name }) => !isKept(name))
    .sort((one, other) => other.at - one.at)
    .filter(({ at }, rank) => rank >= most || now - at >= days * dayMs)
    .flatMap(({ file }) => (goes(file) ? [file] : []));
}

const release = (lock: string): boolean => attempt(() => removeLock(lock)) ?? false;

function remove(file: string): boolean {
  try {
    if (lstatSync(file).isDirectory()) rmSync(file, { recursive: true, force: true });
    else removeFile(file);
    return true;
  } catch {
    // Tried again another day.
    return false;
  }
}
