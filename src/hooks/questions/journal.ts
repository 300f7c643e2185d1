import { closeSync, constants, fstatSync, openSync, readSync, writeSync, statSync } from 'node:fs';
import path from 'node:path';
import { refuseLinks } from '../state/atomic-file';
import { withLock } from '../state/lock';
import type { Site } from '../pipeline/site';
import { gatehouseHome, personHome, projectHome } from '../project/home';
import { isSetByRepository } from '../configuration/layers';
import { makeFolder, readText } from '../project/read-file';
import type { Place } from '../project/place';
import { isRecord, parseJson, type Fields } from '../protocol/json';

/** A file of one JSON record per line that several programs append to. */
export interface Journal {
  readonly file: string;
  /** Links above it are the person's own; below it none is followed. */
  readonly boundary: string;
  /** The lock's folder. */
  readonly lock: string;
}

/** A hook does not wait longer for its turn than a person would notice. */
const lockWaitMs = 1_000;

/** All records in one write, or none. `wanted` sees the end of the file under the lock, to leave out what is there. */
export async function append(
  { file, boundary, lock }: Journal,
  records: (end: string) => readonly object[],
): Promise<number> {
  return withLock(
    lock,
    () => {
      refuseLinks(boundary, file);
      makeFolder(path.dirname(file));
      const handle = openSync(
        file,
        constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW,
        0o600,
      );
      try {
        const end = endOf(handle, 64 * 1024);
        const lines = records(end).map((record) => `${JSON.stringify(record)}\n`);
        if (lines.length === 0) return 0;
        // A writer that was killed may have left half a line: ours begins on one of its own.
        const joint = end === '' || end.endsWith('\n') ? '' : '\n';
        writeSync(handle, joint + lines.join(''));
        return lines.length;
      } finally {
        closeSync(handle);
      }
    },
    lockWaitMs,
  );
}

/** The records at the end of the file, oldest first. A line that is no JSON object is left out. */
export function recordsAtEnd(
  { file }: Pick<Journal, 'file'>,
  bytes: number,
): readonly Readonly<Record<string, unknown>>[] {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return [];
  }
  try {
    return endOf(handle, bytes).split('\n').flatMap(recordOf);
  } catch {
    return [];
  } finally {
    closeSync(handle);
  }
}

function recordOf(line: string): readonly Fields[] {
  const record = parseJson(line);
  return isRecord(record) ? [record] : [];
}

function endOf(handle: number, bytes: number): string {
  const stats = fstatSync(handle);
  if (!stats.isFile()) throw new Error('the journal is not a plain file');
  const length = Math.min(stats.size, bytes);
  const buffer = Buffer.alloc(length);
  return buffer.toString('utf8', 0, readSync(handle, buffer, 0, length, stats.size - length));
}

type Env = Site['env'];

/** Where preferences and the log of questions lie. Reader and writer ask here, so they cannot differ. */
export interface Layout {
  readonly kind: 'gstack' | 'gatehouse';
  /** Links above it are the person's own; below it none is followed. */
  readonly root: string;
  /** This project's folder. */
  readonly project: string;
  /** The preferences that hold where the project has none. */
  readonly everywhere: string;
}

/** gstack's own folders if a person uses it, otherwise Gatehouse's. */
export function layoutAt(env: Env, place: Place): Layout {
  const gstack = gstackRoot(env, place);
  if (gstack !== undefined) {
    return {
      kind: 'gstack',
      root: gstack,
      project: path.join(gstack, 'projects', slugOf(gstack, place)),
      everywhere: path.join(gstack, 'global-question-preferences.json'),
    };
  }
  const root = gatehouseHome(env);
  return {
    kind: 'gatehouse',
    root,
    project: projectHome(env, mainWorktree(place)),
    everywhere: path.join(root, 'global-question-preferences.json'),
  };
}

function gstackRoot(env: Env, place: Place): string | undefined {
  for (const name of ['GSTACK_STATE_ROOT', 'GSTACK_HOME'] as const) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    // A repository may not bring preferences along by pointing at its own folder.
    if (!isSetByRepository(env, place, name)) return path.resolve(value);
  }
  const usual = path.join(personHome(env), '.gstack');
  return statSync(usual, { throwIfNoEntry: false })?.isDirectory() === true ? usual : undefined;
}

/** gstack's name for the project, from the top of the worktree wherever in it the agent stands. */
function slugOf(root: string, place: Place): string {
  const cached = firstLine(path.join(root, 'slug-cache', place.root.replaceAll('/', '_')));
  const chosen = cached ?? firstLine(path.join(place.root, '.gstack-slug')) ?? ownerAndName(place);
  return cleaned(chosen ?? '') ?? cleaned(path.basename(place.root)) ?? 'unknown';
}

/** Nothing that leads out of the folder of projects. */
function cleaned(text: string): string | undefined {
  const slug = text.replace(/[^\w.-]/g, '');
  return /^\.*$/.test(slug) ? undefined : slug.slice(0, 200);
}

function ownerAndName({ repository }: Place): string | undefined {
  if (repository === undefined) return undefined;
  const config = readText(path.join(repository.commonDir, 'config')) ?? '';
  const section = /^\s*\[remote "origin"\][^\n]*\n((?:(?!\s*\[)[^\n]*\n?)*)/m.exec(config)?.[1] ?? '';
  const url = /^\s*url\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(section)?.[1];
  const [, owner, name] = /[:/]([^/:]+)\/([^/]+?)(?:\.git)?$/.exec(url ?? '') ?? [];
  return owner === undefined || name === undefined ? undefined : `${owner}-${name}`;
}

/** Linked worktrees of one repository share what was answered. */
const mainWorktree = ({ root, repository }: Place): string =>
  repository?.linked === true ? path.dirname(repository.commonDir) : root;

function firstLine(file: string): string | undefined {
  const line = readText(file)?.split('\n', 1)[0]?.trim();
  return line === '' ? undefined : line;
}
