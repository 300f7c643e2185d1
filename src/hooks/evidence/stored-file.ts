import { renameSync } from 'node:fs';
import { readWhole, refuseLinks, removeFile, sweepDrafts, writeWhole, type Placement } from './atomic-file';
import type { Format, Reading, StateFile } from './state-file';
import { withLock, type Lease } from './lock';
import type { OwnWrites } from './own-writes';

export interface Storage<T> {
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
export interface Memory {
  /** The text that counts, given the current file. */
  believed(text: string | undefined): string | undefined;
  /** Tells the process that answers calls of a text that is written next; undefined where none has to be told. */
  announce(text: string): Promise<void> | undefined;
  wrote(text: string | undefined): void;
}

/** Undefined when another process took over and the whole change has to be made again. */
type Attempt<T> = { readonly now: T | undefined } | undefined;

interface Found<T> {
  readonly reading: Reading<T>;
  readonly text: string | undefined;
}

/** A state file as `StateFile` promises it: whole on every read, changed by one process at a time. */
export function storedFile<T>(storage: Storage<T>): StateFile<T> {
  const { path, format, placement } = storage;

  const find = (): Found<T> => {
    const raw = readWhole(placement.boundary, path, storage.limit);
    if (raw.kind !== 'missing' && storage.tracked()) return { reading: { kind: 'shipped' }, text: undefined };
    if (raw.kind === 'unreadable') return { reading: { kind: 'corrupt', problem: raw.problem }, text: undefined };
    const [there, mtimeMs] = raw.kind === 'text' ? [raw.text, raw.mtimeMs] : [undefined, 0];
    const text = storage.memory === undefined ? there : storage.memory.believed(there);
    if (text === undefined) return { reading: { kind: 'missing' }, text: undefined };
    const value = format.parse(text, mtimeMs);
    if (!value.ok) return { reading: { kind: 'corrupt', problem: value.problem }, text: undefined };
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
      storage.memory?.wrote(printed);
      return { now: next };
    };
    const told = storage.memory?.announce(printed);
    return told === undefined ? write() : told.then(write);
  };

  return {
    path,
    read: () => find().reading,
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
        storage.memory?.wrote(undefined);
      }),
  };
}

function putAside(file: string): void {
  const stamp = `${new Date().toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(16).slice(2, 6).padEnd(4, '0')}`;
  try {
    renameSync(file, `${file}.corrupt-${stamp}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
