import path from 'node:path';
import * as vscode from 'vscode';
import { accessibilityLabel, untilNextAge } from '../platform/text';
import { DisposableOwner } from '../platform/disposables';
import type { Folder } from '../store/folder';

export const icon = (id: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));

/** The tree of a view, whose nodes are tree items. */
export abstract class Tree<Node extends vscode.TreeItem>
  extends DisposableOwner
  implements vscode.TreeDataProvider<Node>
{
  protected readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.didChangeEmitter.event;
  /** When the newest thing with a shown age happened. */
  protected newestAt: number | undefined;

  abstract getChildren(parent?: Node): vscode.ProviderResult<Node[]>;

  getTreeItem(node: Node): vscode.TreeItem {
    return node;
  }

  /** Rebuilds the whole tree. */
  refresh(): void {
    this.didChangeEmitter.fire(undefined);
  }

  /** Updates the ages that are shown, and returns when they change next. */
  refreshAges(now: number): number | undefined {
    if (this.newestAt === undefined) return undefined;
    this.refresh();
    return untilNextAge(this.newestAt, now);
  }
}

/** A sentence in a tree that says why the tree is empty or ends here. */
export class NoticeNode extends vscode.TreeItem {
  readonly kind = 'notice';

  constructor(label: string, iconId: string, command?: vscode.Command) {
    super(label);
    this.iconPath = icon(iconId);
    this.accessibilityInformation = { label };
    if (command !== undefined) this.command = command;
  }
}

/** The section of one folder, where a window shows several. */
export class FolderNode extends vscode.TreeItem {
  readonly kind = 'folder';

  constructor(readonly folder: Folder) {
    super(folder.name, vscode.TreeItemCollapsibleState.Expanded);
    this.id = folder.root;
    this.iconPath = icon(folder.place.repository?.linked === true ? 'worktree' : 'root-folder');
    this.description = folder.git?.branch() ?? '';
    this.tooltip = folder.root;
    this.contextValue = 'folder';
    this.accessibilityInformation = { label: `${folder.name}, ${path.basename(folder.root)}` };
  }
}

/** A row that only shows something: nothing is below it. */
export class RowNode<Kind extends string> extends vscode.TreeItem {
  constructor(
    readonly kind: Kind,
    label: string,
    parts: Pick<vscode.TreeItem, 'id' | 'description' | 'iconPath' | 'tooltip' | 'command'>,
  ) {
    super(label);
    Object.assign(this, parts);
    this.contextValue = kind;
    this.accessibilityInformation = accessibilityLabel(this);
  }
}

/** A line below another node: a label and a text. */
export class DetailNode extends vscode.TreeItem {
  readonly kind = 'detail';

  constructor(label: string, iconId: string, text: string) {
    super(label);
    this.iconPath = icon(iconId);
    this.description = text;
    this.tooltip = text;
    this.contextValue = 'detail';
    this.accessibilityInformation = { label: `${label}: ${text}` };
  }
}

/** Appends a list of labels and values to a tooltip. Values are shown as plain text. */
export function appendRows(
  text: vscode.MarkdownString,
  rows: readonly { readonly label: string; readonly value: string }[],
): void {
  for (const { label, value } of rows) {
    text.appendMarkdown(`- ${label}: `);
    text.appendText(value);
    text.appendMarkdown('\n');
  }
}
