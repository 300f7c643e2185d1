import path from 'node:path';
import * as vscode from 'vscode';
import type { Folder } from '../store/folder';

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
