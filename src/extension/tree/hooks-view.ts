import * as vscode from 'vscode';
import { switchGate } from '../commands/gate-level';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { FlagModel } from '../store/flag-model';
import { GateNode } from './hook-nodes';
import type { HooksTree } from './hooks-tree';

const hostPaceMs = 2_000;

/** The view of the hooks. While it is visible it asks the host how it does, for the host sends no events. */
export function openHooksView(tree: HooksTree, decisions: DecisionStore, flags: FlagModel, person: Person): Disposable {
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
      for (const [node, state] of items) {
        if (node instanceof GateNode) await switchGate(node, state === vscode.TreeItemCheckboxState.Checked, person);
      }
      tree.refresh();
    }),
  );
  return ds;
}
