import path from 'node:path';
import { decisionLogFile, readTraces } from '../../hooks/pipeline/decision-log';
import { withOutcomes, Trace } from '../../hooks/pipeline/trace';
import { Coalescer } from '../platform/coalescer';
import { DisposableOwner } from '../platform/disposables';
import { FolderWatch, ofNames } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';
import { LogTail } from './log-tail';
import { parseAs } from '../../hooks/protocol/json';

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

  find(id: string): { readonly folder: Folder; readonly trace: Trace } | undefined {
    for (const [folder, log] of this.followed) {
      const trace = log.traces.findLast((one) => one.id === id);
      if (trace !== undefined) return { folder, trace };
    }
    return undefined;
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
    const heard = ofNames(
      (name) => name.startsWith(decisionLogFile),
      () => this.reader.request(),
    );
    this.ds.add(new FolderWatch(folder.home, heard, failed));
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
    const records = added.lines.flatMap(parseTrace).filter(({ id }) => !known.has(id));
    if (records.length === 0) return;
    if (this.kept !== undefined) this.kept = withOutcomes([...this.kept, ...records].slice(-keptLimit));
    this.changed(records);
  }
}

const parseTrace = (line: string): readonly Trace[] => {
  const trace = parseAs(Trace, line);
  return trace === undefined ? [] : [trace];
};
