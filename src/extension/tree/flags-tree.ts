import * as vscode from 'vscode';
import { alarms } from '../flags';
import { appearanceOf, wordOf, type Flag, type FlagState } from '../flags/flag';
import { untilNextAge, age, countdown, t } from '../platform/text';
import type { RegistrationStore } from '../registration/registration-store';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { appendRows, FolderNode, NoticeNode, Tree, icon } from './tree';

export type FlagsTreeNode = FolderNode | FlagNode | NoticeNode;

/** The flags of every folder. Nodes live as long as their folder, and one node is refreshed at a time. */
export class FlagsTree extends Tree<FlagsTreeNode> {
  private readonly nodes = new Map<Folder, readonly FlagNode[]>();

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagModel,
    private readonly registration: RegistrationStore,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        const nodes = this.nodes.get(folder);
        if (nodes === undefined) {
          if (flag === alarms) this.refresh();
          return;
        }
        const node = nodes.find((one) => one.flag === flag);
        const comesOrGoes = node === undefined || node.state?.hidden !== state.hidden;
        node?.update(state, Date.now());
        this.didChangeEmitter.fire(comesOrGoes ? undefined : node);
      }),
    );
    this.ds.add(folders.onDidChange(() => this.rebuild()));
    this.ds.add(registration.onDidChange(() => this.refresh()));
  }

  /** Empty if no folder has hooks or an alarm: the welcome text then says what to do. */
  async getChildren(parent?: FlagsTreeNode): Promise<FlagsTreeNode[]> {
    if (parent instanceof FolderNode) return this.flagsOf(parent.folder);
    if (parent !== undefined) return [];
    const folders = this.folders.all;
    const isShown = (folder: Folder) =>
      this.registration.of(folder).registered || this.flags.state(folder, alarms)?.status === 'alarm';
    if (!folders.some(isShown)) return [];
    const [only] = folders;
    if (only !== undefined && folders.length === 1) return this.flagsOf(only);
    return folders.map((folder) => new FolderNode(folder));
  }

  override refreshAges(now: number): number | undefined {
    let next: number | undefined;
    for (const node of [...this.nodes.values()].flat()) {
      const at = node.state?.at;
      if (at === undefined) continue;
      // A countdown changes every second.
      next = Math.min(next ?? Infinity, node.state?.endsAt === undefined ? untilNextAge(at, now) : 1_000);
      const before = node.description;
      node.update(node.state, now);
      if (node.description !== before) this.didChangeEmitter.fire(node);
    }
    return next;
  }

  private async flagsOf(folder: Folder): Promise<FlagsTreeNode[]> {
    await this.flags.ready(folder);
    const nodes = this.flags.flagsOf(folder).map((flag) => this.nodeOf(folder, flag.id) ?? new FlagNode(folder, flag));
    for (const node of nodes) node.update(this.flags.state(folder, node.flag), Date.now());
    this.nodes.set(folder, nodes);
    const shown = nodes.filter(({ state }) => state?.hidden !== true);
    if (this.registration.of(folder).registered) return shown;
    return [unregistered(folder), ...shown];
  }

  private nodeOf(folder: Folder, flag: string): FlagNode | undefined {
    return this.nodes.get(folder)?.find((node) => node.flag.id === flag);
  }

  private rebuild(): void {
    for (const folder of this.nodes.keys()) if (!this.folders.all.includes(folder)) this.nodes.delete(folder);
    this.refresh();
  }
}

function unregistered(folder: Folder): NoticeNode {
  return new NoticeNode(t('Hooks are not installed here'), 'debug-disconnect', {
    command: 'gatehouse.installHooks',
    title: t('Install Hooks'),
    arguments: [folder],
  });
}

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
    const { icon: id, color } = appearanceOf(state?.status ?? 'missing');
    const word = wordOf(state ?? { status: 'missing' });
    this.iconPath = icon(id, color);
    this.description = [word, ...timeOf(state, now)].join(' · ');
    this.tooltip = state === undefined ? undefined : tooltip(this.flag, state, this.description);
    this.contextValue = ['flag', this.flag.family ?? this.flag.id, ...(state?.actions ?? [])].join(' ');
    const spoken = [this.flag.title, this.description, ...(state?.hold === 'block' ? [t('blocks')] : [])];
    this.accessibilityInformation = { label: spoken.join(', ') };
  }
}

function timeOf(state: FlagState | undefined, now: number): readonly string[] {
  if (state?.endsAt !== undefined) return [t('{0} left', countdown(state.endsAt, now))];
  return state?.at === undefined ? [] : [age(state.at, now)];
}

const shownFiles = 8;

function tooltip(flag: Flag, state: FlagState, description: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.appendMarkdown(`**${flag.title}** — ${description}\n\n`);
  text.appendText(`${state.reason}\n\n`);
  const since = state.at === undefined ? [] : [{ label: t('Set'), value: new Date(state.at).toLocaleString() }];
  appendRows(text, [...since, ...state.facts]);
  const changed = state.changed ?? [];
  if (changed.length > 0) text.appendMarkdown(`\n${t('Changed since:')}\n\n`);
  for (const file of changed.slice(0, shownFiles)) {
    text.appendMarkdown('- ');
    text.appendText(file);
    text.appendMarkdown('\n');
  }
  if (changed.length > shownFiles) text.appendMarkdown(`- ${t('and {0} more', changed.length - shownFiles)}\n`);
  if (state.hold === 'block') text.appendMarkdown(`\n$(lock) ${t('The agent is blocked until this passes.')}`);
  return text;
}
