import path from 'node:path';
import type { KeptFile, Lines, RescueHistory } from '../../hooks/rescue/history';
import type { Snapshot } from '../../hooks/rescue/manifest';
import { Coalescer } from '../platform/coalescer';
import { DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';

export interface KeptSnapshot {
  readonly snapshot: Snapshot;
  readonly lines: Lines;
}

const pace = { quietMs: 60, maxWaitMs: 500, restMs: 500 };
/** Older ones are listed by `gatehouse rescue`. */
const most = 100;

/** The snapshots of every folder's repository. Nothing is read or watched before the view is opened. */
export class RescueStore extends FolderStore<FollowedSnapshots> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => new FollowedSnapshots(folder, () => changed(folder), failed));
  }

  /** Newest first; without those that were taken before a restore. */
  list(folder: Folder): Promise<readonly KeptSnapshot[]> {
    return this.followed.get(folder)?.list() ?? Promise.resolve([]);
  }

  async files(folder: Folder, snapshot: Snapshot): Promise<readonly KeptFile[]> {
    return (await this.historyOf(folder))?.files(snapshot) ?? [];
  }

  historyOf(folder: Folder): Promise<RescueHistory | undefined> {
    return this.followed.get(folder)?.history() ?? Promise.resolve(undefined);
  }

  /** After a restore, the files that snapshots are compared with are different. */
  refresh(folder: Folder): void {
    this.didChangeEmitter.fire(folder);
  }
}

class FollowedSnapshots extends DisposableOwner {
  private opened: Promise<RescueHistory | undefined> | undefined;

  constructor(
    private readonly folder: Folder,
    private readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
  }

  history(): Promise<RescueHistory | undefined> {
    this.opened ??= this.open();
    return this.opened;
  }

  async list(): Promise<readonly KeptSnapshot[]> {
    try {
      const history = await this.history();
      const snapshots = (await history?.list()) ?? [];
      const shown = snapshots.filter(({ undo }) => undo !== true).slice(0, most);
      const none = { added: 0, removed: 0 };
      return await Promise.all(
        shown.map(async (snapshot) => ({ snapshot, lines: (await history?.linesOf(snapshot)) ?? none })),
      );
    } catch (error) {
      this.failed(error);
      return [];
    }
  }

  private async open(): Promise<RescueHistory | undefined> {
    const { place, services } = this.folder;
    if (place.repository === undefined) return undefined;
    const reader = this.ds.add(new Coalescer(this.changed, pace));
    const refs = path.join(place.repository.commonDir, 'refs/gatehouse/rescue');
    this.ds.add(new FolderWatch(refs, () => reader.request(), this.failed));
    const { rescueHistory } = await import('../../hooks/library');
    return rescueHistory(services.env, place);
  }
}
