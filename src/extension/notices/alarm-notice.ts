import * as vscode from 'vscode';
import { alarms, alarmsOf } from '../flags/alarms';
import { Disposables, type Disposable } from '../platform/disposables';
import { isFirstToSay } from '../platform/first-window';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';

/** Says that Gatehouse was not in force: one notice until a person has cleared the alarms, whatever is added. */
export class AlarmNotice implements Disposable {
  private readonly ds = new Disposables();
  private readonly told = new Set<Folder>();

  constructor(
    flags: FlagStore,
    private readonly person: Person,
  ) {
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        if (flag !== alarms) return;
        if (state.status !== 'alarm') this.told.delete(folder);
        else if (!this.told.has(folder)) void this.tell(folder);
      }),
    );
  }

  private async tell(folder: Folder): Promise<void> {
    this.told.add(folder);
    const [first] = alarmsOf(folder);
    if (first === undefined || !isFirstToSay(folder.home, `alarm-${first.at}`)) return;
    const show = vscode.l10n.t('Show');
    const text = vscode.l10n.t('Gatehouse was not in force in {0}. {1}.', folder.name, first.text);
    if ((await this.person.warn(text, show)) === show) {
      await vscode.commands.executeCommand('gatehouse.showAlarms', folder.root);
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}
