import * as vscode from 'vscode';
import { scopeFileName, scopesIn } from '../../hooks/session/scope';
import type { Flag } from '../flags/flag';
import { untilNextAge, t } from '../platform/text';
import { type Disposable, Disposables, DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import type { DamageStore, RegistrationStore } from '../registration/registration-store';
import { type Trouble, troublesOf } from '../registration/troubles';
import type { FlagModel } from '../store/flag-model';
import { type Folder, PerFolder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
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

interface Look {
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly label: string;
  readonly background: 'error' | 'warning' | undefined;
  readonly command: vscode.Command;
}

/** One status bar item. It is repainted only if its look changes. */
export class Indicator implements Disposable {
  private readonly item: vscode.StatusBarItem;
  private painted = '';
  repaints = 0;

  constructor(id: string, name: string, priority: number) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    // The menu that hides an item shows this name.
    this.item.name = name;
  }

  get text(): string {
    return this.painted === '' ? '' : this.item.text;
  }

  show(look: Look): void {
    const painted = JSON.stringify(look);
    if (painted === this.painted) return;
    this.painted = painted;
    this.repaints += 1;
    this.item.text = look.text;
    this.item.tooltip = trusted(look.tooltip);
    this.item.accessibilityInformation = { label: look.label };
    this.item.backgroundColor =
      look.background === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${look.background}Background`);
    this.item.command = look.command;
    this.item.show();
  }

  hide(): void {
    if (this.painted === '') return;
    this.painted = '';
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function trusted(markdown: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown, true);
  text.isTrusted = {
    enabledCommands: ['gatehouse.flags.focus', 'gatehouse.explainLastDecision', 'gatehouse.showActions'],
  };
  return text;
}

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

  /** Number of repaints, for tests: a burst of changes causes one. */
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
    // The person may have moved to another folder meanwhile.
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

  /** Repaints when a shown time changes next. An unfocused window repaints when it gets the focus. */
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
    const label = t('Gatehouse: no hooks are installed in {0}. The agent is unguarded.', folder.name);
    this.overall.show({
      text: `${brand} ${t('Unguarded')}`,
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
  return { command: 'gatehouse.showActions', title: t('Show Actions'), arguments: [folder.root] };
}

/** Shows the agent's scope in the status bar: the folders that it may write in. Hidden if there is none. */
export class ScopeIndicator extends DisposableOwner {
  private readonly item = this.ds.add(new Indicator('gatehouse.scope', 'Gatehouse: Agent Scope', 59));

  constructor(
    private readonly folders: OpenFolders,
    failed: (error: unknown) => void,
  ) {
    super();
    const watches = this.ds.add(
      new PerFolder(
        ({ home }) =>
          new FolderWatch(
            home,
            () => this.paint(),
            failed,
            (name) => name === scopeFileName,
          ),
      ),
    );
    const follow = () => {
      watches.follow(folders.all);
      this.paint();
    };
    this.ds.add(folders.onDidChange(follow));
    this.ds.add(vscode.window.onDidChangeActiveTextEditor(() => this.paint()));
    follow();
  }

  private paint(): void {
    const folder = this.folders.active;
    const scope = folder === undefined ? undefined : shownScope(folder);
    if (folder === undefined || scope === undefined) {
      this.item.hide();
      return;
    }
    const label = t('The agent’s scope is {0}', scope);
    this.item.show({
      text: `$(lock) ${scope}`,
      tooltip: t(
        '{0} in {1}. Edits and shell writes elsewhere are blocked. Click to clear the scope.',
        label,
        folder.name,
      ),
      label,
      background: undefined,
      command: { command: 'gatehouse.clearScope', title: t('Clear Scope'), arguments: [folder.root] },
    });
  }
}

/** The scopes of a worktree in one line; undefined if there are none. */
export function shownScope(folder: Folder): string | undefined {
  const scopes = scopesIn(folder.home);
  if (scopes === undefined) return t('an unknown folder');
  return scopes.length === 0 ? undefined : [...new Set(scopes.flatMap(({ globs }) => globs))].join(', ');
}
