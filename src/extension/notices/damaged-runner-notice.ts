import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { DamageStore } from '../registration/damage-store';
import type { RegistrationStore } from '../registration/registration-store';
import type { Reinstall } from './lost-hooks-notice';

/** Offers to repair the installed runner when its files are not as they were installed. Each damage is told once. */
export class DamagedRunnerNotice implements Disposable {
  private readonly ds = new Disposables();

  constructor(
    private readonly damage: DamageStore,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    this.ds.add(damage.onDidChange(() => void this.tell()));
    this.ds.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void damage.refresh()));
    void damage.refresh();
  }

  private async tell(): Promise<void> {
    const { files, guarded: folder } = this.damage;
    if (files.length === 0 || folder === undefined) return;
    const scope = this.registration.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
    if (scope === undefined) return;
    const repair = vscode.l10n.t('Repair');
    const text = vscode.l10n.t(
      'The installed hook program is damaged ({0}): tool calls are refused.',
      files.join(', '),
    );
    if ((await this.person.warn(text, repair)) !== repair) return;
    try {
      await this.reinstall(folder, scope);
      await this.damage.refresh();
    } catch (error) {
      await this.person.warn(error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}
