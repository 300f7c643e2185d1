import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './wait';

/**
 * A tree as a person reads it, one node a line, children indented by two spaces:
 * `label · description  $(icon)  [contextValue]`; parts that a node lacks are left out.
 */
export async function treeText<T>(provider: vscode.TreeDataProvider<T>, { context = false } = {}): Promise<string> {
  const lines: string[] = [];
  const walk = async (node: T | undefined, depth: number): Promise<void> => {
    for (const child of (await provider.getChildren(node)) ?? []) {
      const item = await provider.getTreeItem(child);
      lines.push('  '.repeat(depth) + nodeText(item, context));
      if (item.collapsibleState !== undefined && item.collapsibleState !== vscode.TreeItemCollapsibleState.None) {
        await walk(child, depth + 1);
      }
    }
  };
  await walk(undefined, 0);
  return lines.join('\n');
}

function nodeText(item: vscode.TreeItem, context: boolean): string {
  const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
  const description = typeof item.description === 'string' && item.description !== '' ? ` · ${item.description}` : '';
  const icon = item.iconPath instanceof vscode.ThemeIcon ? `  $(${item.iconPath.id})` : '';
  const value = context && item.contextValue !== undefined ? `  [${item.contextValue}]` : '';
  return `${label}${description}${icon}${value}`;
}

/** Waits until a tree reads as the literal says; otherwise fails with both texts side by side. */
export async function untilTree<T>(
  provider: vscode.TreeDataProvider<T>,
  expected: string,
  { context = false } = {},
): Promise<void> {
  const wanted = outdent(expected);
  const changes = provider.onDidChangeTreeData;
  assert.ok(changes, 'the tree tells when it changes');
  let now = '';
  const look = async () => {
    now = await treeText(provider, { context });
    return now === wanted ? true : undefined;
  };
  await until([changes as vscode.Event<unknown>], look).catch(() => assert.equal(now, wanted));
}

/** Takes the indentation of a template literal away, and the empty lines around it. */
function outdent(text: string): string {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length));
  return lines.map((line) => line.slice(margin)).join('\n');
}
