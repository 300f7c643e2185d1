import * as vscode from 'vscode';

/** A sentence in a tree that says why there is nothing more to see. */
export class NoticeNode extends vscode.TreeItem {
  readonly kind = 'notice';

  constructor(label: string, icon: string, command?: vscode.Command) {
    super(label);
    this.iconPath = new vscode.ThemeIcon(icon);
    this.accessibilityInformation = { label };
    if (command !== undefined) this.command = command;
  }
}
