import * as vscode from 'vscode';
import { route } from '../../hooks/review/routing';
import { toolOutput } from '../../hooks/review/tool-output';
import type { InspectorInput, InspectorKind } from './inspector';
import { provenanceOf, routingPage, type OutputSource } from './routing-page';

const sources: readonly OutputSource[] = ['reviewer', 'code_review', 'doc_review', 'precommit'];

function sourceOf({ choice }: InspectorInput): OutputSource {
  return sources.find((source) => source === choice) ?? 'reviewer';
}

/** Shows how a review's output is read, line by line. */
export function routingInspector(): InspectorKind {
  const { t } = vscode.l10n;
  return {
    viewType: 'gatehouse.routingInspector',
    title: t('Inspect Review Output'),
    prompt: t('Output of a review, or a recorded tool result'),
    rows: 10,
    choices: [
      { value: 'reviewer', label: t("a reviewer's answer") },
      { value: 'code_review', label: t('output of a code review command') },
      { value: 'doc_review', label: t('output of a doc review command') },
      { value: 'precommit', label: t('output of a precommit command') },
    ],
    actions: [{ id: 'test', label: t('Use as Regression Test') }],
    inspect: (input) => routingPage(input.text, sourceOf(input)),
    async act(_action, input) {
      const output = toolOutput(input.text);
      const provenance = provenanceOf(sourceOf(input));
      const expected = route(output.kind === 'text' ? output.text : '', provenance).changes;
      const content = `${JSON.stringify({ text: input.text, provenance, expected }, null, 2)}\n`;
      const document = await vscode.workspace.openTextDocument({ language: 'json', content });
      await vscode.window.showTextDocument(document);
    },
  };
}
