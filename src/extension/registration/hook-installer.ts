import { install, previewInstall, settingsFileOf, type Preview } from '../../hooks/install/install';
import type { Scope } from '../../hooks/install/scope';
import { carryOut, type Change } from '../../hooks/install/settings-file';
import type { Folder } from '../store/folder';

/** Writes registrations for the window's folders, with the runner that this extension brings along. */
export class HookInstaller {
  constructor(
    /** The folder that holds the bundled runner. */
    readonly source: string,
    /** The editor's own runtime, for machines without node. */
    private readonly editor: string,
  ) {}

  preview(folder: Folder, scope: Scope): Promise<Preview> {
    return previewInstall(this.request(folder, scope));
  }

  install(folder: Folder, scope: Scope, preview: Preview): Promise<Change> {
    return install(this.request(folder, scope), preview);
  }

  uninstall(folder: Folder, scope: Scope): Promise<Change> {
    return carryOut(settingsFileOf(this.request(folder, scope)), { kind: 'uninstall' });
  }

  private request(folder: Folder, scope: Scope) {
    const { source, editor } = this;
    return { scope, directory: folder.root, env: folder.surroundings.env, source, editor };
  }
}
