import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { parts } from '../support/parts';
import { record, refusal, trace } from '../support/traces';
import { treeText, untilTree } from '../support/tree';
import { eventually } from '../../harness/eventually';
import { until } from '../support/wait';

/** The tree without the time of day, which no literal can know. */
const timeless = (text: string) => text.replace(/ · (?:\d{1,2}:\d\d(?:\s?[AP]M)?|just now)/gu, '');

describe('the decisions view', () => {
  let all: Parts;
  let home: string;

  before(async () => {
    all = await parts();
    home = all.folders.all[0]!.home;
    all.person.warn = () => Promise.resolve(undefined);
    await vscode.commands.executeCommand('gatehouse.decisions.focus');
  });

  beforeEach(async () => {
    rmSync(path.join(home, 'decisions.jsonl'), { force: true });
    for (const age of [1, 2, 3, 4]) rmSync(path.join(home, `decisions.jsonl.${age}`), { force: true });
    await vscode.commands.executeCommand('gatehouse.clearDecisionFilter');
    await untilTree(all.decisionsTree, '');
  });

  async function shows(expected: string): Promise<void> {
    const wanted = expected.replace(/^\n/, '').replace(/^ {6}/gm, '').trimEnd();
    const look = async () => (timeless(await treeText(all.decisionsTree)) === wanted ? true : undefined);
    await until([all.decisionsTree.onDidChangeTreeData], look).catch(async () =>
      assert.equal(timeless(await treeText(all.decisionsTree)), wanted),
    );
  }

  /** Resolves when so many decisions were read. */
  const seen = (count: number) =>
    until([all.decisionsTree.onDidChangeTreeData], () =>
      all.decisions.of(all.folders.all[0]!).length >= count ? true : undefined,
    );

  it('groups calls by session and turn, newest first, with an icon for each verdict', async () => {
    record(
      home,
      trace({ session: 'bbbbbbbb-1', prompt: 'old', subject: 'ls' }),
      trace({ event: 'UserPromptSubmit', tool: undefined, subject: 'Clean up.' }),
      trace(),
      trace({ verdict: { rewritten: true }, subject: 'git push --force' }),
      trace({ verdict: { decision: 'ask', gate: 'guard' }, subject: 'git reset' }),
      trace({ verdict: { context: 'a fact' }, subject: 'npm test' }),
      trace({
        gates: [{ id: 'lint', level: 'observe', ms: 1, notes: [], rulings: [{ kind: 'deny', reason: 'no' }] }],
        subject: 'a.ts',
      }),
      trace({ problem: 'not JSON', event: '', tool: undefined, subject: '' }),
      refusal(),
    );
    await shows(`
      Clean up. · 1 blocked  $(comment-discussion)
        rm -rf / · guard  $(error)
          delete-files · It removes everything.  $(law)
          Part that mattered · rm -rf /  $(search)
          What to do instead · Name the folder.  $(arrow-right)
        Unreadable call  $(warning)
        a.ts · Bash  $(eye)
        npm test · Bash  $(comment)
        git reset · guard  $(question)
        git push --force · Bash  $(replace)
        git status · Bash  $(circle-small)
      Session bbbbbbbb  $(comment-discussion)
        ls · Bash  $(circle-small)
      `);
  });

  it('shows a new decision as soon as it is recorded', async () => {
    record(home, trace());
    await until([all.decisionsTree.onDidChangeTreeData], async () =>
      (await treeText(all.decisionsTree)) === '' ? undefined : true,
    );
    record(home, refusal());
    await until([all.decisionsTree.onDidChangeTreeData], async () =>
      (await treeText(all.decisionsTree)).includes('rm -rf / · guard') ? true : undefined,
    );
  });

  it('filters by verdict, gate, session and file, adds the filters up, and says so', async () => {
    const edit = { tool: 'Edit', subject: 'src/basket.js' };
    const lint = {
      id: 'lint',
      level: 'warn',
      ms: 1,
      notes: [],
      rulings: [{ kind: 'feedback', reason: 'one warning' }],
    };
    record(
      home,
      trace({ session: 'bbbbbbbb-1', ...edit, gates: [lint] }),
      trace({ session: 'bbbbbbbb-1' }),
      trace(edit),
      refusal(),
    );
    await seen(4);
    const shown = async () =>
      (await treeText(all.decisionsTree))
        .split('\n')
        .filter((line) => /^ {2}\S/.test(line))
        .map((line) => timeless(line).trim());
    /** Answers the questions of the filter in turn. */
    const filter = async (...values: readonly string[]) => {
      const left = [...values];
      all.person.pick = (_title, choices) =>
        Promise.resolve(choices.find(({ value }) => value === left[0] && left.splice(0, 1).length > 0)?.value);
      all.person.type = () => Promise.resolve(left[0]);
      await vscode.commands.executeCommand('gatehouse.filterDecisions');
      return shown();
    };
    const clear = () => vscode.commands.executeCommand('gatehouse.clearDecisionFilter');
    assert.deepEqual(await filter('verdict', 'deny'), ['rm -rf / · guard  $(error)']);
    await clear();
    assert.deepEqual(await filter('gate', 'lint'), ['src/basket.js · Edit  $(circle-small)']);
    await clear();
    assert.deepEqual(await filter('subject', 'BASKET'), [
      'src/basket.js · Edit  $(circle-small)',
      'src/basket.js · Edit  $(circle-small)',
    ]);
    assert.deepEqual(await filter('session', 'aaaaaaaa-1'), ['src/basket.js · Edit  $(circle-small)']);
    assert.match(all.decisionsView.description ?? '', /aaaaaaaa.*BASKET|BASKET.*aaaaaaaa/);
    await clear();
    assert.equal((await shown()).length, 4);
    assert.equal(all.decisionsView.description ?? '', '');
  });

  it('judges a recorded call again with another profile, side by side, and does nothing', async () => {
    const call = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
    };
    record(home, refusal({ call, cwd: all.folders.all[0]!.root }));
    await seen(1);
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    all.person.pick = (_title, choices) => Promise.resolve(choices.find(({ label }) => label === 'observe')?.value);
    await vscode.commands.executeCommand('gatehouse.replayWith', node);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    assert.match(tab.label, /observe/);
    const [was, now] = await Promise.all(
      [tab.input.original, tab.input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.match(was ?? '', /^Blocked/);
    assert.doesNotMatch(now ?? '', /^Blocked/);
    assert.equal(all.decisions.of(all.folders.all[0]!).length, 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('keeps what it shows when the log makes room', async () => {
    record(home, trace({ subject: 'before' }));
    await shows(`
      Session aaaaaaaa  $(comment-discussion)
        before · Bash  $(circle-small)
      `);
    renameSync(path.join(home, 'decisions.jsonl'), path.join(home, 'decisions.jsonl.1'));
    record(home, trace({ subject: 'after' }));
    await shows(`
      Session aaaaaaaa  $(comment-discussion)
        after · Bash  $(circle-small)
        before · Bash  $(circle-small)
      `);
  });

  it('shows a session again that goes on after its log was removed', async () => {
    record(home, trace({ subject: 'ls' }));
    await seen(1);
    rmSync(path.join(home, 'decisions.jsonl'));
    await untilTree(all.decisionsTree, '');
    const refreshed: (string | undefined)[] = [];
    const listening = all.decisionsTree.onDidChangeTreeData((node) => refreshed.push(node?.kind));
    record(home, trace({ subject: 'pwd' }));
    await seen(1);
    listening.dispose();
    assert.ok(!refreshed.includes('session'), String(refreshed));
  });

  it('passes over lines that are no records', async () => {
    const { appendFileSync } = await import('node:fs');
    record(home, trace({ subject: 'one' }));
    appendFileSync(path.join(home, 'decisions.jsonl'), 'not json\n{"v":2}\n\n');
    record(home, trace({ subject: 'two' }));
    await shows(`
      Session aaaaaaaa  $(comment-discussion)
        two · Bash  $(circle-small)
        one · Bash  $(circle-small)
      `);
  });

  it('copes with 5,000 decisions: the newest page at once, more on demand', async () => {
    const sessions = Array.from({ length: 50 }, (_, index) => `${String(index).padStart(8, '0')}-x`);
    for (const session of sessions) record(home, ...Array.from({ length: 100 }, () => trace({ session })));
    await seen(200);
    const folder = all.folders.all[0]!;
    for (let page = 1; page < 30 && all.decisions.hasOlder(folder); page += 1) {
      all.decisions.readOlder(folder);
    }
    assert.equal(all.decisions.of(folder).length, 5_000);
    const roots = all.decisionsTree.getChildren();
    assert.equal(roots.filter(({ kind }) => kind === 'session').length, 50);
  });

  it('G6 shows both moments of a call as one row, with the time it took', async () => {
    const at = Date.now() - 10_000;
    record(
      home,
      trace({ event: 'UserPromptSubmit', tool: undefined, subject: 'Test it.', at }),
      trace({ toolUseId: 'toolu_1', subject: 'npm test', at }),
      trace({ toolUseId: 'toolu_1', subject: 'npm test', event: 'PostToolUse', at: at + 4_200 }),
    );
    await shows(`
      Test it.  $(comment-discussion)
        npm test · Bash · 4.2 s  $(circle-small)
      `);
  });

  it('opens a decision as a page, and as a document with folding, an outline and links', async () => {
    record(home, refusal({ cwd: path.dirname(home) }));
    await seen(1);
    await vscode.commands.executeCommand('gatehouse.explainLastDecision');
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputWebview);
    assert.equal(tab.label, 'Blocked: rm -rf /');
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    await vscode.commands.executeCommand('gatehouse.showAsText', node);
    const document = vscode.window.activeTextEditor!.document;
    assert.equal(document.uri.scheme, 'gatehouse-trace');
    assert.match(document.getText(), /^Blocked: before the tool Bash/);
    assert.match(document.getText(), /delete-files/);
    const at = [document.uri] as const;
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      ...at,
    );
    assert.ok(symbols.some(({ name }) => name === 'Step by step'));
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      ...at,
    );
    assert.ok(folds.length > 0);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', ...at);
    assert.ok(links.some(({ target }) => target?.fsPath === path.dirname(home)));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('G1 announces every blocked call, also while an earlier notification is left open and after a self-protection', async () => {
    const told: string[] = [];
    all.person.warn = (text, ...actions) => {
      told.push(`${text} [${actions.filter((one) => one !== 'Rule…').join(', ')}]`);
      // It gets no answer: it slides into the bell and never settles.
      return new Promise(() => undefined);
    };
    const mark = Math.random().toString(36).slice(2);
    const tell = async (...traces: readonly ReturnType<typeof trace>[]) => {
      record(home, ...traces);
      await eventually(() =>
        assert.ok(
          told.some((text) => text.includes(traces.at(-1)!.subject)),
          told.join('\n'),
        ),
      );
    };
    const blocked = (name: string, more: object = {}) =>
      refusal({ subject: `${name}-${mark}`, fingerprint: `${name}-${mark}`, ...more });
    // What earlier tests have left to tell goes with it.
    await tell(blocked('first'));
    told.length = 0;
    await tell(blocked('one'));
    await tell(blocked('two'), blocked('three'));
    const protectedRuling = { kind: 'deny', rule: 'hooks', reason: 'These are the hooks.', liftable: false };
    await tell(
      blocked('four', {
        gates: [{ id: 'self-protection', level: 'enforce', ms: 1, notes: [], rulings: [protectedRuling] }],
        verdict: { decision: 'deny', gate: 'self-protection', rule: 'hooks', reason: 'x' },
      }),
    );
    assert.deepEqual(told, [
      `Blocked: one-${mark}. It removes everything. [Why?, Allow Once…]`,
      `2 calls blocked: three-${mark} · two-${mark}. Latest: It removes everything. [Why?, Show All]`,
      `Blocked: four-${mark}. These are the hooks. [Why?]`,
    ]);
    all.person.warn = () => Promise.resolve(undefined);
  });

  it('allows an act once only when the person says so, and writes down who', async () => {
    record(home, refusal());
    await seen(1);
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    rmSync(path.join(home, 'allow-once.json'), { force: true });
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    assert.throws(() => readFileSync(path.join(home, 'allow-once.json')));
    all.person.confirm = () => Promise.resolve(true);
    const said: string[] = [];
    const press: string[] = [];
    all.person.tell = (text, ...actions) => {
      said.push(`${text} [${actions.join(', ')}]`);
      return Promise.resolve(actions.find((one) => press.includes(one)));
    };
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    const { allowances } = JSON.parse(readFileSync(path.join(home, 'allow-once.json'), 'utf8')) as {
      allowances: { gate: string; fingerprint: string; by: string }[];
    };
    assert.equal(allowances.length, 1);
    assert.equal(allowances[0]?.gate, 'guard');
    assert.match(allowances[0].by, /in the editor$/);
    assert.deepEqual(said, ['Allowed once. Tell the agent to try again. [Undo]']);
    press.push('Undo');
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    await eventually(() => assert.equal(said.at(-1), 'Undone. []'));
    assert.doesNotMatch(readFileSync(path.join(home, 'allow-once.json'), 'utf8'), /fingerprint/);
    all.person.tell = () => Promise.resolve(undefined);
  });

  it('says that an allowance has ended when its Undo is pressed too late', async () => {
    record(home, refusal());
    await seen(1);
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    const warned: string[] = [];
    all.person.warn = (text) => {
      warned.push(text);
      return Promise.resolve(undefined);
    };
    all.person.confirm = () => Promise.resolve(true);
    all.person.tell = (_text, ...actions) => {
      rmSync(path.join(home, 'allow-once.json'), { force: true });
      return Promise.resolve(actions[0]);
    };
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    await eventually(() => assert.deepEqual(warned, ['The allowance was used or has ended.']));
    all.person.warn = () => Promise.resolve(undefined);
    all.person.tell = () => Promise.resolve(undefined);
  });

  it('starts from the palette too: the person picks the call', async () => {
    record(home, trace(), refusal());
    await seen(2);
    const offered: (readonly string[])[] = [];
    all.person.pick = (_title, choices) => {
      offered.push(choices.map(({ label }) => label));
      return Promise.resolve(undefined);
    };
    const commands = ['allowOnce', 'why', 'showAsText', 'copyCommand', 'replayWith', 'setGateLevel'];
    for (const command of commands) await vscode.commands.executeCommand(`gatehouse.${command}`);
    assert.equal(offered.length, commands.length);
    assert.deepEqual(offered[0], ['$(error) rm -rf /']);
    assert.ok(offered.every((labels) => labels.length > 0));
  });

  it('offers calls to pick from in the words of the view, each once, with its outcome', async () => {
    const edit = { tool: 'Edit', subject: path.join('/p', 'src/a.ts'), root: '/p', toolUseId: 'toolu_edit' };
    record(
      home,
      refusal(),
      trace(edit),
      trace({ ...edit, event: 'PostToolUse' }),
      trace({ event: 'Stop', tool: undefined, subject: '' }),
    );
    await seen(4);
    let offered: readonly string[] = [];
    all.person.pick = (_title, choices) => {
      offered = choices.map(({ label, description }) => `${label} · ${description ?? ''}`);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.why');
    assert.deepEqual(offered, [
      '$(circle-small) Agent finished · passed · just now',
      '$(circle-small) a.ts · src · passed · just now',
      '$(error) rm -rf / · blocked · just now',
    ]);
  });

  it('undoes an allowance that was not used yet, and offers only such', async () => {
    record(home, refusal(), refusal({ id: 'other', subject: 'rm -rf /etc', fingerprint: 'other' }));
    await seen(2);
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    let offered: readonly string[] = [];
    all.person.pick = (_title, choices) => {
      offered = choices.map(({ label }) => label);
      return Promise.resolve(choices[0]?.value);
    };
    const said: string[] = [];
    all.person.tell = (text) => {
      said.push(text);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.undoAllowOnce');
    assert.deepEqual(offered, ['$(error) rm -rf /etc']);
    await vscode.commands.executeCommand('gatehouse.undoAllowOnce');
    assert.deepEqual(said, ['Undone. The call is blocked again.', 'No call of that kind has been recorded yet.']);
    all.person.tell = () => Promise.resolve(undefined);
  });

  it('copies a call as one line of JSON', async () => {
    record(home, refusal());
    await seen(1);
    const [session] = all.decisionsTree.getChildren();
    const [node] = all.decisionsTree.getChildren(session);
    await vscode.commands.executeCommand('gatehouse.copyTestCase', node);
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), {
      event: 'PreToolUse',
      call: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
      expected: { decision: 'deny', gate: 'guard', rule: 'delete-files' },
    });
  });
});
