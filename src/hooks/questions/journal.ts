import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { refuseLinks } from '../evidence/atomic-file';
import { withLock } from '../evidence/lock';
import { makeFolder } from '../project/make-folder';

/** A file of one JSON record per line that several programs append to. */
export interface Journal {
  readonly file: string;
  /** Links above it are the person's own; below it none is followed. */
  readonly boundary: string;
  /** The lock's folder. */
  readonly lock: string;
}

/** A hook does not wait longer for its turn than a person would notice. */
const patienceMs = 1_000;

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
    patienceMs,
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

function recordOf(line: string): Readonly<Record<string, unknown>>[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as Readonly<Record<string, unknown>>];
  } catch {
    return [];
  }
}

function endOf(handle: number, bytes: number): string {
  const stats = fstatSync(handle);
  if (!stats.isFile()) throw new Error('the journal is not a plain file');
  const length = Math.min(stats.size, bytes);
  const buffer = Buffer.alloc(length);
  return buffer.toString('utf8', 0, readSync(handle, buffer, 0, length, stats.size - length));
}
