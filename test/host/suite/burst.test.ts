import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { parts } from '../support/parts';
import { treeText, untilTree } from '../support/tree';
import { folder } from '../support/workspace';

describe('a burst of changes', () => {
  let all: Parts;
  before(async () => {
    all = await parts();
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await vscode.commands.executeCommand('gatehouse.flags.focus');
    // A tree that was never visible has nothing to paint.
    await treeText(all.flagsTree);
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    rmSync(path.join(folder(), '.claude_review_state.json'), { force: true });
  });

  it('of 10,000 writes paints at most 20 times, and ends with the truth', async () => {
    const file = path.join(folder(), '.claude_review_state.json');
    const never = { executed: false, passed: false, last_run: '' };
    const now = new Date().toISOString().replace(/\.\d+/, '');
    const write = (passed: boolean) => {
      const flag = { executed: true, passed, last_run: now };
      writeFileSync(
        file,
        JSON.stringify({
          session_id: '',
          updated_at: now,
          has_code_change: false,
          has_doc_change: false,
          code_review: flag,
          doc_review: never,
          precommit: never,
        }),
      );
    };
    let painted = 0;
    const listener = all.flagsTree.onDidChangeTreeData(() => (painted += 1));
    const before = all.statusBar.repaints;
    const start = performance.now();
    let longest = 0;
    for (let count = 0; count < 10_000; count += 1) {
      write(count % 2 === 0);
      if (count % 101 !== 0) continue;
      const paused = performance.now();
      await breathe();
      longest = Math.max(longest, performance.now() - paused);
    }
    write(true);
    await untilTree(
      all.flagsTree,
      `
      Code review · unbound · just now  $(unverified)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
    listener.dispose();
    const bar = all.statusBar.repaints - before;
    console.log(
      `      ${Math.round(performance.now() - start)} ms, tree ${painted}, status bar ${bar}, longest turn ${Math.round(longest)} ms`,
    );
    // A slow machine stretches the burst over many seconds: what holds everywhere is four paints a second.
    const most = Math.max(20, Math.ceil((performance.now() - start) / 250));
    assert.ok(painted <= most, `${painted} paints of the tree`);
    assert.ok(bar <= most, `${bar} paints of the status bar`);
  });
});
