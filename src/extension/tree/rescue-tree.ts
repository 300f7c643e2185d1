import * as vscode from 'vscode';
import type { KeptFile } from '../../hooks/rescue/history';
import { oneLine, age, t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { RescueStore, KeptSnapshot } from '../store/rescue-store';
import { appendRows, FolderNode, Tree, icon } from './tree';

export type RescueTreeNode = FolderNode | SnapshotNode | KeptFileNode;

/** Snapshots of what the agent discarded, newest first. */
export class RescueTree extends Tree<RescueTreeNode> {
  constructor(
    private readonly folders: OpenFolders,
    private readonly rescue: RescueStore,
  ) {
    super();
    this.ds.add(rescue.onDidChange(() => this.refresh()));
    this.ds.add(folders.onDidChange(() => this.refresh()));
  }

  async getChildren(parent?: RescueTreeNode): Promise<RescueTreeNode[]> {
    if (parent === undefined) return this.roots();
    switch (parent.kind) {
      case 'folder':
        return this.inFolder(parent.folder);
      case 'snapshot':
        return (await this.rescue.files(parent.folder, parent.kept.snapshot)).map(
          (file) => new KeptFileNode(parent, file),
        );
      case 'file':
        return [];
    }
  }

  /** Needed to reveal and to select. */
  getParent(node: RescueTreeNode): RescueTreeNode | undefined {
    return node.kind === 'file' ? node.parent : undefined;
  }

  private async roots(): Promise<RescueTreeNode[]> {
    this.newestAt = undefined;
    const [only, ...others] = this.folders.all;
    if (only === undefined) return [];
    if (others.length === 0) return this.inFolder(only);
    const held = await Promise.all(this.folders.all.map((folder) => this.rescue.list(folder)));
    return this.folders.all.filter((_, at) => (held[at]?.length ?? 0) > 0).map((folder) => new FolderNode(folder));
  }

  private async inFolder(folder: Folder): Promise<SnapshotNode[]> {
    const now = folder.services.clock.now();
    const kept = await this.rescue.list(folder);
    const newest = kept[0]?.snapshot.at;
    if (newest !== undefined) this.newestAt = Math.max(this.newestAt ?? 0, newest);
    return kept.map((one) => new SnapshotNode(folder, one, now));
  }
}

const { Collapsed } = vscode.TreeItemCollapsibleState;

/** What one command of the agent was about to discard. */
export class SnapshotNode extends vscode.TreeItem {
  declare readonly label: string;
  readonly kind = 'snapshot';

  constructor(
    readonly folder: Folder,
    readonly kept: KeptSnapshot,
    now: number,
  ) {
    const { snapshot } = kept;
    super(whatIn(kept), Collapsed);
    this.id = `${folder.root}#rescue#${snapshot.id}`;
    this.description = `${age(snapshot.at, now)} · ${oneLine(snapshot.command, 80)}`;
    this.iconPath = icon('archive');
    this.tooltip = tooltip(kept);
    this.contextValue = 'snapshot';
    this.accessibilityInformation = { label: `${this.label}: ${this.description}` };
  }
}

/** `12 files, +340 −12, 1 stash, topic` */
export function whatIn({ snapshot, lines }: KeptSnapshot): string {
  const { files, stashes, refs } = snapshot;
  return [
    ...(files > 0 ? [files === 1 ? t('1 file') : t('{0} files', files), `+${lines.added} −${lines.removed}`] : []),
    ...(stashes > 0 ? [stashes === 1 ? t('1 stash') : t('{0} stashes', stashes)] : []),
    ...refs.map((ref) => oneLine(ref.replace(/^refs\/(?:heads|tags)\//, ''), 40)),
  ].join(', ');
}

function tooltip(kept: KeptSnapshot): vscode.MarkdownString {
  const { at, session, command, id, root } = kept.snapshot;
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**${t('Snapshot from before this command')}**\n`);
  text.appendCodeblock(command.slice(0, 1_000), 'shellscript');
  appendRows(text, [
    { label: t('What'), value: whatIn(kept) },
    { label: t('When'), value: new Date(at).toLocaleString() },
    ...(session === '' ? [] : [{ label: t('Session'), value: session }]),
    { label: t('Where'), value: root },
    { label: t('Id'), value: id },
  ]);
  return text;
}

/** A file of a snapshot, compared with the current file. */
export class KeptFileNode extends vscode.TreeItem {
  readonly kind = 'file';

  constructor(
    readonly parent: SnapshotNode,
    readonly file: KeptFile,
  ) {
    super(file.path.slice(file.path.lastIndexOf('/') + 1));
    const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '';
    const state = stateOf(file);
    this.id = `${parent.id ?? ''}#${file.bytes}`;
    this.description = [folder, state].filter((text) => text !== '').join(' · ');
    this.iconPath = icon(file.kind === 'absent' ? 'trash' : file.kind === 'link' ? 'file-symlink-file' : 'file');
    this.tooltip = `${file.path}: ${state}`;
    this.contextValue = file.kind === 'staged' || file.kind === 'submodule' ? 'kept' : 'kept restorable';
    this.accessibilityInformation = { label: `${file.path}, ${state}` };
    if (file.kind !== 'staged' && file.kind !== 'submodule') {
      this.command = { command: 'gatehouse.diffRescued', title: t('Compare'), arguments: [this] };
    }
  }
}

function stateOf({ kind, now }: KeptFile): string {
  if (kind === 'staged') return t('staged');
  if (kind === 'absent') return now === 'same' ? t('deleted both then and now') : t('was deleted');
  if (now === 'same') return t('same as now');
  return now === 'missing' ? t('missing now') : t('different now');
}
