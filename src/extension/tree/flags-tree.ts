import * as vscode from 'vscode';
import { alarms } from '../flags/alarms';
import { untilNextAge } from '../platform/age';
import { Disposables, type Disposable } from '../platform/disposables';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from '../registration/registration-store';
import { FlagNode } from './flag-node';
import { FolderNode } from './folder-node';
import { NoticeNode } from './notice-node';

export type FlagsTreeNode = FolderNode | FlagNode | NoticeNode;

/** The flags of every folder. Nodes live as long as their folder, and one node is refreshed at a time. */
export class FlagsTree implements vscode.TreeDataProvider<FlagsTreeNode>, Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<FlagsTreeNode | undefined>());
  readonly onDidChangeTreeData = this.didChangeEmitter.event;
  private readonly nodes = new Map<Folder, readonly FlagNode[]>();

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagStore,
    private readonly registration: RegistrationStore,
  ) {
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        const nodes = this.nodes.get(folder);
        if (nodes === undefined) {
          if (flag === alarms) this.didChangeEmitter.fire(undefined);
          return;
        }
        const node = nodes.find((one) => one.flag === flag);
        const comesOrGoes = node === undefined || node.state?.hidden !== state.hidden;
        node?.update(state, Date.now());
        this.didChangeEmitter.fire(comesOrGoes ? undefined : node);
      }),
    );
    this.ds.add(folders.onDidChange(() => this.rebuild()));
    this.ds.add(registration.onDidChange(() => this.didChangeEmitter.fire(undefined)));
  }

  getTreeItem(node: FlagsTreeNode): vscode.TreeItem {
    return node;
  }

  /** Nothing at all where no folder has hooks or an alarm: the welcome text then says what to do. */
  async getChildren(parent?: FlagsTreeNode): Promise<FlagsTreeNode[]> {
    if (parent instanceof FolderNode) return this.flagsOf(parent.folder);
    if (parent !== undefined) return [];
    const folders = this.folders.all;
    const speaks = (folder: Folder) =>
      this.registration.of(folder).registered || this.flags.state(folder, alarms)?.status === 'alarm';
    if (!folders.some(speaks)) return [];
    const [only] = folders;
    if (only !== undefined && folders.length === 1) return this.flagsOf(only);
    return folders.map((folder) => new FolderNode(folder));
  }

  /** Ages grow although nothing happens; this brings them up to date and says when to come again. */
  refreshAges(now: number): number | undefined {
    let next: number | undefined;
    for (const node of [...this.nodes.values()].flat()) {
      const at = node.state?.at;
      if (at === undefined) continue;
      // A countdown is told by the second.
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
    this.didChangeEmitter.fire(undefined);
  }

  dispose(): void {
    this.ds.dispose();
  }
}

function unregistered(folder: Folder): NoticeNode {
  return new NoticeNode(vscode.l10n.t('Hooks are not installed here'), 'debug-disconnect', {
    command: 'gatehouse.installHooks',
    title: vscode.l10n.t('Install Hooks'),
    arguments: [folder],
  });
}
