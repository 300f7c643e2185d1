import * as vscode from 'vscode';
import type { Flag } from '../flags/flag';
import { Disposables, type Disposable } from '../platform/disposables';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from '../registration/registration-store';
import { Indicator } from './indicator';
import { backgroundOf, flagText, isAlarm, overallText, overview, spoken, type Shown } from './summary';

export type StatusBarStyle = 'compact' | 'separate' | 'off';

/** Indicators for the folder of the active editor: one item, or one for each flag. */
export class StatusBar implements Disposable {
  private readonly ds = new Disposables();
  private readonly overall = this.ds.add(new Indicator('gatehouse.overall', 'Gatehouse', 60));
  private readonly byFlag = new Map<Flag, Indicator>();

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagStore,
    private readonly registration: RegistrationStore,
    private readonly style: () => StatusBarStyle,
  ) {
    const paint = () => void this.paint();
    this.ds.add(flags.onDidChange(({ folder }) => folder === folders.active && paint()));
    this.ds.add(folders.onDidChange(paint));
    this.ds.add(registration.onDidChange(paint));
    this.ds.add(vscode.window.onDidChangeActiveTextEditor(paint));
    this.ds.add(
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration('gatehouse.statusBar') && paint(),
      ),
    );
    paint();
  }

  /** How often anything was painted: bursts must not show in it. */
  get repaints(): number {
    return [this.overall, ...this.byFlag.values()].reduce((sum, indicator) => sum + indicator.repaints, 0);
  }

  async paint(): Promise<void> {
    const folder = this.folders.active;
    const style = this.style();
    if (folder === undefined || style === 'off') {
      this.hide();
      return;
    }
    await this.flags.ready(folder);
    if (folder !== this.folders.active) return;
    const shown = this.flags.flagsOf(folder).flatMap((flag): Shown[] => {
      const state = this.flags.state(folder, flag);
      return state === undefined || state.hidden === true ? [] : [{ flag, state }];
    });
    if (!this.registration.of(folder).registered && !shown.some(isAlarm)) {
      this.showUnregistered(folder);
      return;
    }
    this.showOverall(folder, shown, style);
    const apart = style === 'separate' ? shown.filter(({ state }) => state.status !== 'missing') : [];
    for (const [flag, indicator] of this.byFlag) if (!apart.some((one) => one.flag === flag)) indicator.hide();
    for (const one of apart) this.showFlag(this.indicatorOf(one.flag, folder), folder, one);
  }

  private indicatorOf(flag: Flag, folder: Folder): Indicator {
    const known = this.byFlag.get(flag);
    if (known !== undefined) return known;
    const place = 59 - this.flags.flagsOf(folder).indexOf(flag) / 100;
    const made = this.ds.add(new Indicator(`gatehouse.${flag.id}`, `Gatehouse: ${flag.title}`, place));
    this.byFlag.set(flag, made);
    return made;
  }

  private showOverall(folder: Folder, shown: readonly Shown[], style: StatusBarStyle): void {
    this.overall.show({
      text: style === 'separate' ? '$(shield)' : overallText(shown),
      tooltip: overview(folder.name, shown),
      label: spoken(shown),
      background: style === 'separate' ? undefined : backgroundOf(shown),
      command: actionsCommand(folder),
    });
  }

  private showFlag(indicator: Indicator, folder: Folder, one: Shown): void {
    indicator.show({
      text: flagText(one),
      tooltip: overview(folder.name, [one]),
      label: spoken([one]),
      background: backgroundOf([one]),
      command: actionsCommand(folder),
    });
  }

  private showUnregistered(folder: Folder): void {
    for (const indicator of this.byFlag.values()) indicator.hide();
    const said = vscode.l10n.t('Gatehouse: no hooks are installed in {0}', folder.name);
    this.overall.show({
      text: `$(shield) ${vscode.l10n.t('no hooks')}`,
      tooltip: said,
      label: said,
      background: undefined,
      command: actionsCommand(folder),
    });
  }

  private hide(): void {
    for (const indicator of [this.overall, ...this.byFlag.values()]) indicator.hide();
  }

  dispose(): void {
    this.ds.dispose();
  }
}

function actionsCommand(folder: Folder): vscode.Command {
  return { command: 'gatehouse.showActions', title: vscode.l10n.t('Show Actions'), arguments: [folder.root] };
}
