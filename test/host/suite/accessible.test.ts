import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { QuestionLog } from '../../../src/hooks/questions/log';
import { parts } from '../support/parts';
import { record, refusal, trace } from '../support/traces';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

describe('a screen reader', () => {
  let all: Parts;
  let questions: string;

  before(async () => {
    all = await parts();
    all.person.tell = () => Promise.resolve(undefined);
    all.person.warn = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    const { home, services, place } = all.folders.all[0]!;
    mkdirSync(path.join(folder(), '.claude'), { recursive: true });
    writeFileSync(
      path.join(folder(), '.claude/gatehouse.json'),
      JSON.stringify({ workflow: { workflows: [{ name: 'ship', agents: {} }] } }),
    );
    await vscode.commands.executeCommand('gatehouse.installHooks');
    const count = all.decisions.of(all.folders.all[0]!).length;
    record(
      home,
      trace({ prompt: 'turn-0', agent: 'agent-7' }),
      trace({ event: 'UserPromptSubmit', tool: undefined, subject: 'Go.' }),
      refusal(),
    );
    const { file } = new QuestionLog(services.env, place);
    questions = path.dirname(file);
    mkdirSync(questions, { recursive: true });
    const asked = { question_id: 'q-1', question_summary: 'Which?', user_choice: 'This', source: 'auto-decided' };
    writeFileSync(file, `${JSON.stringify({ ...asked, ts: new Date().toISOString() })}\n`);
    writeFileSync(path.join(questions, 'question-preferences.json'), JSON.stringify({ 'q-1': 'never-ask' }));
    await until([all.decisionsTree.onDidChangeTreeData], () =>
      all.decisions.of(all.folders.all[0]!).length >= Math.min(count + 3, 200) ? true : undefined,
    );
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    rmSync(path.join(folder(), '.claude'), { recursive: true, force: true });
    for (const name of ['question-log.jsonl', 'question-preferences.json']) rmSync(path.join(questions, name));
  });

  /** Every kind of node below, with what is said of it. */
  async function spoken<T extends vscode.TreeItem & { readonly kind: string }>(tree: vscode.TreeDataProvider<T>) {
    const said = new Map<string, string>();
    const walk = async (parent?: T): Promise<void> => {
      for (const node of (await tree.getChildren(parent)) ?? []) {
        const label = node.accessibilityInformation?.label ?? '';
        assert.notEqual(label, '', `${node.kind} ${node.id ?? ''} says nothing`);
        assert.doesNotMatch(label, /\$\(/, `${node.kind} names an icon`);
        said.set(node.kind, label);
        await walk(node);
      }
    };
    await walk();
    return said;
  }

  it('hears every node of the flags', async () => {
    const said = await spoken(all.flagsTree);
    assert.deepEqual([...said.keys()], ['flag']);
  });

  it('hears every node of the decisions', async () => {
    const said = await spoken(all.decisionsTree);
    assert.deepEqual([...said.keys()].sort(), ['decision', 'detail', 'session', 'sub-agent', 'turn']);
  });

  it('hears every node of the questions', async () => {
    const said = await spoken(all.questionsTree);
    assert.deepEqual([...said.keys()].sort(), ['detail', 'preference', 'preferences', 'question']);
    assert.equal(said.get('question'), 'Which?: This · decided by preference · just now');
  });

  it('hears every node of the hooks', async () => {
    const said = await spoken(all.hooksTree);
    assert.deepEqual(
      ['event', 'gate', 'group', 'host', 'scope'].filter((kind) => !said.has(kind)),
      [],
    );
    assert.equal(said.get('scope'), 'All my projects, no hooks');
  });
});
