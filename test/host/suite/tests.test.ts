import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import type { FlagState } from '../../../src/extension/flags/flag';
import { runState } from '../../../src/hooks/test-runs/run-state';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { treeText } from '../support/tree';
import { until } from '../support/wait';
import { env, folder } from '../support/workspace';

describe('test runs in the editor', () => {
  let all: Parts;
  const told: string[] = [];
  const bin = () => path.join(folder(), 'node_modules/.bin');
  const stateFile = () => path.join(folder(), '.claude/.test-status');

  before(async () => {
    all = await parts();
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    all.person.tell = (text) => {
      told.push(text);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.installHooks');
    mkdirSync(bin(), { recursive: true });
    writeFileSync(path.join(folder(), '.mocharc.json'), '{}');
    await vscode.commands.executeCommand('gatehouse.flags.focus');
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['.claude', 'node_modules', '.mocharc.json', '.git/go']) {
      rmSync(path.join(folder(), name), { recursive: true, force: true });
    }
  });

  /** The suite is a script of two lines: what a framework says is another suite's concern. */
  const mocha = (script: string) => writeFileSync(path.join(bin(), 'mocha'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const row = async () =>
    (await treeText(all.flagsTree, { context: true })).split('\n').find((line) => line.startsWith('Tests'));
  const becomes = (pattern: RegExp) => {
    let now: string | undefined;
    return until(
      [all.flagsTree.onDidChangeTreeData],
      async () => {
        now = await row();
        return pattern.test(now ?? '') ? true : undefined;
      },
      { describe: () => `${now} does not match ${pattern}` },
    );
  };
  const state = (): FlagState | undefined => {
    const [first] = all.folders.all;
    const flag = first && all.flagModel.flagsOf(first).find(({ id }) => id === 'tests');
    return first && flag && all.flagModel.state(first, flag);
  };
  const lastRun = () => state()?.facts.find(({ label }) => label === 'Last run')?.value;
  const run = () => vscode.commands.executeCommand('gatehouse.runTests');

  it('runs them at a person’s wish, with the evidence that a hook leaves', async () => {
    mocha('echo "  1 passing"');
    await run();
    await becomes(/Tests · passed · just now {2}\$\(pass-filled\) {2}\[flag tests reset file run output\]/);
    assert.match(readFileSync(stateFile(), 'utf8'), /^pass\|0\|\d+/);
    assert.match(lastRun() ?? '', /^mocha: pass, \d/);
    assert.ok(state()?.facts.some(({ label, value }) => label === 'Rule' && value === 'mocha: pass'));
  });

  it('turns stale with the next change, by anyone', async () => {
    writeFileSync(path.join(folder(), 'src/basket.js'), 'export const total = () => 1;\n');
    await becomes(/Tests · stale/);
  });

  const results: readonly (readonly [string, string, RegExp])[] = [
    ['failing tests by their number', 'echo "  3 failing"; exit 3', /Tests · 3 failed · just now {2}\$\(error\)/],
    ['a suite that cannot run', 'exit 127', /Tests · could not run · just now {2}\$\(error\)/],
  ];
  for (const [name, script, expected] of results) {
    it(`shows ${name}`, async () => {
      mocha(script);
      await run();
      await becomes(expected);
    });
  }

  it('shows a suite that took too long apart from failing tests', async () => {
    const { home } = all.folders.all[0]!;
    const at = Date.now();
    writeFileSync(stateFile(), `fail|1|${Math.floor(at / 1000)}`);
    const last = { result: 'timed-out' as const, suite: 'mocha', failures: 0, at, ms: 600_000 };
    await runState(home).update((now) => now && { ...now, last });
    await becomes(/Tests · timed out · just now {2}\$\(error\)/);
  });

  it('shows that they cannot be run, and shows no old result instead', async () => {
    rmSync(path.join(bin(), 'mocha'));
    await vscode.commands.executeCommand('gatehouse.resetFlag', undefined);
    rmSync(stateFile(), { force: true });
    // What a command cannot do is told by a message that needs no click.
    void run();
    await becomes(/Tests · not installed {2}\$\(circle-large-outline\) {2}\[flag tests run\]/);
  });

  it('is ended by a person at any time, and then nothing is known', async () => {
    mocha('echo begun; while :; do sleep 0.1; done');
    const running = run();
    await becomes(/Tests · running · just now {2}\$\(sync~spin\) {2}\[flag tests cancel output\]/);
    await picture('tests-running');
    await vscode.commands.executeCommand('gatehouse.cancelTests');
    await running;
    await becomes(/Tests · ended {2}\$\(circle-large-outline\)/);
    assert.equal(existsSync(stateFile()), false);
    await vscode.commands.executeCommand('gatehouse.cancelTests');
    assert.equal(told.at(-1), 'No tests of till are running.');
  });

  it('follows a run that an agent’s edit started: progress, output while it grows, and the end', async () => {
    mocha('echo "first line"; while ! test -e .git/go; do sleep 0.05; done; echo "  1 passing"');
    const file = path.join(folder(), 'src/basket.js');
    const payload = {
      hook_event_name: 'PostToolUse',
      session_id: 'a-session-of-ada',
      cwd: folder(),
      tool_name: 'Write',
      tool_input: { file_path: file, content: 'export const total = () => 2;\n' },
      tool_response: { filePath: file },
    };
    const runner = path.resolve(__dirname, '../../../dist/hooks/runner.js');
    const child = spawn(process.execPath, [runner, 'hook', 'PostToolUse', '--only', 'test-runner'], {
      cwd: folder(),
      env: { ...env(), ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end(JSON.stringify(payload));
    await becomes(/Tests · running · just now {2}\$\(sync~spin\) {2}\[flag tests cancel output\]/);
    assert.equal(readFileSync(path.join(folder(), '.claude/.test-runner.lock'), 'utf8').trim(), String(child.pid));
    await vscode.commands.executeCommand('gatehouse.showTestOutput');
    await picture('tests-output');
    writeFileSync(path.join(folder(), '.git/go'), '');
    await ended;
    await becomes(/Tests · passed · just now {2}\$\(pass-filled\) {2}\[flag tests reset file run output\]/);
    assert.equal(existsSync(path.join(folder(), '.claude/.test-runner.lock')), false);
    await picture('tests-passed');
  });
});
