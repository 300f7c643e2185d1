import * as vscode from 'vscode';
import { gatehouseHome } from '../../hooks/project/home';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { RegistrationStore } from '../registration/registration-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { Reinstall } from './lost-hooks-notice';

/** Offers to repair the installed runner when its files are not as they were installed. Each damage is told once. */
export class DamagedRunnerNotice implements Disposable {
  private readonly ds = new Disposables();
  private told = '';

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    this.ds.add(registration.onDidChange((folder) => void this.look(folder)));
    this.ds.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.lookAtAll()));
    void this.lookAtAll();
  }

  private async lookAtAll(): Promise<void> {
    const [folder] = this.folders.all.filter((one) => this.registration.of(one).registered);
    if (folder !== undefined) await this.look(folder);
  }

  private async look(folder: Folder): Promise<void> {
    const scope = this.registration.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
    if (scope === undefined) return;
    const { damageOf } = await import(/* webpackChunkName: "late" */ '../../hooks/install/deploy');
    const damaged = damageOf(gatehouseHome(folder.surroundings.env)).join(', ');
    if (damaged === '' || damaged === this.told) return;
    this.told = damaged;
    const repair = vscode.l10n.t('Repair');
    const text = vscode.l10n.t('The installed hook program is damaged ({0}): tool calls are refused.', damaged);
    if ((await this.person.warn(text, repair)) !== repair) return;
    try {
      await this.reinstall(folder, scope);
      this.told = '';
    } catch (error) {
      await this.person.warn(error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}
