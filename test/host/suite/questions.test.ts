import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import type { QuestionNode, QuestionsTreeNode } from '../../../src/extension/tree/questions-tree';
import { QuestionLog } from '../../../src/hooks/questions/log';
import { type Question, identityOf } from '../../../src/hooks/questions/question';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { treeText, untilTree } from '../support/tree';
import { until } from '../support/wait';

const color: Question = {
  text: 'Which color?',
  header: 'Color',
  options: [
    { label: 'Red', description: '' },
    { label: 'Blue (Recommended)', description: '' },
  ],
  multiSelect: false,
};

describe('the questions view', () => {
  let all: Parts;
  let log: QuestionLog;
  let uses = 0;
  const file = (name: string) => path.join(path.dirname(log.file), name);

  before(async () => {
    all = await parts();
    const { services, place } = all.folders.all[0]!;
    log = new QuestionLog(services.env, place);
    all.person.tell = () => Promise.resolve(undefined);
    await vscode.commands.executeCommand('gatehouse.questions.focus');
  });
  beforeEach(clear);
  after(clear);

  async function clear(): Promise<void> {
    for (const name of ['question-log.jsonl', 'question-preferences.json', 'question-events.jsonl']) {
      rmSync(file(name), { force: true });
    }
    rmSync(log.layout.everywhere, { force: true });
    await untilTree(all.questionsTree, '');
  }

  /** As the hooks write it. */
  async function asked(more: { choice?: string; autoDecided?: boolean; question?: Question; at?: number } = {}) {
    const { choice = 'Red', autoDecided = false, question = color, at = Date.now() } = more;
    const happened = { question, identity: identityOf(question), index: 0, choice, freeText: undefined, autoDecided };
    const occasion = { session: 'aaaaaaaa-1', toolUseId: `toolu_${++uses}`, branch: 'main', at };
    await log.add([{ ...happened, door: 'two-way' }], occasion);
  }
  const nodes = () => all.questionsTree.getChildren();
  const first = async () =>
    until([all.questionsTree.onDidChangeTreeData], () =>
      nodes().find((node): node is QuestionNode => node.kind === 'question'),
    );
  const becomes = (look: (top: readonly QuestionsTreeNode[]) => boolean) =>
    until([all.questionsTree.onDidChangeTreeData], () => (look(nodes()) ? true : undefined));
  /** The time of day is in no literal. */
  const timeless = (text: string) => text.replace(/When · .*/, 'When');
  const held = (at = file('question-preferences.json')) =>
    existsSync(at) ? (JSON.parse(readFileSync(at, 'utf8')) as unknown) : undefined;
  /** Picks the values in turn. */
  const answers = (...values: readonly unknown[]) => {
    const left = [...values];
    all.person.pick = (_title, choices) =>
      Promise.resolve(choices.find(({ value }) => value === left[0] && left.splice(0, 1).length > 0)?.value);
  };

  it('is quiet while nothing was asked', async () => {
    await untilTree(all.questionsTree, '');
    await picture('questions-empty');
  });

  it('shows each question with its answer as the log grows, and marks what the person was not asked', async () => {
    await asked();
    await untilTree(
      { ...view(), getChildren: (node?: QuestionsTreeNode) => (node === undefined ? nodes() : []) },
      'Which color? · Red · asked · just now  $(comment)  [question asked]',
      { context: true },
    );
    await asked({ choice: 'Blue (Recommended)', autoDecided: true });
    await becomes((top) => top.length === 2);
    assert.equal(
      timeless(await treeText(all.questionsTree))
        .split('\n')
        .slice(0, 8)
        .join('\n'),
      [
        'Which color? · Blue · decided by preference · just now  $(warning)',
        '  Chosen · Blue  $(check)',
        '  Recommended · Blue  $(star)',
        '  How · decided by preference  $(law)',
        '  When',
        '  Session · aaaaaaaa-1  $(comment-discussion)',
        '  Branch · main  $(git-branch)',
        'Which color? · Red · asked · just now  $(comment)',
      ].join('\n'),
    );
    assert.equal(nodes()[0]?.resourceUri?.scheme, 'gatehouse-question');
    assert.equal(nodes()[1]?.resourceUri, undefined);
  });

  it('Ask Me Next Time holds for the project at once, and is not offered twice', async () => {
    await asked({ autoDecided: true });
    const node = await first();
    assert.match(node.contextValue ?? '', /\baskable\b/);
    await vscode.commands.executeCommand('gatehouse.askNextTime', node);
    assert.deepEqual(held(), { [identityOf(color).fingerprint]: 'always-ask' });
    const again = await first();
    assert.equal(again.contextValue, 'question decided preferred');
    const event = JSON.parse(readFileSync(file('question-events.jsonl'), 'utf8')) as { by: string; ts: string };
    assert.match(event.by, /in the editor$/);
    assert.ok(Math.abs(Date.parse(event.ts) - Date.now()) < 60_000);
  });

  it('sets a preference for the project or for all, once the person confirms it, and clears it again', async () => {
    await asked();
    const id = identityOf(color).fingerprint;
    all.person.confirm = () => Promise.resolve(false);
    answers('never-ask', 'project');
    await vscode.commands.executeCommand('gatehouse.setQuestionPreference', await first());
    assert.equal(held(), undefined);
    all.person.confirm = () => Promise.resolve(true);
    for (const [preference, scope, at] of [
      ['never-ask', 'project', file('question-preferences.json')],
      ['ask-only-for-one-way', 'everywhere', log.layout.everywhere],
    ] as const) {
      answers(preference, scope);
      await vscode.commands.executeCommand('gatehouse.setQuestionPreference', await first());
      assert.deepEqual(held(at), { [id]: preference });
    }
    const preferences = nodes().at(-1);
    const listed = all.questionsTree.getChildren(preferences);
    assert.deepEqual(
      listed.map(({ label, description }) => `${label as string} · ${description as string}`),
      ['Which color? · never-ask · this project', 'Which color? · ask-only-for-one-way · all projects'],
    );
    await picture('questions-preferences');
    for (const node of all.questionsTree.getChildren(preferences)) {
      await vscode.commands.executeCommand('gatehouse.clearQuestionPreference', node);
    }
    assert.deepEqual([held(), held(log.layout.everywhere)], [{}, {}]);
  });

  it('keeps no preference that would silence a question whose answer cannot be taken back', async () => {
    const drop: Question = { ...color, text: 'Drop the table?' };
    const happened = { question: drop, identity: identityOf(drop), index: 0, choice: 'Red', freeText: undefined };
    await log.add([{ ...happened, autoDecided: false, door: 'one-way' }], {
      session: '',
      toolUseId: 'toolu_d',
      branch: undefined,
      at: Date.now(),
    });
    answers('never-ask', 'project');
    await vscode.commands.executeCommand('gatehouse.setQuestionPreference', await first());
    assert.equal(held(), undefined);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('shows words of the agent as text and nothing else', async () => {
    const evil: Question = {
      ...color,
      text: '$(flame) [free money](command:gatehouse.pauseGates)\u202e <img src=x> **bold**\nsecond line',
    };
    await asked({ question: evil, choice: '$(bug) `x`', autoDecided: true });
    const node = await first();
    assert.equal(node.label, '$(flame) [free money](command:gatehouse.pauseGates) <img src=x> **bold** second line');
    assert.ok(node.tooltip instanceof vscode.MarkdownString);
    assert.deepEqual([node.tooltip.isTrusted ?? false, node.tooltip.supportHtml ?? false], [false, false]);
    assert.doesNotMatch(node.tooltip.value, /(?<!\\)[[`*]/);
    await picture('questions-as-text');
  });

  it('shows a page at a time', async () => {
    const print = identityOf(color).fingerprint;
    mkdirSync(path.dirname(log.file), { recursive: true });
    const line = (n: number) =>
      `${JSON.stringify({ question_id: print, question_summary: `Question ${n}?`, user_choice: 'Yes', source: 'hook', ts: new Date().toISOString(), tool_use_id: `t${n}` })}\n`;
    appendFileSync(log.file, Array.from({ length: 120 }, (_, n) => line(n)).join(''));
    await becomes((top) => top.length === 51);
    assert.equal(nodes()[0]?.label, 'Question 119?');
    assert.equal(nodes()[50]?.label, 'Show older questions');
    await vscode.commands.executeCommand('gatehouse.showOlderQuestions', all.folders.all[0]);
    assert.equal(nodes().length, 101);
    await vscode.commands.executeCommand('gatehouse.showOlderQuestions', all.folders.all[0]);
    assert.equal(nodes().length, 120);
  });

  it('passes over lines that are no records, and says why everything is asked while preferences cannot be read', async () => {
    mkdirSync(path.dirname(log.file), { recursive: true });
    appendFileSync(log.file, 'not json\n{"question_id": 7}\n');
    await asked();
    writeFileSync(file('question-preferences.json'), '{');
    await becomes((top) => top.length === 2);
    assert.deepEqual(
      nodes().map(({ label }) => label),
      ['You are asked every question: the preferences (project) cannot be read: it is not JSON', 'Which color?'],
    );
  });

  function view(): vscode.TreeDataProvider<QuestionsTreeNode> {
    return {
      onDidChangeTreeData: all.questionsTree.onDidChangeTreeData,
      getTreeItem: (node) => node,
      getChildren: () => nodes(),
    };
  }
});
