import * as vscode from 'vscode';
import { isRefusal, type Trace } from '../hooks/pipeline/trace';
import { workflowNamed } from './flags/workflow';
import { type Disposable, Disposables, DisposableOwner } from './platform/disposables';
import { type Person, preferences } from './platform/person';
import { t } from './platform/text';
import type { RegistrationStore } from './registration/registration-store';
import { ScopeIndicator, StatusBar } from './status-bar/status-bar';
import type { DecisionStore } from './store/decision-store';
import type { FlagModel } from './store/flag-model';
import type { OpenFolders } from './store/open-folders';
import type { Stores } from './stores';
import { DecisionsTree } from './tree/decisions-tree';
import { FlagsTree } from './tree/flags-tree';
import { GateNode } from './tree/hook-nodes';
import { HooksTree } from './tree/hooks-tree';
import { questionDecorations, QuestionsTree } from './tree/questions-tree';
import { RescueTree } from './tree/rescue-tree';

export type Views = ReturnType<typeof openViews>;

/** The permanent parts of the UI: the views, the status bar, and the context keys of menus. */
export function openViews(stores: Stores, person: Person, failed: (error: unknown) => void) {
  const { folders, registration, damage, config, flagModel, decisions, questions, rescue } = stores;
  const ds = new Disposables();
  const { createTreeView } = vscode.window;
  const aging = <T>(view: vscode.TreeView<T>, tree: vscode.TreeDataProvider<T> & Aging) => {
    ds.add(new Ages(view, (now) => tree.refreshAges(now), tree.onDidChangeTreeData));
  };
  const flagsTree = ds.add(new FlagsTree(folders, flagModel, registration));
  aging(ds.add(createTreeView('gatehouse.flags', { treeDataProvider: flagsTree })), flagsTree);
  const decisionsTree = ds.add(new DecisionsTree(folders, decisions));
  const decisionsView = ds.add(
    createTreeView('gatehouse.decisions', { treeDataProvider: decisionsTree, showCollapseAll: true }),
  );
  ds.add(new NeedsYou(decisionsView, decisions));
  const questionsTree = ds.add(new QuestionsTree(folders, questions));
  aging(ds.add(createTreeView('gatehouse.questions', { treeDataProvider: questionsTree })), questionsTree);
  ds.add(vscode.window.registerFileDecorationProvider(questionDecorations));
  const rescueTree = ds.add(new RescueTree(folders, rescue));
  aging(ds.add(createTreeView('gatehouse.rescue', { treeDataProvider: rescueTree, canSelectMany: true })), rescueTree);
  const hooksTree = ds.add(new HooksTree(folders, registration, config));
  ds.add(openHooksView(hooksTree, decisions, flagModel, person));
  const statusBar = ds.add(new StatusBar(folders, flagModel, registration, damage, preferences.statusBar));
  ds.add(new ScopeIndicator(folders, failed));
  ds.add(new ContextKeys(folders, registration, decisions, flagModel));
  return {
    flagsTree,
    decisionsTree,
    decisionsView,
    questionsTree,
    rescueTree,
    hooksTree,
    statusBar,
    dispose: () => ds.dispose(),
  };
}

interface Aging extends Disposable {
  refreshAges(now: number): number | undefined;
  readonly onDidChangeTreeData: vscode.Event<unknown>;
}

const hostPaceMs = 2_000;

/** The view of the hooks. It refreshes while visible; the host sends no events. */
function openHooksView(tree: HooksTree, decisions: DecisionStore, flags: FlagModel, person: Person): Disposable {
  const ds = new Disposables();
  const view = ds.add(
    vscode.window.createTreeView('gatehouse.hooks', { treeDataProvider: tree, manageCheckboxStateManually: true }),
  );
  let timer: NodeJS.Timeout | undefined;
  const watchHost = () => {
    clearInterval(timer);
    if (view.visible) timer = setInterval(() => void tree.refreshHost(), hostPaceMs);
  };
  ds.add({ dispose: () => clearInterval(timer) });
  watchHost();
  ds.add(
    view.onDidChangeVisibility(({ visible }) => {
      watchHost();
      if (visible) tree.refresh();
    }),
  );
  ds.add(flags.onDidChange(() => tree.refreshAlarms()));
  ds.add(decisions.onDidChange(() => view.visible && void tree.refreshHost()));
  ds.add(
    view.onDidChangeCheckboxState(async ({ items }) => {
      const { switchGate } = await import(/* webpackChunkName: "late" */ './commands/configuration');
      for (const [node, state] of items) {
        if (node instanceof GateNode) await switchGate(node, state === vscode.TreeItemCheckboxState.Checked, person);
      }
      tree.refresh();
    }),
  );
  return ds;
}

/** Refreshes the ages in a view while it is visible; otherwise no timer runs. */
class Ages implements Disposable {
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

  private get isShown(): boolean {
    return this.view.visible && vscode.window.state.focused && vscode.window.state.active;
  }

  private start(): void {
    if (this.timer === undefined && this.isShown) this.timer = setTimeout(() => this.tick(), 60_000);
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.isShown) return;
    const next = this.refresh(Date.now());
    if (next !== undefined) this.timer = setTimeout(() => this.tick(), next);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.ds.dispose();
  }
}

/** The number on the view's icon: blocked calls that the person has not seen. */
class NeedsYou extends DisposableOwner {
  private unseen = 0;

  constructor(
    private readonly view: Pick<vscode.TreeView<unknown>, 'badge' | 'visible' | 'onDidChangeVisibility'>,
    decisions: DecisionStore,
  ) {
    super();
    this.ds.add(
      decisions.onDidChange(({ added }) => {
        this.unseen += added?.filter(isRefusal).length ?? 0;
        this.show();
      }),
    );
    this.ds.add(view.onDidChangeVisibility(() => this.show()));
    this.ds.add(vscode.window.onDidChangeWindowState(() => this.show()));
  }

  private show(): void {
    if (this.view.visible && vscode.window.state.focused) this.unseen = 0;
    const tooltip =
      this.unseen === 1 ? t('1 blocked call you have not seen') : t('{0} blocked calls you have not seen', this.unseen);
    this.view.badge = this.unseen === 0 ? undefined : { value: this.unseen, tooltip };
  }
}

/** Context keys for the `when` clauses of menus and welcome texts. */
class ContextKeys extends DisposableOwner {
  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    decisions: DecisionStore,
    flags: FlagModel,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ flag, state }) => {
        const key = flag.id === 'pause' ? 'paused' : workflowNamed(flag) === undefined ? undefined : 'workflows';
        if (key === undefined) return;
        void vscode.commands.executeCommand('setContext', `gatehouse.${key}`, state.hidden !== true);
      }),
    );
    this.ds.add(decisions.onDidChange(({ added }) => this.noteFirstDeny(added ?? [])));
    this.ds.add(folders.onDidChange(() => this.set()));
    this.ds.add(registration.onDidChange(() => this.set()));
    // The first command to the editor is slow and the log is large, so the activation does not wait for them.
    const first = setImmediate(() => {
      this.set();
      for (const folder of folders.all) this.noteFirstDeny(decisions.of(folder));
    });
    this.ds.add({ dispose: () => clearImmediate(first) });
  }

  /** Completes a step of the walkthrough. */
  private noteFirstDeny(traces: readonly Trace[]): void {
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
}
