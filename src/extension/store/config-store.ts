import path from 'node:path';
import { gatehouseHome } from '../../hooks/project/home';
import { configFiles, personFile } from '../../hooks/project/layers';
import { trustFile } from '../../hooks/project/trust';
import { Coalescer } from '../platform/coalescer';
import { type Disposable, Disposables, Emitter, DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { PerFolder, type Folder } from './folder';

const pace = { quietMs: 60, maxWaitMs: 500 };

/** Tells when a folder's configuration files change. By then the folder has forgotten what it had read from them. */
export class ConfigStore extends DisposableOwner {
  private readonly didChangeEmitter = this.ds.add(new Emitter<Folder>());
  readonly onDidChange = this.didChangeEmitter.event;
  private readonly followed: PerFolder<Disposable>;

  constructor(failed: (error: unknown) => void) {
    super();
    this.followed = this.ds.add(new PerFolder((folder) => this.watch(folder, failed)));
  }

  follow(folders: readonly Folder[]): void {
    this.followed.follow(folders);
  }

  private watch(folder: Folder, failed: (error: unknown) => void): Disposable {
    const ds = new Disposables();
    const reader = ds.add(
      new Coalescer(() => {
        folder.forgetConfiguration();
        this.didChangeEmitter.fire(folder);
        return Promise.resolve();
      }, pace),
    );
    for (const file of filesOf(folder)) {
      const heard = (name: string | undefined) => {
        if (name === undefined || name === path.basename(file)) reader.request();
      };
      ds.add(new FolderWatch(path.dirname(file), heard, failed));
    }
    return ds;
  }
}

/** The files that a folder's configuration depends on, whether they exist or not. */
function filesOf({ root, services: { env } }: Folder): readonly string[] {
  const own = Object.values(configFiles).map((file) => path.join(root, file));
  return [...own, personFile(env), path.join(gatehouseHome(env), trustFile)];
}
