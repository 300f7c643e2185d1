import type { OtherClient } from '../../hooks/install/client-settings';
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

  /** `client`: another agent than Claude Code. */
  preview(folder: Folder, scope: Scope, client?: OtherClient): Promise<Preview> {
    return previewInstall(this.request(folder, scope, client));
  }

  install(folder: Folder, scope: Scope, preview: Preview, client?: OtherClient): ReturnType<typeof install> {
    return install(this.request(folder, scope, client), preview);
  }

  /** Installs without showing the change first: repairs an installation, or undoes an uninstall. */
  async reinstall(folder: Folder, scope: Scope, client?: OtherClient): Promise<void> {
    await this.install(folder, scope, await this.preview(folder, scope, client), client);
  }

  uninstall(folder: Folder, scope: Scope, client?: OtherClient): Promise<Change> {
    return carryOut(settingsFileOf(this.request(folder, scope, client)), { kind: 'uninstall' });
  }

  private request(folder: Folder, scope: Scope, client: OtherClient | undefined) {
    const { source, editor } = this;
    return { scope, client, directory: folder.root, env: folder.services.env, source, editor };
  }
}
