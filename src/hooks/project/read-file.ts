import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { parseJson } from '../protocol/json';
import { shownSize } from './text';
import { attempt, codeOf } from './functions';

/*
 * The one way to read a file that a repository, a payload or another program supplies. The file is opened without
 * waiting (a pipe has no writer), read only if it is a regular file (a device never ends), and only up to a size.
 */

type FileReading =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly stats: Stats }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly problem: string };

interface ReadLimits {
  /** A larger file is not read at all. */
  readonly maxBytes?: number;
  /** Read only this much, from the end of the file; it may be of any size. */
  readonly lastBytes?: number;
  /** Read only this much, from the start of the file; it may be of any size. */
  readonly firstBytes?: number;
  /** Do not open a symbolic link. */
  readonly noLink?: boolean;
}

const usualLimit = 16 * 1024 * 1024;

export function readFile(
  file: string | Buffer,
  { maxBytes = usualLimit, lastBytes, firstBytes, noLink = false }: ReadLimits = {},
): FileReading {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | (noLink ? constants.O_NOFOLLOW : 0));
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing' }
      : { kind: 'unreadable', problem: `it cannot be opened (${code ?? 'unknown error'})` };
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { kind: 'unreadable', problem: 'it is not a plain file' };
    if (firstBytes !== undefined) {
      const bytes = readAt(handle, 0, Math.min(stats.size, firstBytes));
      return { kind: 'bytes', bytes, stats };
    }
    if (lastBytes === undefined && stats.size > maxBytes) {
      return { kind: 'unreadable', problem: `it is larger than ${shownSize(maxBytes)}` };
    }
    const length = Math.min(stats.size, lastBytes ?? stats.size);
    return { kind: 'bytes', bytes: readAt(handle, stats.size - length, length), stats };
  } catch (error) {
    return { kind: 'unreadable', problem: `it cannot be read (${codeOf(error) ?? 'unknown error'})` };
  } finally {
    closeSync(handle);
  }
}

/** Is there a plain file, links followed? */
export const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Is there a file that may be run? */
export const isProgram = (file: string): boolean =>
  attempt(() => {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  }) ?? false;

export function readBytes(file: string, limits?: ReadLimits): Buffer | undefined {
  const reading = readFile(file, limits);
  return reading.kind === 'bytes' ? reading.bytes : undefined;
}

/** The text of a file; undefined if it is missing or cannot be read. */
export const readText = (file: string, limits?: ReadLimits): string | undefined =>
  readBytes(file, limits)?.toString('utf8');

/** The JSON value of a file; undefined if the file is missing or holds no JSON. */
export function readJson(file: string, limits?: ReadLimits): unknown {
  const text = readText(file, limits);
  return text === undefined ? undefined : parseJson(text);
}

/** The files of /proc say that they are empty; the list of all connections is the longest that is read. */
const procSize = 4 * 1024 * 1024;
const procPiece = 4_096;

function readAt(handle: number, start: number, stated: number): Buffer {
  if (stated === 0) return readUnsized(handle);
  const bytes = Buffer.allocUnsafe(stated);
  let done = 0;
  while (done < stated) {
    const size = readSync(handle, bytes, done, stated - done, start + done);
    if (size === 0) return bytes.subarray(0, done);
    done += size;
  }
  return bytes;
}

function readUnsized(handle: number): Buffer {
  const pieces: Buffer[] = [];
  for (let done = 0; done < procSize;) {
    const piece = Buffer.allocUnsafe(procPiece);
    const size = readSync(handle, piece, 0, procPiece, done);
    if (size === 0) break;
    pieces.push(piece.subarray(0, size));
    done += size;
  }
  return Buffer.concat(pieces);
}

/** Another one whenever a file may have changed; undefined if there is no file. */
export function stampOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/** When a file's content last changed; 0 if there is no file. */
export const modifiedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When a file last changed by the system's own clock, which no program can set back; 0 if there is no file. */
export const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;

/** The names in a folder; none if there is no such folder, or it cannot be read. */
export const namesIn = (folder: string): readonly string[] => entriesIn(folder).map(({ name }) => name);

/** The paths of what is in a folder. */
export const pathsIn = (folder: string): readonly string[] => namesIn(folder).map((name) => path.join(folder, name));

/** The same with what each name is: a file, a folder, a link. */
export const entriesIn = (folder: string): readonly Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];

/** At most `most` files below a folder, the nearest first, without `node_modules` and links. */
export function filesBelow(folder: string, most: number): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined && files.length < most; at = folders.shift()) {
    for (const entry of entriesIn(at)) {
      const file = path.join(at, entry.name);
      if (entry.isFile()) files.push(file);
      else if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(file);
    }
  }
  return files.slice(0, most);
}

/**
 * Makes a folder and those above it. Node's own recursive form never returns if the system makes no folders and says
 * that the parent is missing, as in /proc.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder && !isFolder(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process made it in the same moment.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

/** Is there a folder, links followed? */
export const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
