import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

const plan = `# MASTER_PLAN: till

## Original Intent
A till that knows discounts.

## Goals & Non-Goals
- REQ-GOAL-001: nobody adds up by hand.

## Requirements
- REQ-P0-001: the sum is right.

## Success Metrics
- REQ-MET-001: no complaint in a month.

## Phase 1: Sum
**Status:** completed
**Requirements:** REQ-P0-001

### Planned Decisions
- DEC-SUM-001: add whole cents - no rounding - Addresses: REQ-P0-001
- DEC-SUM-002: an empty basket costs nothing

### Decision Log
- DEC-SUM-001: done; no deviation.

## Phase 2: Discounts
**Status:** in-progress

### Planned Decisions
- DEC-OFF-001: three for two
`;

const code = `/**
 * Adds up what is in a basket.
 *
 * @decision DEC-SUM-001
 * @title Whole cents
 * @status accepted
 * @rationale Fractions round differently everywhere.
 */
export const total = (items) => items.reduce((sum, item) => sum + item.price * item.count, 0);
`;

describe('plans and decisions in the editor', () => {
  const at = (name: string) => vscode.Uri.file(path.join(folder(), name));
  const planUri = () => at('MASTER_PLAN.md');
  const codeUri = () => at('src/sum.js');

  before(async () => {
    await parts();
    mkdirSync(path.join(folder(), '.claude'), { recursive: true });
    writeFileSync(planUri().fsPath, plan);
    writeFileSync(codeUri().fsPath, code);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const file of ['MASTER_PLAN.md', 'src/sum.js', '.claude/gatehouse.json'])
      rmSync(at(file).fsPath, { force: true });
  });

  /** As a person opens it: an editor that is closed then closes its document, too. */
  const open = async (uri: vscode.Uri) => {
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    return until([vscode.window.onDidChangeActiveTextEditor], () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.fsPath === uri.fsPath ? editor : undefined;
    });
  };
  const replace = async (editor: vscode.TextEditor, text: string) => {
    const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => edit.replace(whole, text));
  };
  /** The editor may save by itself, so that there is nothing to revert to. */
  const write = async (uri: vscode.Uri, text: string) => {
    const editor = await open(uri);
    if (editor.document.getText() !== text) await replace(editor, text);
    await editor.document.save();
    return editor;
  };
  beforeEach(() => write(planUri(), plan));

  /** `line severity rule` of what Gatehouse says of a document. */
  const problems = (uri: vscode.Uri) =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source?.startsWith('Gatehouse'))
      .map(
        ({ range, severity, code: rule }) =>
          `${range.start.line + 1} ${vscode.DiagnosticSeverity[severity]} ${rule as string}`,
      );
  const become = async (uri: vscode.Uri, ...expected: readonly string[]) =>
    until(
      [vscode.languages.onDidChangeDiagnostics],
      () => (problems(uri).join('\n') === expected.join('\n') ? true : undefined),
      { describe: () => `expected\n${expected.join('\n')}\nbut there is\n${problems(uri).join('\n')}` },
    );
  const levels = (gates: Readonly<Record<string, string>>) =>
    writeFileSync(at('.claude/gatehouse.json').fsPath, JSON.stringify({ gates }));
  const fixes = async (uri: vscode.Uri, rule: string) => {
    const found = vscode.languages.getDiagnostics(uri).find((one) => one.code === rule);
    assert.ok(found, `there is a problem with ${rule}`);
    return await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      found.range,
      vscode.CodeActionKind.QuickFix.value,
    );
  };
  const positionOf = (document: vscode.TextDocument, text: string, nth = 0) => {
    let offset = -1;
    for (let index = 0; index <= nth; index += 1) offset = document.getText().indexOf(text, offset + 1);
    return document.positionAt(offset + 1);
  };

  it('says nothing of a plan that is one', async () => {
    await open(planUri());
    await become(planUri());
  });

  it('says what is wrong while it is typed, in place, as strictly as the gate', async () => {
    const editor = await open(planUri());
    await replace(
      editor,
      plan.replace('**Status:** in-progress', '**Status:** Doing').replace('DEC-OFF-001', 'DEC-OFF1-001'),
    );
    await become(planUri(), '27 Warning status-wrong', '30 Warning decision-id');
    levels({ 'plan-validate': 'enforce' });
    await become(planUri(), '27 Error status-wrong', '30 Error decision-id');
    const [, id] = vscode.languages.getDiagnostics(planUri());
    assert.equal(editor.document.getText(id!.range), 'DEC-OFF1-001');
    assert.equal(id!.source, 'Gatehouse plan');
    await picture('plan-problems');
  });

  it('mends a problem by a quick fix, the likeliest first', async () => {
    const editor = await open(planUri());
    await replace(
      editor,
      plan.replace('**Status:** in-progress', '**Status:** Doing').replace('DEC-OFF-001', 'DEC-OFF1-001'),
    );
    await become(planUri(), '27 Error status-wrong', '30 Error decision-id');
    const actions = await fixes(planUri(), 'status-wrong');
    assert.deepEqual(
      actions.map(({ title, isPreferred }) => [title, isPreferred]),
      [
        ['Set the status to “in-progress”', true],
        ['Set the status to “planned”', false],
        ['Set the status to “completed”', false],
      ],
    );
    await vscode.workspace.applyEdit(actions[0]!.edit!);
    await become(planUri(), '30 Error decision-id');
    const [rename] = await fixes(planUri(), 'decision-id');
    await vscode.workspace.applyEdit(rename!.edit!);
    await become(planUri());
    assert.equal(vscode.window.activeTextEditor?.document.getText(), plan);
  });

  it('adds sections that are missing, each where it belongs', async () => {
    const editor = await open(planUri());
    await replace(editor, '# Plan\n\n## Phase 1: Sum\n');
    await become(
      planUri(),
      '1 Error intent',
      '3 Error status-missing',
      '1 Warning goals',
      '1 Warning requirements',
      '1 Warning success-metrics',
    );
    for (const rule of ['intent', 'goals', 'requirements', 'success-metrics', 'status-missing']) {
      const [first] = await fixes(planUri(), rule);
      await vscode.workspace.applyEdit(first!.edit!);
      await until([vscode.languages.onDidChangeDiagnostics], () =>
        problems(planUri()).every((one) => !one.endsWith(rule)) ? true : undefined,
      );
    }
    const headings = editor.document
      .getText()
      .split('\n')
      .filter((line) => line.startsWith('## '));
    assert.deepEqual(headings, [
      '## Original Intent',
      '## Goals & Non-Goals',
      '## Requirements',
      '## Success Metrics',
      '## Phase 1: Sum',
    ]);
  });

  it('takes everything back when the gate is turned off, and when the editor closes', async () => {
    const editor = await open(planUri());
    await replace(editor, plan.replace('in-progress', 'Doing'));
    await become(planUri(), '27 Error status-wrong');
    levels({ 'plan-validate': 'off' });
    await become(planUri());
    levels({ 'plan-validate': 'enforce' });
    await become(planUri(), '27 Error status-wrong');
    await editor.document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await become(planUri());
  });

  it('shows over each phase its status and its decisions, and what a completed one still owes', async () => {
    const editor = await open(planUri());
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', planUri());
    assert.deepEqual(
      lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title.replace('\u00A0', ' ')}`),
      [
        '15 $(pass) completed · 2 decisions, 1 in the code',
        '15 $(warning) not in the code: DEC-SUM-002',
        '26 $(play-circle) in-progress · 1 decision, 0 in the code',
      ],
    );
    assert.deepEqual([lenses[0]?.command?.command, lenses[2]?.command?.command], ['editor.action.showReferences', '']);
    editor.revealRange(new vscode.Range(14, 0, 14, 0));
    await picture('plan-lenses');
  });

  it('counts what is not saved yet, and what changes on disk', async () => {
    const counted = (number: number) =>
      until([vscode.languages.onDidChangeDiagnostics, vscode.workspace.onDidChangeTextDocument], async () => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          planUri(),
        );
        return lenses[0]?.command?.title.includes(`${number} in the code`) === true ? true : undefined;
      });
    const editor = await open(codeUri());
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// @decision DEC-SUM-002\n'));
    await counted(2);
    await write(codeUri(), code);
    await counted(1);
  });

  const hover = async (uri: vscode.Uri, text: string, nth = 0) => {
    const { document } = await open(uri);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      positionOf(document, text, nth),
    );
    return hovers
      .flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value))
      .join('\n')
      .replaceAll('&nbsp;', ' ')
      .replace(/\\(.)/g, '$1');
  };

  it('hover in the code: phase, status and text of the plan', async () => {
    const said = await hover(codeUri(), 'DEC-SUM-001');
    assert.match(said, /\*\*DEC-SUM-001\*\* — Phase 1: Sum \(completed\)/);
    assert.match(said, /add whole cents - no rounding/);
    assert.match(said, /Decision log: done; no deviation\./);
    assert.match(said, /\[MASTER_PLAN\.md, line 20\]\(file:.*MASTER_PLAN\.md#L20\)/);
  });

  it('hover in the plan: where the code names it, or that nothing does', async () => {
    assert.match(
      await hover(planUri(), 'DEC-SUM-001'),
      /In the code:\s+- \[src\/sum\.js:4\]\(file:.*sum\.js#L4\) Whole cents/,
    );
    assert.match(
      await hover(planUri(), 'DEC-SUM-002'),
      /No @decision in the code names it, and its phase is completed\./,
    );
    assert.match(await hover(planUri(), 'DEC-OFF-001'), /No @decision in the code names it yet\./);
  });

  const places = async (command: string, uri: vscode.Uri, text: string, nth = 0) => {
    const { document } = await open(uri);
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      command,
      uri,
      positionOf(document, text, nth),
    );
    return found.map((one) => `${path.basename(one.uri.fsPath)}:${one.range.start.line + 1}`);
  };

  it('leads from the code to the plan and back, by links, definitions and references', async () => {
    assert.deepEqual(await places('vscode.executeDefinitionProvider', codeUri(), 'DEC-SUM-001'), ['MASTER_PLAN.md:20']);
    assert.deepEqual(await places('vscode.executeDefinitionProvider', planUri(), 'DEC-SUM-001'), ['sum.js:4']);
    assert.deepEqual(await places('vscode.executeReferenceProvider', planUri(), 'DEC-SUM-001'), [
      'MASTER_PLAN.md:20',
      'MASTER_PLAN.md:24',
      'sum.js:4',
    ]);
    const links = async (uri: vscode.Uri) => {
      const { document } = await open(uri);
      const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
      return found
        .filter(({ target }) => target?.scheme === 'file')
        .map(({ range, target }) => `${document.getText(range)} ${path.basename(target!.fsPath)}#${target!.fragment}`);
    };
    assert.deepEqual(await links(codeUri()), ['DEC-SUM-001 MASTER_PLAN.md#L20']);
    assert.deepEqual(await links(planUri()), [
      'REQ-P0-001 MASTER_PLAN.md#L10',
      'DEC-SUM-001 sum.js#L4',
      'REQ-P0-001 MASTER_PLAN.md#L10',
      'DEC-SUM-001 sum.js#L4',
    ]);
  });

  const completions = async (uri: vscode.Uri, marker: string, typed: string) => {
    const editor = await open(uri);
    const before = editor.document.getText();
    const position = positionOf(editor.document, marker).translate(0, -1);
    await editor.edit((edit) => edit.insert(position, typed));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      position.translate(0, typed.length),
    );
    const found = list.items
      .filter(({ label }) => /^(?:DEC|REQ)-/.test(label as string))
      .map(({ label, detail }) => `${label as string} (${detail})`);
    await write(uri, before);
    return found;
  };

  it('completes ids in both places, with the next free id', async () => {
    assert.deepEqual(await completions(codeUri(), 'Whole cents', 'DEC-'), [
      'DEC-OFF-001 (Phase 2, in-progress)',
      'DEC-SUM-002 (Phase 1, completed)',
      'DEC-SUM-001 (Phase 1, completed)',
      'DEC-OFF-002 (the next free id)',
      'DEC-SUM-003 (the next free id)',
    ]);
    const inPlan = await completions(planUri(), 'three for two', 'REQ-');
    assert.ok(inPlan.includes('REQ-P0-001 (in the plan)'), inPlan.join(', '));
    assert.ok(inPlan.includes('REQ-P0-002 (the next free id)'), inPlan.join(', '));
  });

  it('offers no ids outside comments', async () => {
    assert.deepEqual(await completions(codeUri(), 'export', 'DEC-'), []);
  });

  describe('source that says nothing about itself', () => {
    const bare = () => at('src/bare.js');
    before(() => writeFileSync(bare().fsPath, 'export const one = 1;\n'));
    after(() => rmSync(bare().fsPath, { force: true }));

    it('is left alone where the gate is off', async () => {
      await open(bare());
      await open(planUri());
      await become(planUri());
      assert.deepEqual(problems(bare()), []);
    });

    it('is told so quietly where it is on, and mended with the gate’s own template', async () => {
      levels({ 'doc-gate': 'observe' });
      const editor = await open(bare());
      await become(bare(), '1 Hint header-missing');
      levels({ 'doc-gate': 'enforce' });
      await become(bare(), '1 Information header-missing');
      const [insert] = await fixes(bare(), 'header-missing');
      assert.equal(insert?.title, 'Insert a header');
      await vscode.workspace.applyEdit(insert.edit!);
      await become(bare());
      assert.match(
        editor.document.getText(),
        /^\/\*\*\n \* What this file is for, .*\n \*\n \* @decision DEC-COMPONENT-001\n/,
      );
      await replace(editor, `// One.\n${'one();\n'.repeat(60)}`);
      await become(bare(), '1 Information decision-missing');
      const [decision] = await fixes(bare(), 'decision-missing');
      await vscode.workspace.applyEdit(decision!.edit!);
      await become(bare());
      await editor.document.save();
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  });
});
