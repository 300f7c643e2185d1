import { renameSync } from 'node:fs';
import path from 'node:path';
import type { Place } from '../project/place';
import {
  type Placement,
  readWhole,
  refuseLinks,
  removeFile,
  sweepDrafts,
  writeWhole,
  privateIn,
  publicIn,
} from './atomic-file';
import { ignorePublicState, noteMade } from './git-exclude';
import { type Lease, withLock } from './lock';
import { announce, isFlagFile, OwnWrites, sealedFormat } from './seal';
import { trustedText, rememberWritten } from './sealed-memory';
import { type Format, jsonFormat, type Reading, withoutWrites, type Shape, type StateFile } from './state-file';
import { isTracked } from '../project/git-index';
import { codeOf } from '../project/functions';

const mebibyte = 1024 * 1024;

/** Where state files lie: the worktree's public ones, and Gatehouse's own home with the locks of both. */
export interface StateLocation {
  readonly place: Place;
  readonly home: string;
  /** A dry run: changes are computed, not written. */
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
export const lockOf = (home: string, relative: string): string =>
  path.join(home, 'locks', relative.replace(/[^\w-]/g, '_'));

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
    placement: publicIn(place.root, false),
    get lock() {
      return lockOf(home, relative);
    },
    limit: 8 * mebibyte,
    tracked: () => isTracked(place.repository, relative),
    beforeCreate,
    ownWrites,
  });
  return dry === true ? withoutWrites(file) : file;
}

interface OwnOptions {
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
    trustedText: (text) => trustedText(file, text),
    announce: (text) => announce(file, text),
    rememberWritten: (text) => rememberWritten(file, text),
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
    placement: privateIn(home, durable),
    get lock() {
      return path.join(home, 'locks', `own-${name.replace(/[^\w-]/g, '_')}`);
    },
    limit,
    tracked: () => false,
    beforeCreate: () => undefined,
    memory,
  });
}

interface Storage<T> {
  readonly path: string;
  readonly format: Format<T>;
  readonly placement: Placement;
  /** The lock's folder, in Gatehouse's own home. */
  readonly lock: string;
  /** Larger files are not read. */
  readonly limit: number;
  /** Does git track the file? */
  readonly tracked: () => boolean;
  /** Called before a new file is created. */
  readonly beforeCreate: () => void;
  /** Keeps what Gatehouse wrote, so that a change by anything else is seen. */
  readonly ownWrites?: OwnWrites | undefined;
  /** What this process remembers of the file. */
  readonly memory?: Memory | undefined;
}

/** Tells the texts that Gatehouse wrote from others with a right seal; `undefined` stands for no file. */
interface Memory {
  /** The text that counts, given the current file. */
  trustedText(text: string | undefined): string | undefined;
  /** Tells the process that answers calls of a text that is written next; undefined if none has to be told. */
  announce(text: string): Promise<void> | undefined;
  rememberWritten(text: string | undefined): void;
}

/** Undefined when another process took over and the whole change has to be made again. */
type Attempt<T> = { readonly now: T | undefined } | undefined;

/** A state file as `StateFile` promises it: whole on every read, changed by one process at a time. */
export function storedFile<T>(storage: Storage<T>): StateFile<T> {
  const { path, format, placement } = storage;

  const find = (): { readonly reading: Reading<T>; readonly text?: string } => {
    const raw = readWhole(placement.boundary, path, storage.limit);
    if (raw.kind !== 'missing' && storage.tracked()) return { reading: { kind: 'shipped' } };
    if (raw.kind === 'unreadable') return { reading: { kind: 'corrupt', problem: raw.problem } };
    const [there, mtimeMs] = raw.kind === 'text' ? [raw.text, raw.mtimeMs] : [undefined, 0];
    const text = storage.memory === undefined ? there : storage.memory.trustedText(there);
    if (text === undefined) return { reading: { kind: 'missing' } };
    const value = format.parse(text, mtimeMs);
    if (!value.ok) return { reading: { kind: 'corrupt', problem: value.problem } };
    return { reading: { kind: 'ok', value: value.value }, text };
  };

  const attempt = (lease: Lease, change: (now: T | undefined) => T | undefined): Attempt<T> | Promise<Attempt<T>> => {
    refuseLinks(placement.boundary, path);
    if (lease.inherited) sweepDrafts(path);
    const { reading, text } = find();
    if (reading.kind === 'shipped') return { now: undefined };
    const before = reading.kind === 'ok' ? reading.value : undefined;
    const next = change(before);
    if (next === undefined) return { now: before };
    const printed = format.print(next, text);
    if (printed === text) return { now: next };
    if (reading.kind === 'corrupt') putAside(path);
    if (text === undefined) storage.beforeCreate();
    const write = (): Attempt<T> => {
      storage.ownWrites?.begin(printed);
      if (!writeWhole(path, printed, placement, () => lease.held())) return undefined;
      storage.ownWrites?.settle(printed);
      storage.memory?.rememberWritten(printed);
      return { now: next };
    };
    const told = storage.memory?.announce(printed);
    return told === undefined ? write() : told.then(write);
  };

  return {
    path,
    read: () => find().reading,
    value: () => {
      const { reading } = find();
      return reading.kind === 'ok' ? reading.value : undefined;
    },
    update: async (change) => {
      for (;;) {
        const done = await withLock(storage.lock, (lease) => attempt(lease, change));
        if (done !== undefined) return done.now;
      }
    },
    remove: () =>
      withLock(storage.lock, () => {
        refuseLinks(placement.boundary, path);
        if (find().reading.kind === 'shipped') return;
        storage.ownWrites?.begin('');
        removeFile(path);
        storage.ownWrites?.settle('');
        storage.memory?.rememberWritten(undefined);
      }),
  };
}

function putAside(file: string): void {
  const stamp = `${new Date().toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(16).slice(2, 6).padEnd(4, '0')}`;
  try {
    renameSync(file, `${file}.corrupt-${stamp}`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
