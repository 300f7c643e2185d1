import { existsSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { Disposable } from './disposables';

/**
 * Reports changes directly inside one folder, also if the folder is created later or removed: until it exists, its
 * nearest existing parent is watched. The editor's own watcher looks for a missing folder only every five
 * seconds, which is too late for a decision that a person waits for.
 */
export class FolderWatch implements Disposable {
  private watcher: FSWatcher | undefined;
  private at: string | undefined;
  private ended = false;

  constructor(
    private readonly folder: string,
    /** The name inside the folder, or undefined if anything may have changed. */
    private readonly changed: (name: string | undefined) => void,
    private readonly failed: (error: unknown) => void,
    /** Names that count. A change whose name the system does not tell always counts. */
    private readonly matters: (name: string) => boolean = () => true,
  ) {
    this.watchNearest();
  }

  private watchNearest(): void {
    for (;;) {
      if (this.ended) return;
      const target = nearest(this.folder);
      if (target === this.at) return;
      this.watcher?.close();
      this.at = undefined;
      try {
        this.watcher = watch(target, { persistent: false }, (kind, name) => this.onEvent(kind, name ?? undefined));
      } catch (error) {
        if (!existsSync(target)) continue;
        this.failed(error);
        return;
      }
      this.watcher.on('error', () => this.onError());
      this.at = target;
    }
  }

  private onEvent(kind: string, name: string | undefined): void {
    if (this.ended) return;
    const inside = this.at === this.folder;
    if (inside && (name === undefined || this.matters(name))) this.changed(name);
    if (inside && kind !== 'rename') return;
    const before = this.at;
    // A folder that was removed and created again needs a new watch.
    if (inside && name === path.basename(this.folder)) this.at = undefined;
    this.watchNearest();
    if (this.at !== before) this.changed(undefined);
  }

  private onError(): void {
    this.at = undefined;
    this.watchNearest();
    this.changed(undefined);
  }

  dispose(): void {
    this.ended = true;
    this.watcher?.close();
  }
}

function nearest(folder: string): string {
  let target = folder;
  while (!existsSync(target) && path.dirname(target) !== target) target = path.dirname(target);
  return target;
}
