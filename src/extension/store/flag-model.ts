import path from 'node:path';
import { decisionLogFile } from '../../hooks/pipeline/decision-log';
import { testOutputFile } from '../../hooks/test-runs/run-state';
import { type Flag, type FlagState, unset } from '../flags/flag';
import { Coalescer } from '../platform/coalescer';
import { type Disposable, Disposables } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';
import { messageOf } from '../../hooks/project/text';

export interface FlagChange {
  readonly folder: Folder;
  readonly flag: Flag;
  readonly state: FlagState;
}

/** Watches every file below a folder by the editor's own watcher. */
export type ContentWatch = (root: string, changed: () => void) => Disposable;

const stateFilePace = { quietMs: 60, maxWaitMs: 500, restMs: 500 };
const contentPace = { quietMs: 400, maxWaitMs: 3_000 };

/** The status of every flag of every folder, from the files on disk. Fires an event for each changed flag. */
export class FlagModel extends FolderStore<FollowedFolder, FlagChange> {
  constructor(
    /** The flags of a folder. Its configuration may change them. */
    readonly flagsOf: (folder: Folder) => readonly Flag[],
    watchContent: ContentWatch,
    failed: (error: unknown) => void,
  ) {
    super((folder, changed) => {
      const changedFlag = (flag: Flag, state: FlagState) => changed({ folder, flag, state });
      return new FollowedFolder(folder, flagsOf, watchContent, changedFlag, failed);
    });
  }

  /** Undefined until the first read is done. */
  state(folder: Folder, flag: Flag): FlagState | undefined {
    return this.followed.get(folder)?.states.get(flag);
  }

  /** Resolves when every flag of the folder was read once. */
  async ready(folder: Folder): Promise<void> {
    await this.followed.get(folder)?.ready;
  }

  async refresh(folder: Folder): Promise<void> {
    await this.followed.get(folder)?.refresh();
  }
}

class FollowedFolder implements Disposable {
  readonly states = new Map<Flag, FlagState>();
  readonly ready: Promise<void>;
  private readonly ds = new Disposables();
  private refreshTimer: NodeJS.Timeout | undefined;
  private readonly reader = this.ds.add(new Coalescer(() => this.read(), stateFilePace));
  private readonly contentReader = this.ds.add(new Coalescer(() => this.reader.now(), contentPace));

  constructor(
    private readonly folder: Folder,
    private readonly flagsOf: (folder: Folder) => readonly Flag[],
    watchContent: ContentWatch,
    private readonly changed: (flag: Flag, state: FlagState) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    const { root, home } = folder;
    const isRootFile = (name: string) => flagsOf(folder).some(({ rootFile }) => rootFile === name);
    const isCareful = (name: string) => name.startsWith('careful-state');
    this.watch(root, (name) => name.startsWith('.claude') || isRootFile(name));
    this.watch(path.join(root, '.claude'), (name) => name.startsWith('.') || isCareful(name));
    this.watch(path.join(root, '.claude', 'hooks'), isCareful);
    this.watch(home, (name) => !name.startsWith(decisionLogFile) && name !== testOutputFile);
    this.ds.add(watchContent(root, () => this.contentChanged()));
    this.ready = this.reader.now();
  }

  refresh(): Promise<void> {
    return this.reader.now();
  }

  private watch(folder: string, matters: (name: string) => boolean): void {
    this.ds.add(new FolderWatch(folder, () => this.reader.request(), this.failed, matters));
  }

  /** Reads the flags again at the earliest `refreshAt`; without one, no timer runs. */
  private scheduleRefresh(): void {
    clearTimeout(this.refreshTimer);
    const times = [...this.states.values()].flatMap(({ refreshAt }) => refreshAt ?? []);
    if (times.length === 0) return;
    this.refreshTimer = setTimeout(() => this.reader.request(), Math.max(0, Math.min(...times) - Date.now()) + 50);
  }

  private contentChanged(): void {
    if ([...this.states.values()].some((state) => state.dependsOnFiles)) this.contentReader.request();
  }

  private async read(): Promise<void> {
    const flags = this.flagsOf(this.folder);
    for (const flag of this.states.keys()) {
      if (flags.includes(flag)) continue;
      this.states.delete(flag);
      this.changed(flag, { ...unset, hidden: true });
    }
    for (const flag of flags) {
      const state = await this.readOne(flag);
      if (JSON.stringify(this.states.get(flag)) === JSON.stringify(state)) continue;
      this.states.set(flag, state);
      this.changed(flag, state);
    }
    this.scheduleRefresh();
  }

  /** A flag that cannot be read is shown as unreadable; the others are still read. */
  private async readOne(flag: Flag): Promise<FlagState> {
    try {
      return await flag.read(this.folder);
    } catch (error) {
      this.failed(error);
      return { ...unset, status: 'unknown', reason: messageOf(error) };
    }
  }

  dispose(): void {
    clearTimeout(this.refreshTimer);
    this.ds.dispose();
  }
}
