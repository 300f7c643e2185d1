import * as vscode from 'vscode';
import type { Flag } from '../flags/flag';
import { untilNextAge } from '../platform/age';
import { Disposables, type Disposable } from '../platform/disposables';
import type { DamageStore } from '../registration/damage-store';
import type { RegistrationStore } from '../registration/registration-store';
import { troublesOf, type Trouble } from '../registration/troubles';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { Indicator } from './indicator';
import {
  accessibilityLabel,
  backgroundOf,
  brand,
  flagText,
  isAlarm,
  overallText,
  overview,
  type Shown,
} from './summary';

export type StatusBarStyle = 'compact' | 'separate' | 'off';

/** Indicators for the folder of the active editor: one item, or one for each flag. */
export class StatusBar implements Disposable {
  private readonly ds = new Disposables();
  private readonly overall = this.ds.add(new Indicator('gatehouse.overall', 'Gatehouse', 60));
  private readonly byFlag = new Map<Flag, Indicator>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagModel,
    private readonly registration: RegistrationStore,
    private readonly damage: DamageStore,
    private readonly style: () => StatusBarStyle,
  ) {
    const paint = () => void this.paint();
    this.ds.add(flags.onDidChange(({ folder }) => folder === folders.active && paint()));
    this.ds.add(folders.onDidChange(paint));
    this.ds.add(registration.onDidChange(paint));
    this.ds.add(damage.onDidChange(paint));
    this.ds.add(vscode.window.onDidChangeActiveTextEditor(paint));
    this.ds.add(vscode.window.onDidChangeWindowState(paint));
    this.ds.add(
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration('gatehouse.statusBar') && paint(),
      ),
    );
    paint();
  }

  /** Number of repaints, for tests: a burst of changes is one. */
  get repaints(): number {
    return [this.overall, ...this.byFlag.values()].reduce((sum, indicator) => sum + indicator.repaints, 0);
  }

  /** The text in the status bar; may be empty. */
  get text(): string {
    return this.overall.text;
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
    const registration = this.registration.of(folder);
    const { env } = folder.services;
    const troubles = troublesOf({ registration, env, damaged: this.damage.files });
    if (!registration.registered && troubles.length === 0 && !shown.some(isAlarm)) {
      this.showUnregistered(folder);
      return;
    }
    this.showOverall(folder, shown, troubles, style);
    const separate = style === 'separate' ? shown.filter(({ state }) => state.status !== 'missing') : [];
    for (const [flag, indicator] of this.byFlag) if (!separate.some((one) => one.flag === flag)) indicator.hide();
    for (const one of separate) this.showFlag(this.indicatorOf(one.flag, folder), folder, one);
    this.paintAgain(shown);
  }

  /** When a shown time changes next. An unfocused window updates when it gets the focus. */
  private paintAgain(shown: readonly Shown[]): void {
    clearTimeout(this.timer);
    if (!vscode.window.state.focused) return;
    const now = Date.now();
    const waits = shown.flatMap(({ state: { at, endsAt } }) =>
      endsAt !== undefined ? [1_000] : at === undefined ? [] : [untilNextAge(at, now)],
    );
    if (waits.length > 0) this.timer = setTimeout(() => void this.paint(), Math.min(...waits));
  }

  private indicatorOf(flag: Flag, folder: Folder): Indicator {
    const known = this.byFlag.get(flag);
    if (known !== undefined) return known;
    const place = 59 - this.flags.flagsOf(folder).indexOf(flag) / 100;
    const made = this.ds.add(new Indicator(`gatehouse.${flag.id}`, `Gatehouse: ${flag.title}`, place));
    this.byFlag.set(flag, made);
    return made;
  }

  private showOverall(
    folder: Folder,
    shown: readonly Shown[],
    troubles: readonly Trouble[],
    style: StatusBarStyle,
  ): void {
    const now = Date.now();
    const showsAll = style !== 'separate' || troubles.length > 0;
    this.overall.show({
      text: showsAll ? overallText(shown, troubles, now) : brand,
      tooltip: overview(folder.name, shown, troubles, now),
      label: accessibilityLabel(shown, troubles, now),
      background: troubles.length > 0 ? 'error' : showsAll ? backgroundOf(shown) : undefined,
      command: actionsCommand(folder),
    });
  }

  private showFlag(indicator: Indicator, folder: Folder, one: Shown): void {
    const now = Date.now();
    indicator.show({
      text: flagText(one),
      tooltip: overview(folder.name, [one], [], now),
      label: accessibilityLabel([one], [], now),
      background: backgroundOf([one]),
      command: actionsCommand(folder),
    });
  }

  private showUnregistered(folder: Folder): void {
    for (const indicator of this.byFlag.values()) indicator.hide();
    const label = vscode.l10n.t('Gatehouse: no hooks are installed in {0}. The agent is unguarded.', folder.name);
    this.overall.show({
      text: `${brand} ${vscode.l10n.t('Unguarded')}`,
      tooltip: label,
      label,
      background: undefined,
      command: actionsCommand(folder),
    });
  }

  private hide(): void {
    for (const indicator of [this.overall, ...this.byFlag.values()]) indicator.hide();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.ds.dispose();
  }
}

function actionsCommand(folder: Folder): vscode.Command {
  return { command: 'gatehouse.showActions', title: vscode.l10n.t('Show Actions'), arguments: [folder.root] };
}
