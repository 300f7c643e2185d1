import path from 'node:path';
import { gatehouseHome } from '../../hooks/project/home';
import { configFiles, personFile } from '../../hooks/configuration/layers';
import { trustFile } from '../../hooks/configuration/trust';
import { Coalescer } from '../platform/coalescer';
import { type Disposable, Disposables } from '../platform/disposables';
import { FolderWatch, ofNames } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';

const pace = { quietMs: 60, maxWaitMs: 500 };

/** Tells when a folder's configuration files change. By then the folder has forgotten what it had read from them. */
export class ConfigStore extends FolderStore<Disposable> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => {
      const ds = new Disposables();
      const forget = () => {
        folder.forgetConfiguration();
        changed(folder);
      };
      const reader = ds.add(new Coalescer(forget, pace));
      for (const file of filesOf(folder)) {
        const heard = ofNames(
          (name) => name === path.basename(file),
          () => reader.request(),
        );
        ds.add(new FolderWatch(path.dirname(file), heard, failed));
      }
      return ds;
    });
  }
}

/** The files that a folder's configuration depends on, whether they exist or not. */
function filesOf({ root, services: { env } }: Folder): readonly string[] {
  const own = Object.values(configFiles).map((file) => path.join(root, file));
  return [...own, personFile(env), path.join(gatehouseHome(env), trustFile)];
}
