import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';

/** Keeps the ages in a view right while it is visible; otherwise there is no timer. */
export class Ages implements Disposable {
  private readonly ds = new Disposables();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: vscode.TreeView<unknown>,
    private readonly refresh: (now: number) => number | undefined,
    changed: vscode.Event<unknown>,
  ) {
    this.ds.add(view.onDidChangeVisibility(() => this.tick()));
    this.ds.add(vscode.window.onDidChangeWindowState(() => this.tick()));
    this.ds.add(changed(() => this.start()));
  }

  private get seen(): boolean {
    return this.view.visible && vscode.window.state.focused && vscode.window.state.active;
  }

  private start(): void {
    if (this.timer === undefined && this.seen) this.timer = setTimeout(() => this.tick(), 60_000);
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.seen) return;
    const next = this.refresh(Date.now());
    if (next !== undefined) this.timer = setTimeout(() => this.tick(), next);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.ds.dispose();
  }
}
