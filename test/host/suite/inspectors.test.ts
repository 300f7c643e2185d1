import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { commandInspector, routingInspector } from '../../../src/extension/inspector/inspector';
import { ChangedFiles } from '../../../src/extension/language/review-marks';
import { parts } from '../support/parts';
import { record, refusal, trace } from '../support/traces';
import { untilTree } from '../support/tree';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

const report = '## Code Review\n\n## Gate\n\n✅ Ready';

describe('the inspectors', () => {
  let all: Parts;
  let offered: string[] = [];

  before(async () => {
    all = await parts();
    all.person.pick = (_title, choices) => {
      offered = choices.map(({ label }) => label);
      return Promise.resolve(choices[0]?.value);
    };
    const { home } = all.folders.all[0]!;
    rmSync(path.join(home, 'decisions.jsonl'), { force: true });
    await untilTree(all.decisionsTree, '');
    const review = trace({
      event: 'PostToolUse',
      tool: 'mcp__codex__codex',
      subject: 'Review the $(flame) change',
      call: { tool_response: [{ type: 'text', text: report }] },
    });
    record(home, trace({ event: 'PostToolUse', subject: 'no output' }), review, trace(), refusal());
    await until([all.decisionsTree.onDidChangeTreeData], () =>
      all.decisions.of(all.folders.all[0]!).some(({ id }) => id === review.id) ? true : undefined,
    );
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('offer the recorded outputs of reviews, and those alone', async () => {
    const next = await routingInspector(all).act('pick', { text: '', choice: 'reviewer' });
    assert.deepEqual(next, { text: report, choice: 'reviewer' });
    assert.deepEqual(offered, ['$(circle-small) Review the \\$(flame) change']);
  });

  it('offer the recorded commands, the newest first', async () => {
    const next = await commandInspector(all).act('pick', { text: '', choice: '' });
    assert.equal(next?.text, 'rm -rf /');
    assert.equal(next.choice, folder());
    assert.deepEqual(offered, ['$(error) rm -rf /', '$(circle-small) git status']);
  });

  it('turn an output into a test: the text, where it came from, and what follows', async () => {
    await routingInspector(all).act('test', { text: report, choice: 'reviewer' });
    const document = vscode.window.activeTextEditor!.document;
    const test = JSON.parse(document.getText()) as {
      text: string;
      provenance: object;
      expected: { verdict: string }[];
    };
    assert.equal(test.text, report);
    assert.deepEqual(test.provenance, { source: 'reviewer' });
    assert.deepEqual(
      test.expected.map(({ verdict }) => verdict),
      ['pass'],
    );
  });
});

describe('files that changed since the review that had passed on them', () => {
  it('carry a badge until they are restored', async () => {
    const all = await parts();
    const [here] = all.folders.all;
    const marks = new ChangedFiles(all.folders, all.flagModel);
    const file = path.join(folder(), 'src/basket.js');
    const original = 'export const total = 1;\n';
    const badge = () => marks.provideFileDecoration(vscode.Uri.file(file))?.badge;
    const becomes = (wanted: string | undefined) =>
      until([all.flagsTree.onDidChangeTreeData, marks.onDidChangeFileDecorations], async () => {
        await all.flagModel.refresh(here!);
        return badge() === wanted ? true : undefined;
      });
    writeFileSync(file, original);
    await here!.evidence.record('code_review', { verdict: 'pass', rule: 'test' });
    await all.flagModel.refresh(here!);
    assert.equal(badge(), undefined);
    writeFileSync(file, 'export const total = 2;\n');
    await becomes('⟳');
    assert.match(marks.provideFileDecoration(vscode.Uri.file(file))?.tooltip ?? '', /code review/);
    writeFileSync(file, original);
    await becomes(undefined);
    await here!.evidence.reset('code_review');
    marks.dispose();
  });
});
