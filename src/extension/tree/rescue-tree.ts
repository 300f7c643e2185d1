import * as vscode from 'vscode';
import { untilNextAge } from '../platform/age';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { RescueStore } from '../store/rescue-store';
import { FolderNode } from './folder-node';
import { KeptFileNode, SnapshotNode } from './rescue-nodes';

export type RescueTreeNode = FolderNode | SnapshotNode | KeptFileNode;

/** What the agent discarded and can be had back, newest first. */
export class RescueTree implements vscode.TreeDataProvider<RescueTreeNode>, Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<RescueTreeNode | undefined>());
  readonly onDidChangeTreeData = this.didChangeEmitter.event;
  private newestAt: number | undefined;

  constructor(
    private readonly folders: OpenFolders,
    private readonly rescue: RescueStore,
  ) {
    const all = () => this.didChangeEmitter.fire(undefined);
    this.ds.add(rescue.onDidChange(all));
    this.ds.add(folders.onDidChange(all));
  }

  getTreeItem(node: RescueTreeNode): vscode.TreeItem {
    return node;
  }

  async getChildren(parent?: RescueTreeNode): Promise<RescueTreeNode[]> {
    if (parent === undefined) return this.roots();
    switch (parent.kind) {
      case 'folder':
        return this.inFolder(parent.folder);
      case 'snapshot':
        return (await this.rescue.files(parent.folder, parent.kept.snapshot)).map((file) => new KeptFileNode(parent, file)); // prettier-ignore
      case 'file':
        return [];
    }
  }

  /** Needed to reveal and to select. */
  getParent(node: RescueTreeNode): RescueTreeNode | undefined {
    return node.kind === 'file' ? node.parent : undefined;
  }

  /** Ages grow although nothing happens; this brings them up to date and says when to come again. */
  refreshAges(now: number): number | undefined {
    if (this.newestAt === undefined) return undefined;
    this.didChangeEmitter.fire(undefined);
    return untilNextAge(this.newestAt, now);
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
    const now = folder.surroundings.clock.now();
    const kept = await this.rescue.list(folder);
    const newest = kept[0]?.snapshot.at;
    if (newest !== undefined) this.newestAt = Math.max(this.newestAt ?? 0, newest);
    return kept.map((one) => new SnapshotNode(folder, one, now));
  }

  dispose(): void {
    this.ds.dispose();
  }
}
