import * as vscode from 'vscode';
import { ContextKeys } from './platform/context-keys';
import { Disposables, type Disposable } from './platform/disposables';
import type { Person } from './platform/person';
import { NeedsYou } from './notices/needs-you';
import { preferences } from './platform/preferences';
import { ScopeIndicator } from './status-bar/scope-indicator';
import { StatusBar } from './status-bar/status-bar';
import type { Stores } from './stores';
import { Ages } from './tree/ages';
import { DecisionsTree } from './tree/decisions-tree';
import { FlagsTree } from './tree/flags-tree';
import { HooksTree } from './tree/hooks-tree';
import { openHooksView } from './tree/hooks-view';
import { questionDecorations } from './tree/question-nodes';
import { QuestionsTree } from './tree/questions-tree';
import { RescueTree } from './tree/rescue-tree';

export type Views = ReturnType<typeof openViews>;

/** What a person sees all the time: the views of the container, the status bar, and the keys that menus ask about. */
export function openViews(stores: Stores, person: Person, failed: (error: unknown) => void) {
  const { folders, registration, damage, config, flagStore, decisions, questions, rescue } = stores;
  const ds = new Disposables();
  const { createTreeView } = vscode.window;
  const aging = <T>(view: vscode.TreeView<T>, tree: vscode.TreeDataProvider<T> & Aging) => {
    ds.add(new Ages(view, (now) => tree.refreshAges(now), tree.onDidChangeTreeData));
  };
  const flagsTree = ds.add(new FlagsTree(folders, flagStore, registration));
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
  ds.add(openHooksView(hooksTree, decisions, flagStore, person));
  const statusBar = ds.add(new StatusBar(folders, flagStore, registration, damage, preferences.statusBar));
  ds.add(new ScopeIndicator(folders, failed));
  ds.add(new ContextKeys(folders, registration, decisions, flagStore));
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
