import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { claudeHome, gatehouseHome } from '../../../src/hooks/project/home';
import type { Parts } from '../../../src/extension/extension';
import type { HooksTreeNode } from '../../../src/extension/tree/hooks-tree';
import { endHost } from '../../harness/end-host';
import { eventually } from '../../harness/eventually';
import { fire } from '../../harness/client';
import { parts } from '../support/parts';
import { treeText } from '../support/tree';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

describe('the hooks view', () => {
  let all: Parts;
  const claude = () => path.join(folder(), '.claude');
  const settings = () => path.join(claude(), 'settings.local.json');

  before(async () => {
    all = await parts();
    all.person.tell = () => Promise.resolve(undefined);
    all.person.warn = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    rmSync(claude(), { recursive: true, force: true });
  });
  after(() => rmSync(claude(), { recursive: true, force: true }));

  async function children(label: string): Promise<readonly HooksTreeNode[]> {
    const walk = async (parent?: HooksTreeNode): Promise<readonly HooksTreeNode[] | undefined> => {
      for (const node of await all.hooksTree.getChildren(parent)) {
        if (node.label === label) return all.hooksTree.getChildren(node);
        const found = await walk(node);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return (await walk()) ?? [];
  }
  const said = (nodes: readonly HooksTreeNode[]) =>
    nodes.map(({ label, description }) => `${label as string} · ${String(description)}`);
  const registration = async () => said(await children('Registration'));
  const becomes = (look: () => Promise<boolean>) =>
    until([all.hooksTree.onDidChangeTreeData], async () => ((await look()) ? true : undefined));

  it('shows that nothing is registered', async () => {
    await all.registration.refresh(all.folders.all[0]!);
    assert.deepEqual(await registration(), [
      'This project, only for me · no hooks',
      'This project, for everyone · no hooks',
      'All my projects · no hooks',
    ]);
  });

  it('G2 shows the change before anything is written, and writes nothing for a person who says no', async () => {
    let seen: string | undefined;
    all.person.review = (question, yes) => {
      seen = `${question} [${yes}]`;
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(existsSync(settings()), false);
      return Promise.resolve(false);
    };
    await vscode.commands.executeCommand('gatehouse.installHooks');
    assert.equal(seen, 'Install these hooks in settings.local.json? Nothing is written until you confirm. [Install]');
    assert.equal(existsSync(settings()), false);
    all.person.review = () => new Promise(() => undefined);
    const installing = vscode.commands.executeCommand('gatehouse.installHooks');
    await eventually(() => assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('with hooks')));
    await eventually(async () => {
      await vscode.commands.executeCommand('gatehouse.acceptHooks');
      assert.equal(existsSync(settings()), true);
    });
    await installing;
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    all.person.review = () => Promise.resolve(true);
  });

  it('says that the question is closed to a person who installs from its notification after cancelling in the editor', async () => {
    const told: string[] = [];
    all.person.tell = (text) => {
      told.push(text);
      return Promise.resolve(undefined);
    };
    let press: (yes: boolean) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      all.person.review = () => {
        resolve();
        return new Promise((answer) => (press = answer));
      };
    });
    const installing = vscode.commands.executeCommand('gatehouse.installHooks');
    await asked;
    await vscode.commands.executeCommand('gatehouse.discardChange');
    await installing;
    press(true);
    await eventually(() =>
      assert.deepEqual(told, [
        'Nothing changed: this question is closed. You answered it in the editor, or began another.',
      ]),
    );
    assert.equal(existsSync(settings()), false);
    all.person.tell = () => Promise.resolve(undefined);
    all.person.review = () => Promise.resolve(true);
  });

  it('G2 says what was done, with Try It and Undo: the first shows a refusal, the second takes the hooks out', async () => {
    const told: string[] = [];
    const press = ['Try It', 'Undo'];
    all.person.tell = (text, ...actions) => {
      told.push(`${text} [${actions.join(', ')}]`);
      return Promise.resolve(actions.includes('Try It') ? press.shift() : undefined);
    };
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await until([all.decisionsTree.onDidChangeTreeData], async () =>
      /^Try It · 1 blocked/m.test(await treeText(all.decisionsTree)) ? true : undefined,
    );
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await eventually(() => assert.equal(existsSync(settings()), false));
    assert.match(told[0]!, /^Hooks are installed in settings\.local\.json\. .* \[Try It, Undo, Show File\]$/);
    all.person.tell = () => Promise.resolve(undefined);
  });

  it('keeps the diff of a second installation that is begun before the first is answered', async () => {
    all.person.review = () => new Promise(() => undefined);
    const first = vscode.commands.executeCommand('gatehouse.installHooks');
    const isShown = () => assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('with hooks'));
    await eventually(isShown);
    const second = vscode.commands.executeCommand('gatehouse.installHooks');
    await first;
    assert.equal(existsSync(settings()), false);
    await eventually(isShown);
    await eventually(async () => {
      await vscode.commands.executeCommand('gatehouse.acceptHooks');
      assert.equal(existsSync(settings()), true);
    });
    await second;
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    all.person.review = () => Promise.resolve(true);
  });

  it('Try It says that the call passed, once the person has allowed it once', async () => {
    await vscode.commands.executeCommand('gatehouse.installHooks');
    const told: string[] = [];
    all.person.tell = (text) => {
      told.push(text);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.tryHooks');
    const node = await until([all.decisionsTree.onDidChangeTreeData], () => {
      const [session] = all.decisionsTree.getChildren();
      const [newest] = session === undefined ? [] : all.decisionsTree.getChildren(session);
      return Promise.resolve(newest?.label === 'git push --force origin main # only a test' ? newest : undefined);
    });
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.allowOnce', node);
    await vscode.commands.executeCommand('gatehouse.tryHooks');
    assert.deepEqual(told, [
      'Allowed once. Choose Try It again to see it pass.',
      'The hooks let the call pass: you allowed it once, paused the gates, or changed the level of the guard.',
    ]);
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    all.person.tell = () => Promise.resolve(undefined);
  });

  it('shows each event with when it last came, after an installation', async () => {
    await vscode.commands.executeCommand('gatehouse.installHooks');
    const [mine] = await registration();
    assert.match(mine ?? '', /^This project, only for me · \d+ entries$/);
    const events = await children('This project, only for me');
    assert.ok(said(events).includes('Stop · never fired'), said(events).join('\n'));
  });

  it('G7 keeps the row of the host up to date while it is seen: its calls, and that it is gone', async () => {
    const { env } = all.folders.all[0]!.services;
    const call = () => fire({ hook_event_name: 'PreToolUse', cwd: folder(), tool_name: 'Read' }, env as never);
    await vscode.commands.executeCommand('gatehouse.hooks.focus');
    const row = (await all.hooksTree.getChildren()).find(({ kind }) => kind === 'host');
    await eventually(async () => {
      await call();
      assert.match(String(row?.description), /^\d+ calls? · (?:about \d+|less than 1) ms each$/);
    });
    await eventually(async () => {
      // A change that was noticed late starts another one.
      await endHost(gatehouseHome(env));
      assert.match(String(row?.description), /^not running/);
    });
  });

  it('tells drift, and repairs it', async () => {
    const before = readFileSync(settings(), 'utf8');
    writeFileSync(settings(), before.replace('"timeout": 30', '"timeout": 1'));
    await becomes(async () => (await registration())[0]?.endsWith('needs repair') === true);
    await vscode.commands.executeCommand('gatehouse.repairHooks');
    assert.equal(readFileSync(settings(), 'utf8'), before);
    await becomes(async () => (await registration())[0]?.endsWith('entries') === true);
  });

  it('shows a preview as a diff and writes nothing', async () => {
    const before = readFileSync(settings(), 'utf8');
    await vscode.commands.executeCommand('gatehouse.previewHooks');
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    assert.equal(readFileSync(settings(), 'utf8'), before);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('E3 names sessions in which no hook was heard, and plugins with a mod', async () => {
    const { root, services } = all.folders.all[0]!;
    const home = claudeHome(services.env);
    const put = (file: string, content: string) => {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      writeFileSync(path.join(home, file), content);
    };
    put('skills/quiet/.claude-plugin/plugin.json', '{"name":"quiet"}');
    put('skills/quiet/hooks/hooks.json', '{"modules":["./register.js"]}');
    put('skills/quiet/hooks/register.js', "export const register = (on) => { on('tool.check', () => ({})) }");
    const common = { cwd: root, entrypoint: 'sdk-cli', timestamp: new Date(Date.now() + 60_000).toISOString() };
    const parts = [
      { type: 'tool_use', id: 't', name: 'Bash', input: {} },
      { type: 'tool_result', tool_use_id: 't' },
    ];
    const lines = parts.map((part) => JSON.stringify({ ...common, message: { content: [part] } }));
    const file = `projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/eeeeeeee-1.jsonl`;
    put(file, lines.join('\n'));
    assert.deepEqual(said(await children('Sessions without hooks')), [
      'Session eeeeeeee · 1 call without hooks · just now · the client was started with --bare, --safe-mode, --setting-sources or --settings that leave the hooks out',
    ]);
    assert.deepEqual(said(await children('Plugins and mods')), ['quiet@skills-dir · tool.check']);
    for (const one of ['skills', file]) rmSync(path.join(home, one), { recursive: true });
  });

  it('checks up on everything, the worst first', async () => {
    let offered: readonly { readonly label: string; readonly description?: string | undefined }[] = [];
    const pick = all.person.pick;
    all.person.pick = (_title, choices) => {
      offered = choices;
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.doctor');
    all.person.pick = pick;
    assert.ok(offered.some(({ label, description }) => label.startsWith('$(pass)') && description === 'self-test'));
    const ranks = offered.map(({ label }) => ['$(error)', '$(info)', '$(pass)'].indexOf(label.split(' ')[0]!));
    assert.deepEqual(ranks, [...ranks].sort());
  });

  it('registers another agent in its own settings, says what it cannot do, and takes it out again', async () => {
    const person = { ...all.person };
    const file = path.join(folder(), '.codex/hooks.json');
    let lacks = '';
    const wanted = ['other', 'Codex', 'project'];
    all.person.pick = (_title, choices) => {
      const want = wanted.shift();
      return Promise.resolve(choices.find(({ label, value }) => label === want || value === want)?.value);
    };
    all.person.confirm = (question, detail) => {
      lacks = `${question}: ${detail}`;
      return Promise.resolve(true);
    };
    await vscode.commands.executeCommand('gatehouse.installHooks');
    assert.match(lacks, /^What the hooks of Codex cannot do: A hook cannot ask a question in Codex/);
    assert.match(readFileSync(file, 'utf8'), /gatehouse-hook.* PreToolUse --client codex/);
    assert.ok((await registration()).includes('Codex · This project, for everyone · never fired'));
    all.person.pick = (_title, choices) => Promise.resolve(choices.find(({ label }) => label === 'Codex')?.value);
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    assert.equal(existsSync(path.dirname(file)), false);
    Object.assign(all.person, person);
  });

  it('says why a settings file cannot be read', async () => {
    const before = readFileSync(settings(), 'utf8');
    writeFileSync(settings(), '{ "hooks": ');
    await becomes(async () => (await registration())[0] === 'This project, only for me · cannot be read');
    writeFileSync(settings(), before);
    await becomes(async () => (await registration())[0]?.endsWith('entries') === true);
  });

  it('lists every gate of the catalog with its level', async () => {
    const gates = said(await children('Gates'));
    assert.ok(gates.includes('Guard · enforce'), gates.join('\n'));
    assert.ok(gates.includes('Test gate · warn'), gates.join('\n'));
  });

  it('writes a level into the file that the person picks, and follows that file', async () => {
    const gate = (await children('Gates')).find((node) => node.kind === 'gate' && node.gate.id === 'test-gate');
    const answers = ['enforce', path.join(claude(), 'gatehouse.local.json')];
    all.person.pick = (_title, choices) =>
      Promise.resolve(choices.find(({ value }) => value === answers[0] && answers.shift())?.value);
    await vscode.commands.executeCommand('gatehouse.setGateLevel', gate);
    assert.deepEqual(JSON.parse(readFileSync(path.join(claude(), 'gatehouse.local.json'), 'utf8')), {
      gates: { 'test-gate': 'enforce' },
    });
    await becomes(async () => said(await children('Gates')).includes('Test gate · enforce · local'));
  });

  it('asks before a project file may loosen a guard, and without the word it loosens nothing', async () => {
    const gate = (await children('Gates')).find((node) => node.kind === 'gate' && node.gate.id === 'guard');
    const file = path.join(claude(), 'gatehouse.local.json');
    const choose = () => {
      const answers = ['observe', file];
      all.person.pick = (_title, choices) =>
        Promise.resolve(choices.find(({ value }) => value === answers[0] && answers.shift())?.value);
    };
    choose();
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.setGateLevel', gate);
    assert.ok(said(await children('Gates')).includes('Guard · enforce'));
    choose();
    // A person thinks longer about it than the view takes to show the file that was written.
    all.person.confirm = () => setTimeout(1_000, true);
    await vscode.commands.executeCommand('gatehouse.setGateLevel', gate);
    await becomes(async () => said(await children('Gates')).includes('Guard · observe · local'));
  });

  it('shows in place what does not count in a configuration file', async () => {
    const file = path.join(claude(), 'gatehouse.json');
    mkdirSync(claude(), { recursive: true });
    writeFileSync(file, '{\n  "gates": { "gaurd": "enforce" }\n}\n');
    const uri = vscode.Uri.file(file);
    const problems = () => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Gatehouse');
    await until([vscode.languages.onDidChangeDiagnostics], () => (problems().length > 0 ? true : undefined));
    assert.match(problems()[0]!.message, /did you mean "guard"/);
    assert.deepEqual(problems()[0]!.range, new vscode.Range(1, 13, 1, 31));
  });

  it('D2 offers to repair an installed runner that is damaged', async () => {
    await vscode.commands.executeCommand('gatehouse.installHooks');
    const { env } = all.folders.all[0]!.services;
    const runners = path.join(gatehouseHome(env), 'runner');
    const file = path.join(runners, readdirSync(runners)[0]!, 'zod.js');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, 1_000));
    all.person.warn = (_text, ...choices) => Promise.resolve(choices[0]);
    writeFileSync(settings(), `${readFileSync(settings(), 'utf8')}\n`);
    await all.registration.refresh(all.folders.all[0]!);
    writeFileSync(settings(), readFileSync(settings(), 'utf8').replace('"timeout": 30', '"timeout": 29'));
    await until([all.hooksTree.onDidChangeTreeData], () => (readFileSync(file, 'utf8') === whole ? true : undefined));
  });

  it('says when hooks are gone, and not when the person took them out', async () => {
    const warned: string[] = [];
    all.person.warn = (text) => {
      warned.push(text);
      // It stays open.
      return new Promise(() => undefined);
    };
    writeFileSync(settings(), '{}\n');
    await eventually(() => assert.equal(warned.length, 1));
    assert.deepEqual(warned, ['Gatehouse hooks were removed from till. The agent is unguarded.']);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    const told: string[] = [];
    all.person.tell = (text) => {
      told.push(text);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await eventually(() => assert.ok(told.includes('Gatehouse hooks are back in till. The agent is guarded.')));
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    assert.equal(told.at(-1), 'The hooks are uninstalled from till. Its agents are unguarded.');
    assert.equal(warned.length, 1);
    assert.equal(existsSync(settings()) ? readFileSync(settings(), 'utf8') : '{}\n', '{}\n');
  });
});
