import type { Disposable } from '../platform/disposables';
import type { Folder } from './folder';

/** One thing for every folder of the window, made when the folder comes and ended when it goes. */
export class PerFolder<T extends Disposable> implements Disposable {
  private readonly things = new Map<Folder, T>();

  constructor(private readonly make: (folder: Folder) => T) {}

  follow(folders: readonly Folder[]): void {
    for (const [folder, thing] of this.things) {
      if (folders.includes(folder)) continue;
      thing.dispose();
      this.things.delete(folder);
    }
    for (const folder of folders) if (!this.things.has(folder)) this.things.set(folder, this.make(folder));
  }

  get(folder: Folder): T | undefined {
    return this.things.get(folder);
  }

  [Symbol.iterator](): IterableIterator<[Folder, T]> {
    return this.things.entries();
  }

  dispose(): void {
    this.follow([]);
  }
}
