import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { announceWindow, withdrawWindow } from '../../hooks/person/notices';
import type { DecisionStore } from '../store/decision-store';
import type { OpenFolders } from '../store/open-folders';
import { Disposables, type Disposable } from './disposables';

/** Tells the hooks whether this window is focused; then no desktop notification is needed. */
export class WindowPresence implements Disposable {
  private readonly ds = new Disposables();
  private readonly said = new Map<string, boolean>();

  constructor(
    private readonly folders: OpenFolders,
    decisions: DecisionStore,
    private readonly shows: () => boolean,
  ) {
    const say = () => this.say();
    this.ds.add(vscode.window.onDidChangeWindowState(say));
    this.ds.add(vscode.workspace.onDidChangeConfiguration(say));
    this.ds.add(folders.onDidChange(say));
    this.ds.add(decisions.onDidChange(say));
    say();
  }

  private say(): void {
    const homes = new Set(this.folders.all.map(({ home }) => home));
    for (const home of this.said.keys()) if (!homes.has(home)) this.withdraw(home);
    const looked = vscode.window.state.focused && this.shows();
    for (const home of homes) {
      // Where no hook has ever run, no one asks.
      if (this.said.get(home) === looked || !existsSync(home)) continue;
      announceWindow(home, process.pid, looked);
      this.said.set(home, looked);
    }
  }

  private withdraw(home: string): void {
    withdrawWindow(home, process.pid);
    this.said.delete(home);
  }

  dispose(): void {
    this.ds.dispose();
    for (const home of [...this.said.keys()]) this.withdraw(home);
  }
}
