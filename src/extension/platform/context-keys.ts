import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { workflowNamed } from '../flags/workflow';
import { Disposables, type Disposable } from '../platform/disposables';
import type { DecisionStore } from '../store/decision-store';
import type { FlagModel } from '../store/flag-model';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from '../registration/registration-store';

/** What `when` clauses of menus and welcome texts ask about. */
export class ContextKeys implements Disposable {
  private readonly ds = new Disposables();

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    decisions: DecisionStore,
    flags: FlagModel,
  ) {
    this.ds.add(
      flags.onDidChange(({ flag, state }) => {
        const key = flag.id === 'pause' ? 'paused' : workflowNamed(flag) === undefined ? undefined : 'workflows';
        if (key === undefined) return;
        void vscode.commands.executeCommand('setContext', `gatehouse.${key}`, state.hidden !== true);
      }),
    );
    this.ds.add(decisions.onDidChange(({ added }) => this.seen(added ?? [])));
    // Nothing waits for it, and the log is large.
    const look = setImmediate(() => folders.all.forEach((folder) => this.seen(decisions.of(folder))));
    this.ds.add({ dispose: () => clearImmediate(look) });
    this.ds.add(folders.onDidChange(() => this.set()));
    this.ds.add(registration.onDidChange(() => this.set()));
    this.set();
  }

  /** Steps of the walkthrough look for it. */
  private seen(traces: readonly Trace[]): void {
    if (!traces.some(({ verdict }) => verdict.decision === 'deny')) return;
    void vscode.commands.executeCommand('setContext', 'gatehouse.denied', true);
  }

  private set(): void {
    const registered = this.folders.all.filter((folder) => this.registration.of(folder).registered).length;
    const all = this.folders.all.length;
    const word = registered === 0 ? 'none' : registered === all ? 'all' : 'some';
    void vscode.commands.executeCommand('setContext', 'gatehouse.registered', word);
    void vscode.commands.executeCommand('setContext', 'gatehouse.installed', registered > 0);
  }

  dispose(): void {
    this.ds.dispose();
  }
}
