import path from 'node:path';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { decisionLogFile, readTraces, traceIn } from '../../hooks/pipeline/decision-log';
import { type Trace, withOutcomes } from '../../hooks/pipeline/trace';
import { Coalescer } from '../platform/coalescer';
import { DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';

export interface DecisionChange {
  readonly folder: Folder;
  /** The new records, oldest first; undefined if the list was replaced. */
  readonly added: readonly Trace[] | undefined;
}

const pace = { quietMs: 30, maxWaitMs: 200 };

/** How many records are read at once, and how many are kept in memory. */
const pageSize = 200;
const keptLimit = 5_000;
/** In a log that was replaced, records older than this are not announced. */
const freshMs = 60_000;

/** The decisions of every folder, as the log on disk grows. */
export class DecisionStore extends FolderStore<FollowedLog, DecisionChange> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => new FollowedLog(folder, (added) => changed({ folder, added }), failed));
  }

  /** What was read so far, oldest first. */
  of(folder: Folder): readonly Trace[] {
    return this.followed.get(folder)?.traces ?? [];
  }

  hasOlder(folder: Folder): boolean {
    return this.followed.get(folder)?.hasOlder ?? false;
  }

  /** Reads one more page of older records. */
  readOlder(folder: Folder): void {
    this.followed.get(folder)?.readOlder();
  }
}

class FollowedLog extends DisposableOwner {
  hasOlder = false;
  private kept: readonly Trace[] | undefined;
  private readonly reader = this.ds.add(new Coalescer(() => this.read(), pace));
  private readonly tail: LogTail;

  constructor(
    private readonly folder: Folder,
    private readonly changed: (added: readonly Trace[] | undefined) => void,
    failed: (error: unknown) => void,
  ) {
    super();
    // The end of the file is noted first. Records written meanwhile arrive twice; their ids show which.
    this.tail = new LogTail(path.join(folder.home, decisionLogFile));
    const isLog = (name: string) => name.startsWith(decisionLogFile);
    this.ds.add(new FolderWatch(folder.home, () => this.reader.request(), failed, isLog));
  }

  /** Read on first use, to keep the editor's start fast. */
  get traces(): readonly Trace[] {
    if (this.kept === undefined) {
      this.kept = this.newest(pageSize);
      this.hasOlder = this.kept.length === pageSize;
    }
    return this.kept;
  }

  readOlder(): void {
    const wanted = Math.min(this.traces.length + pageSize, keptLimit);
    this.kept = this.newest(wanted);
    this.hasOlder = this.traces.length === wanted && wanted < keptLimit;
    this.changed(undefined);
  }

  private newest(limit: number): readonly Trace[] {
    return withOutcomes(readTraces(this.folder.home, { limit }).reverse());
  }

  private read(): void {
    const added = this.tail.added();
    const known = new Set(this.kept?.slice(-pageSize).map(({ id }) => id));
    if (added.kind === 'replaced') {
      // The log was rotated (older records are in decisions.jsonl.1 …) or has just been created.
      const wanted = Math.max(this.kept?.length ?? 0, pageSize);
      const now = this.newest(wanted);
      this.kept = now;
      this.hasOlder = now.length === wanted && wanted < keptLimit;
      if (known.size > 0) this.changed(undefined);
      const last = now.findLastIndex(({ id }) => known.has(id));
      this.changed(now.slice(last + 1).filter(({ at }) => Date.now() - at < freshMs));
      return;
    }
    const records = added.lines.flatMap((line) => traceIn(line) ?? []).filter(({ id }) => !known.has(id));
    if (records.length === 0) return;
    if (this.kept !== undefined) this.kept = withOutcomes([...this.kept, ...records].slice(-keptLimit));
    this.changed(records);
  }
}

/** Whole lines that were added to a file, or the fact that the file was replaced. */
type Added = { readonly kind: 'lines'; readonly lines: readonly string[] } | { readonly kind: 'replaced' };

/**
 * Follows a file that only grows until it is truncated or replaced. It may not exist yet. A line is read when it is
 * complete.
 */
export class LogTail {
  private end = 0;
  private inode: number | undefined;

  constructor(private readonly file: string) {
    this.skip();
  }

  added(): Added {
    const { inode, end } = this;
    const lines = this.opened((fd, size, ino) => {
      if (ino !== inode || size < end) return undefined;
      const text = readRange(fd, end, size);
      const whole = text.lastIndexOf(10) + 1;
      this.end = end + whole;
      return text
        .subarray(0, whole)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
    });
    if (lines !== undefined) return { kind: 'lines', lines };
    const gone = inode === undefined;
    this.skip();
    return gone && this.inode === undefined ? { kind: 'lines', lines: [] } : { kind: 'replaced' };
  }

  /** Continues from the current end of the file. */
  private skip(): void {
    this.inode = undefined;
    this.end = 0;
    this.opened((fd, size, ino) => {
      this.inode = ino;
      this.end = lastNewline(fd, size);
    });
  }

  private opened<R>(use: (fd: number, size: number, inode: number) => R): R | undefined {
    let fd: number;
    try {
      fd = openSync(this.file, 'r');
    } catch {
      return undefined;
    }
    try {
      const { size, ino } = fstatSync(fd);
      return use(fd, size, ino);
    } finally {
      closeSync(fd);
    }
  }
}

const pieceBytes = 64 * 1024;

function lastNewline(fd: number, size: number): number {
  for (let until = size; until > 0; until = Math.max(0, until - pieceBytes)) {
    const from = Math.max(0, until - pieceBytes);
    const at = readRange(fd, from, until).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}

function readRange(fd: number, from: number, until: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, until - from));
  let filled = 0;
  while (filled < buffer.length) {
    const size = readSync(fd, buffer, filled, buffer.length - filled, from + filled);
    if (size === 0) break;
    filled += size;
  }
  return buffer.subarray(0, filled);
}
