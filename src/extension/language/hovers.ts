import * as vscode from 'vscode';
import { definitionOf, mentionsOf } from '../../hooks/plan/mentions';
import type { Phase, Plan } from '../../hooks/plan/plan';
import type { CodeMention, PlanContext } from './decision-index';
import type { FoundId } from './ids-in-document';
import { at } from './lenses';

const shownPlaces = 8;

/** What an id is, and who else speaks of it: the code where the plan is read, the plan where the code is read. */
export function hoverOf(id: FoundId, planContext: PlanContext): vscode.Hover {
  const text = new vscode.MarkdownString('', true);
  const { plan } = planContext;
  const definition = plan && definitionOf(plan.plan, id.id);
  heading(text, id.id, definition?.phase);
  if (plan !== undefined && definition !== undefined) {
    if (definition.text !== '') paragraph(text, definition.text);
    for (const line of logged(plan.plan, id.id, definition.id.line)) {
      paragraph(text, vscode.l10n.t('Decision log: {0}', line));
    }
    if (!planContext.inPlan) {
      const label = vscode.l10n.t('MASTER_PLAN.md, line {0}', definition.id.line);
      text.appendMarkdown(`[${label}](${at(plan.uri, definition.id.line).toString()})\n\n`);
    }
  } else {
    paragraph(
      text,
      plan === undefined ? vscode.l10n.t('There is no plan here.') : vscode.l10n.t('The plan does not mention it.'),
    );
  }
  const others = planContext.code.filter(
    ({ annotation, uri }) =>
      annotation.id === id.id && (uri.fsPath !== planContext.document.uri.fsPath || annotation.line !== id.line),
  );
  if (id.kind === 'DEC') places(text, others, planContext, definition?.phase);
  return new vscode.Hover(text, id.range);
}

function heading(text: vscode.MarkdownString, id: string, phase: Phase | undefined): void {
  text.appendMarkdown(`**${id}**`);
  if (phase !== undefined) {
    const status = phase.status.kind === 'ok' ? phase.status.value : vscode.l10n.t('no status');
    text.appendText(
      ` — ${vscode.l10n.t('Phase {0}', phase.number)}${phase.title === '' ? '' : `: ${phase.title}`} (${status})`,
    );
  }
  text.appendMarkdown('\n\n');
}

/** What the decision logs say of it, beside the line that defines it. */
function logged(plan: Plan, id: string, defined: number): readonly string[] {
  return mentionsOf(plan, id)
    .filter(({ id: { line }, phase, defines }) => {
      const log = phase?.decisionLog;
      return defines && line !== defined && log !== undefined && line > log.line;
    })
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

function places(
  text: vscode.MarkdownString,
  mentions: readonly CodeMention[],
  { inPlan, isCodeKnown }: PlanContext,
  phase: Phase | undefined,
): void {
  if (mentions.length === 0) {
    if (!inPlan || !isCodeKnown) return;
    const owed = phase?.status.kind === 'ok' && phase.status.value === 'completed';
    paragraph(
      text,
      owed
        ? vscode.l10n.t('No @decision in the code names it, and its phase is completed.')
        : vscode.l10n.t('No @decision in the code names it yet.'),
    );
    return;
  }
  paragraph(text, inPlan ? vscode.l10n.t('In the code:') : vscode.l10n.t('Elsewhere in the code:'));
  for (const { uri, relative, annotation } of mentions.slice(0, shownPlaces)) {
    const label = `${relative}:${annotation.line}`.replace(/[\\[\]]/g, '\\$&');
    text.appendMarkdown(`- [${label}](${at(uri, annotation.line).toString()})`);
    const said = [annotation.title, ...(annotation.status === 'accepted' ? [] : [annotation.status])].filter(Boolean);
    if (said.length > 0) text.appendText(` ${said.join(', ')}`);
    text.appendMarkdown('\n');
  }
  const left = mentions.length - shownPlaces;
  if (left > 0) text.appendMarkdown(`- ${vscode.l10n.t('and {0} more', left)}\n`);
}

function paragraph(text: vscode.MarkdownString, line: string): void {
  text.appendText(line.slice(0, 500));
  text.appendMarkdown('\n\n');
}
