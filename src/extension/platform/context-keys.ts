import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from '../registration/registration-store';

/** What `when` clauses of menus and welcome texts ask about. */
export class ContextKeys implements Disposable {
  private readonly ds = new Disposables();

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
  ) {
    this.ds.add(folders.onDidChange(() => this.set()));
    this.ds.add(registration.onDidChange(() => this.set()));
    this.set();
  }

  private set(): void {
    const registered = this.folders.all.filter((folder) => this.registration.of(folder).registered).length;
    const all = this.folders.all.length;
    const word = registered === 0 ? 'none' : registered === all ? 'all' : 'some';
    void vscode.commands.executeCommand('setContext', 'gatehouse.registered', word);
    void vscode.commands.executeCommand('setContext', 'gatehouse.folders', all);
  }

  dispose(): void {
    this.ds.dispose();
  }
}
