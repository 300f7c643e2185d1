import { isUtf8 } from 'node:buffer';
import { closeSync, fchmodSync, fsyncSync, lstatSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, namesIn, readFile } from '../project/read-file';
import { ActionableError, codeOf } from '../project/functions';

/** Where the name of a file on its way into place begins: `<name>.tmp-…`, so that one ignore pattern covers both. */
const draftMark = '.tmp-';

export interface Placement {
  /** Links above this folder are the person's own; below it none is followed. */
  readonly boundary: string;
  /** The mode of a file that is not there yet; an existing file keeps its own. */
  readonly mode: number;
  readonly directoryMode: number;
  /** Flush to disk before the new content takes the old one's place. */
  readonly durable: boolean;
}

/** A file of Gatehouse's own, which the person alone can read. */
export const privateIn = (boundary: string, durable = true): Placement => ({
  boundary,
  mode: 0o600,
  directoryMode: 0o700,
  durable,
});

/** A file among the project's or the person's own, which others may read. */
export const publicIn = (boundary: string, durable = true): Placement => ({
  boundary,
  mode: 0o644,
  directoryMode: 0o755,
  durable,
});

/** The first symbolic link between the boundary and the file, the file itself included. */
export function linkOnTheWay(boundary: string, file: string): string | undefined {
  const below = path.relative(boundary, file);
  if (below === '' || below.startsWith('..') || path.isAbsolute(below)) return undefined;
  let at = boundary;
  for (const name of below.split(path.sep)) {
    at = path.join(at, name);
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) return at;
  }
  return undefined;
}

/**
 * Puts a text in the place of a file in one step: a reader finds the old content or the new one. Never writes through
 * a link. `stillMine` is asked right before the step; false leaves the file alone and is handed back.
 */
export function writeWhole(
  file: string,
  text: string | Uint8Array,
  placement: Placement,
  stillMine = () => true,
): boolean {
  refuseLinks(placement.boundary, file);
  makeFolder(path.dirname(file), placement.directoryMode);
  const draft = `${file}${draftMark}${String(process.pid)}-${Math.random().toString(36).slice(2)}`;
  try {
    fill(draft, text, placement, modeOf(file));
    if (!stillMine()) {
      removeFile(draft);
      return false;
    }
    renameSync(draft, file);
    return true;
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

export function refuseLinks(boundary: string, file: string): void {
  const link = linkOnTheWay(boundary, file);
  if (link === undefined) return;
  throw new ActionableError(
    `${link} is a symbolic link, and Gatehouse never writes state through links.`,
    'Replace the link with a plain file or folder.',
  );
}

/** A file that may be gone already. Node's `rmSync` loads what it needs for whole folders. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Removes what a writer that was killed left half-way. Only for the holder of the file's lock. */
export function sweepDrafts(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}${draftMark}`;
  for (const name of namesIn(folder)) if (name.startsWith(start)) removeFile(path.join(folder, name));
}

export type RawReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string; readonly mtimeMs: number }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Reads a plain file of bounded size. Links, folders, devices and pipes are not opened. */
export function readWhole(boundary: string, file: string, limit: number): RawReading {
  // Most files are not there, and an error is slow to make.
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' };
  const link = linkOnTheWay(boundary, file);
  if (link !== undefined) return { kind: 'unreadable', problem: `${path.basename(link)} is a symbolic link` };
  const reading = readFile(file, { maxBytes: limit, noLink: true });
  return reading.kind === 'bytes' ? decoded(reading.bytes, reading.stats.mtimeMs) : reading;
}

/** A file that is not UTF-8 text counts as unreadable: a rewrite would damage it. */
function decoded(bytes: Buffer, mtimeMs: number): RawReading {
  if (!isUtf8(bytes)) return { kind: 'unreadable', problem: 'it is not UTF-8 text' };
  return { kind: 'text', text: bytes.toString('utf8'), mtimeMs };
}

function modeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new ActionableError(`${file} is not a plain file.`, 'Move it away, then try again.');
  return stats.mode & 0o777;
}

function fill(draft: string, text: string | Uint8Array, placement: Placement, kept: number | undefined): void {
  const handle = openSync(draft, 'wx', placement.mode);
  try {
    if (kept !== undefined) fchmodSync(handle, kept);
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
    if (placement.durable) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
