import path from 'node:path';
import * as vscode from 'vscode';
import type { Folder } from '../store/folder';

/** A sentence in a tree that says why the tree is empty or ends here. */
export class NoticeNode extends vscode.TreeItem {
  readonly kind = 'notice';

  constructor(label: string, icon: string, command?: vscode.Command) {
    super(label);
    this.iconPath = new vscode.ThemeIcon(icon);
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
    this.iconPath = new vscode.ThemeIcon(folder.place.repository?.linked === true ? 'worktree' : 'root-folder');
    this.description = folder.git?.branch() ?? '';
    this.tooltip = folder.root;
    this.contextValue = 'folder';
    this.accessibilityInformation = { label: `${folder.name}, ${path.basename(folder.root)}` };
  }
}
