import path from 'node:path';
import { decisionLogFile } from '../../hooks/pipeline/decision-log';
import { Trace } from '../../hooks/pipeline/trace';
import { Coalescer } from '../platform/coalescer';
import { Disposables, type Disposable } from '../platform/disposables';
import { Emitter } from '../platform/emitter';
import { FolderWatch } from '../platform/folder-watch';
import type { Folder } from './folder';
import { LogTail } from './log-tail';

export interface DecisionChange {
  readonly folder: Folder;
  /** The new records, oldest first; undefined where the list is another one than before. */
  readonly added: readonly Trace[] | undefined;
}

const pace = { quietMs: 30, patienceMs: 200 };

/** How many records are read at once, and how many are kept of what goes on being added. */
export const pageSize = 200;
export const keptLimit = 5_000;

/** The decisions of every folder, as the log on disk grows. */
export class DecisionStore implements Disposable {
  private readonly followed = new Map<Folder, FollowedLog>();
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new Emitter<DecisionChange>());
  readonly onDidChange = this.didChangeEmitter.event;

  constructor(private readonly failed: (error: unknown) => void) {}

  follow(folders: readonly Folder[]): void {
    for (const [folder, log] of this.followed) {
      if (folders.includes(folder)) continue;
      log.dispose();
      this.followed.delete(folder);
    }
    for (const folder of folders) {
      if (this.followed.has(folder)) continue;
      const changed = (added: readonly Trace[] | undefined) => this.didChangeEmitter.fire({ folder, added });
      this.followed.set(folder, new FollowedLog(folder, changed, this.failed));
    }
  }

  /** What was read so far, oldest first. */
  of(folder: Folder): readonly Trace[] {
    return this.followed.get(folder)?.traces ?? [];
  }

  hasOlder(folder: Folder): boolean {
    return this.followed.get(folder)?.hasOlder ?? false;
  }

  /** Reads one more page of the past. */
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

  dispose(): void {
    this.follow([]);
    this.ds.dispose();
  }
}

class FollowedLog implements Disposable {
  traces: readonly Trace[] = [];
  private readonly ds = new Disposables();
  private readonly reader = this.ds.add(new Coalescer(() => this.read(), pace));
  private readonly tail: LogTail<Trace>;

  constructor(
    folder: Folder,
    private readonly changed: (added: readonly Trace[] | undefined) => void,
    failed: (error: unknown) => void,
  ) {
    this.tail = new LogTail(path.join(folder.home, decisionLogFile), parseTrace);
    this.traces = this.tail.added(pageSize).records;
    const heard = (name: string | undefined) => {
      if (name === undefined || name.startsWith(decisionLogFile)) this.reader.request();
    };
    this.ds.add(new FolderWatch(folder.home, heard, failed));
  }

  get hasOlder(): boolean {
    return this.tail.hasOlder && this.traces.length < keptLimit;
  }

  readOlder(): void {
    this.traces = [...this.tail.older(pageSize), ...this.traces];
    this.changed(undefined);
  }

  private read(): Promise<void> {
    const { records, restarted } = this.tail.added(pageSize);
    if (restarted) this.traces = records;
    else if (records.length > 0) this.traces = [...this.traces, ...records].slice(-keptLimit);
    if (restarted || records.length > 0) this.changed(restarted ? undefined : records);
    return Promise.resolve();
  }

  dispose(): void {
    this.ds.dispose();
  }
}

function parseTrace(line: string): Trace | undefined {
  try {
    const trace = Trace.safeParse(JSON.parse(line));
    return trace.success ? trace.data : undefined;
  } catch {
    return undefined;
  }
}
