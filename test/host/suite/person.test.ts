import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { parts } from '../support/parts';
import { treeText } from '../support/tree';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

describe('what only a person may do', () => {
  let all: Parts;
  let home: string;

  before(async () => {
    all = await parts();
    home = all.folders.all[0]!.home;
    all.person.tell = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.installHooks');
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    rmSync(path.join(folder(), '.claude'), { recursive: true, force: true });
  });

  const line = async (title: string) =>
    (await treeText(all.flagsTree, { context: true })).split('\n').find((one) => one.startsWith(title));
  const becomes = (title: string, pattern: RegExp | undefined) =>
    until([all.flagsTree.onDidChangeTreeData], async () => {
      const now = await line(title);
      return (pattern === undefined ? now === undefined : pattern.test(now ?? '')) ? true : undefined;
    });

  it('verify: nothing without the person, and then who, when and on which content', async () => {
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.verifyProof');
    assert.match((await line('Verification')) ?? '', /not run/);
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.verifyProof');
    await becomes('Verification', /passed · just now {2}\$\(pass-filled\) {2}\[flag proof reset file revoke\]/);
    assert.match(readFileSync(path.join(folder(), '.claude/.proof-status'), 'utf8'), /^verified\|\d+/);
    const state = all.flagModel.state(
      all.folders.all[0]!,
      all.flagModel.flagsOf(all.folders.all[0]!).find(({ id }) => id === 'proof')!,
    );
    assert.match(state?.reason ?? '', /in the editor/);
  });

  it('revoke clears it, and Undo brings it back', async () => {
    all.person.tell = (_text, ...actions) => Promise.resolve(actions.find((one) => one === 'Undo'));
    await vscode.commands.executeCommand('gatehouse.revokeProof');
    await becomes('Verification', /passed/);
    all.person.tell = () => Promise.resolve(undefined);
    await vscode.commands.executeCommand('gatehouse.revokeProof');
    await becomes('Verification', /verify/);
  });

  it('G4 pause: for ten minutes, shown while it holds, ended by hand', async () => {
    await vscode.commands.executeCommand('gatehouse.pauseGates');
    await becomes('Gates', /Gates · paused · (?:10:00|9:\d\d) left/);
    await until([all.flagsTree.onDidChangeTreeData], () =>
      /^\$\(gatehouse-logo\) Gates paused (?:10:00|9:\d\d)$/.test(all.statusBar.text) ? true : undefined,
    );
    assert.match(readFileSync(path.join(home, 'pause.json'), 'utf8'), /in the editor/);
    await vscode.commands.executeCommand('gatehouse.resumeGates');
    await becomes('Gates', undefined);
    assert.equal(existsSync(path.join(home, 'pause.json')), false);
  });
});
