import * as vscode from 'vscode';
import type { Disposable } from '../platform/disposables';

export interface Look {
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly label: string;
  readonly background: 'error' | 'warning' | undefined;
  readonly command: vscode.Command;
}

/** One status bar item. It is painted only when it looks different. */
export class Indicator implements Disposable {
  private readonly item: vscode.StatusBarItem;
  private painted = '';
  repaints = 0;

  constructor(id: string, name: string, priority: number) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    // People hide an item by its name.
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
