import * as vscode from 'vscode';
import { switchGate } from '../commands/gate-level';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import { GateNode } from './hook-nodes';
import type { HooksTree } from './hooks-tree';

/** The view of the hooks. It looks anew whenever it comes into sight: the host tells nobody how it fares. */
export function openHooksView(tree: HooksTree, person: Person): Disposable {
  const ds = new Disposables();
  const view = ds.add(
    vscode.window.createTreeView('gatehouse.hooks', { treeDataProvider: tree, manageCheckboxStateManually: true }),
  );
  ds.add(view.onDidChangeVisibility(({ visible }) => visible && tree.refresh()));
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
