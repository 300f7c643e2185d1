import path from 'node:path';
import type { Place } from '../project/place';
import { type Format, jsonFormat, rehearsed, type Shape, type StateFile } from './state-file';
import { ignorePublicState, noteMade } from './ignored';
import { isFlagFile, OwnWrites } from './own-writes';
import { announce, sealedFormat } from './seal';
import { believed, wrote } from './sealed-memory';
import { storedFile, type Memory } from './stored-file';
import { isTracked } from './tracked';

const mebibyte = 1024 * 1024;

/** Where state files lie: the worktree's public ones, and Gatehouse's own home with the locks of both. */
export interface StateLocation {
  readonly place: Place;
  readonly home: string;
  /** A rehearsal: changes are worked out and not written. */
  readonly dry?: boolean;
}

/** A state file of the original hooks, at its place in the worktree. */
export function publicFile<T>(location: StateLocation, relative: string, format: Format<T>): StateFile<T> {
  const beforeCreate = () => {
    noteMade(location.home, relative);
    ignorePublicState(location.place.repository);
  };
  return fileAt(
    location,
    relative,
    format,
    beforeCreate,
    isFlagFile(relative) ? new OwnWrites(location.home, relative) : undefined,
  );
}

/** The lock's folder of a state file in the worktree. */
export function lockOf(home: string, relative: string): string {
  return path.join(home, 'locks', relative.replace(/[^\w-]/g, '_'));
}

/** A file below a folder; git is asked whether it tracks it there. */
export function fileAt<T>(
  { place, home, dry }: StateLocation,
  relative: string,
  format: Format<T>,
  beforeCreate: () => void = () => undefined,
  ownWrites?: OwnWrites,
): StateFile<T> {
  const file = storedFile({
    path: path.join(place.root, relative),
    format,
    // Not flushed: a file that a power cut emptied reads as corrupt, which is never a pass.
    placement: { boundary: place.root, mode: 0o644, directoryMode: 0o755, durable: false },
    get lock() {
      return lockOf(home, relative);
    },
    limit: 8 * mebibyte,
    tracked: () => isTracked(place.repository, relative),
    beforeCreate,
    ownWrites,
  });
  return dry === true ? rehearsed(file) : file;
}

export interface OwnOptions {
  readonly durable?: boolean;
  /** Bytes; larger files count as corrupt. */
  readonly limit?: number;
  /** `compact` for large documents that people do not read. */
  readonly layout?: 'readable' | 'compact';
  /** What only Gatehouse may have written: without its seal the document counts as corrupt. */
  readonly sealed?: boolean;
}

/** A JSON document of Gatehouse's own, out of every repository, readable by the person alone. */
export function ownFile<T>(home: string, name: string, schema: Shape<T>, options: OwnOptions = {}): StateFile<T> {
  const plain = name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');
  const file = plain.endsWith('.json') ? plain : `${plain}.json`;
  const format = jsonFormat(schema, options.layout);
  if (options.sealed !== true) return ownTextFile(home, file, format, options);
  return ownTextFile(home, file, sealedFormat(format, home), options, memoryOf(path.join(home, file)));
}

function memoryOf(file: string): Memory {
  return {
    believed: (text) => believed(file, text),
    announce: (text) => announce(file, text),
    wrote: (text) => wrote(file, text),
  };
}

/** The same for another format than JSON. */
export function ownTextFile<T>(
  home: string,
  name: string,
  format: Format<T>,
  { durable = false, limit = 16 * mebibyte }: Omit<OwnOptions, 'layout' | 'sealed'> = {},
  memory?: Memory,
): StateFile<T> {
  return storedFile({
    path: path.join(home, name),
    format,
    placement: { boundary: home, mode: 0o600, directoryMode: 0o700, durable },
    get lock() {
      return path.join(home, 'locks', `own-${name.replace(/[^\w-]/g, '_')}`);
    },
    limit,
    tracked: () => false,
    beforeCreate: () => undefined,
    memory,
  });
}
