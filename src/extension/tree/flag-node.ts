import * as vscode from 'vscode';
import { appearanceOf, wordOf } from '../flags/appearance';
import type { Flag, FlagState } from '../flags/flag';
import { age, countdown } from '../platform/age';
import type { Folder } from '../store/folder';

/** One flag of one folder. */
export class FlagNode extends vscode.TreeItem {
  readonly kind = 'flag';
  /** Undefined until the first read. */
  state: FlagState | undefined;

  constructor(
    readonly folder: Folder,
    readonly flag: Flag,
  ) {
    super(flag.title);
    this.id = `${folder.root}#${flag.id}`;
  }

  update(state: FlagState | undefined, now: number): void {
    this.state = state;
    const { icon, color } = appearanceOf(state?.status ?? 'missing');
    const word = wordOf(state ?? { status: 'missing' });
    this.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    this.description = [word, ...timeOf(state, now)].join(' · ');
    this.tooltip = state === undefined ? undefined : tooltip(this.flag, state, this.description);
    this.contextValue = ['flag', this.flag.family ?? this.flag.id, ...(state?.actions ?? [])].join(' ');
    const spoken = [this.flag.title, this.description, ...(state?.hold === 'block' ? [vscode.l10n.t('blocks')] : [])];
    this.accessibilityInformation = { label: spoken.join(', ') };
  }
}

function timeOf(state: FlagState | undefined, now: number): readonly string[] {
  if (state?.endsAt !== undefined) return [vscode.l10n.t('{0} left', countdown(state.endsAt, now))];
  return state?.at === undefined ? [] : [age(state.at, now)];
}

const shownFiles = 8;

function tooltip(flag: Flag, state: FlagState, description: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.appendMarkdown(`**${flag.title}** — ${description}\n\n`);
  text.appendText(`${state.reason}\n\n`);
  const rows = [
    ...(state.at === undefined ? [] : [{ label: vscode.l10n.t('Set'), value: new Date(state.at).toLocaleString() }]),
    ...state.facts,
  ];
  for (const { label, value } of rows) {
    text.appendMarkdown(`- ${label}: `);
    text.appendText(value);
    text.appendMarkdown('\n');
  }
  const changed = state.changed ?? [];
  if (changed.length > 0) text.appendMarkdown(`\n${vscode.l10n.t('Changed since:')}\n\n`);
  for (const file of changed.slice(0, shownFiles)) {
    text.appendMarkdown('- ');
    text.appendText(file);
    text.appendMarkdown('\n');
  }
  if (changed.length > shownFiles)
    text.appendMarkdown(`- ${vscode.l10n.t('and {0} more', changed.length - shownFiles)}\n`);
  if (state.hold === 'block') text.appendMarkdown(`\n$(lock) ${vscode.l10n.t('The agent is held until this passes.')}`);
  return text;
}
