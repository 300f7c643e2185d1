import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { route } from '../../hooks/review/routing';
import { toolOutput } from '../../hooks/review/tool-output';
import type { InspectorInput, InspectorKind } from './inspector';
import { pickRecorded, type RecordedCalls } from '../decisions/recorded';
import { provenanceOf, routingPage, type OutputSource } from './routing-page';

const sources: readonly OutputSource[] = ['reviewer', 'code_review', 'doc_review', 'precommit'];

function sourceOf({ choice }: InspectorInput): OutputSource {
  return sources.find((source) => source === choice) ?? 'reviewer';
}

/** The output of a recorded call, where it has one that can be read. */
export function outputOf({ call }: Trace): string | undefined {
  const output = toolOutput(call?.tool_response ?? call?.tool_output);
  return output.kind === 'text' ? output.text : undefined;
}

/** Shows how a review's output is read, line by line. */
export function routingInspector(parts: RecordedCalls): InspectorKind {
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
    actions: [
      { id: 'test', label: t('Use as Regression Test') },
      { id: 'pick', label: t('Pick a Recorded Call…') },
    ],
    inspect: (input) => routingPage(input.text, sourceOf(input)),
    async act(action, input) {
      if (action === 'pick') {
        const hasOutput = (trace: Trace) => trace.event === 'PostToolUse' && outputOf(trace) !== undefined;
        const picked = await pickRecorded(t('Read the output of which call?'), hasOutput, parts);
        return picked === undefined ? undefined : { ...input, text: outputOf(picked.trace) ?? '' };
      }
      const output = toolOutput(input.text);
      const provenance = provenanceOf(sourceOf(input));
      const expected = route(output.kind === 'text' ? output.text : '', provenance).changes;
      const content = `${JSON.stringify({ text: input.text, provenance, expected }, null, 2)}\n`;
      const document = await vscode.workspace.openTextDocument({ language: 'json', content });
      await vscode.window.showTextDocument(document);
      return undefined;
    },
  };
}
