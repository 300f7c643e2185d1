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
  /** Called before a file comes into being. */
  readonly beforeCreate: () => void;
  /** Keeps what Gatehouse wrote, so that a change by anything else is seen. */
  readonly ownWrites?: OwnWrites | undefined;
}

interface Found<T> {
  readonly reading: Reading<T>;
  readonly text: string | undefined;
}

/** A state file as `StateFile` promises it: whole on every read, changed by one process at a time. */
export function storedFile<T>(storage: Storage<T>): StateFile<T> {
  const { path, format, placement } = storage;

  const find = (): Found<T> => {
    const raw = readWhole(placement.boundary, path, storage.limit);
    if (raw.kind === 'missing') return { reading: raw, text: undefined };
    if (storage.tracked()) return { reading: { kind: 'shipped' }, text: undefined };
    if (raw.kind === 'unreadable') return { reading: { kind: 'corrupt', problem: raw.problem }, text: undefined };
    const value = format.parse(raw.text, raw.mtimeMs);
    if (!value.ok) return { reading: { kind: 'corrupt', problem: value.problem }, text: undefined };
    return { reading: { kind: 'ok', value: value.value }, text: raw.text };
  };

  /** Undefined when another process took over and the whole change has to be made again. */
  const attempt = (lease: Lease, change: (now: T | undefined) => T | undefined): { now: T | undefined } | undefined => {
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
    storage.ownWrites?.begin(printed);
    if (!writeWhole(path, printed, placement, () => lease.held())) return undefined;
    storage.ownWrites?.settle(printed);
    return { now: next };
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
