import * as vscode from 'vscode';
import { definitionOf } from '../../hooks/plan/mentions';
import { hasStatus, type Phase, type Plan } from '../../hooks/plan/plan';
import { codePlaces } from './navigation';
import type { PlanContext } from './plan-context';

const icons = { planned: 'circle-large-outline', 'in-progress': 'play-circle', completed: 'pass' } as const;

/** Lenses swallow a plain space behind an icon. */
const gap = '\u00A0';

/** Over each initiative: how many of its phases are completed. Over each phase: its status, how many of its decisions the code names, and which it still owes. */
export function* lensesOf(document: vscode.TextDocument, planContext: PlanContext): Generator<vscode.CodeLens> {
  if (planContext.plan !== undefined) yield* initiativeLenses(document, planContext.plan.plan);
  for (const phase of planContext.plan?.plan.phases ?? []) {
    const range = document.lineAt(phase.line - 1).range;
    const decisions = decisionsOf(phase, planContext);
    const named = decisions.filter((id) => codePlaces(id, planContext).length > 0);
    yield new vscode.CodeLens(range, {
      title: titleOf(phase, decisions.length, planContext.isCodeKnown ? named.length : undefined),
      ...showing(
        document,
        range,
        named.flatMap((id) => codePlaces(id, planContext)),
      ),
    });
    const owed = decisions.filter((id) => !named.includes(id));
    if (!planContext.isCodeKnown) continue;
    if (phase.status.kind !== 'ok' || phase.status.value !== 'completed' || owed.length === 0) continue;
    yield new vscode.CodeLens(range, {
      title: `$(warning)${gap}${vscode.l10n.t('not in the code: {0}', owed.join(', '))}`,
      ...showing(
        document,
        range,
        owed.flatMap((id) => placeInPlan(document, planContext, id)),
      ),
    });
  }
}

function* initiativeLenses(document: vscode.TextDocument, plan: Plan): Generator<vscode.CodeLens> {
  for (const { line, status } of plan.initiatives) {
    const phases = plan.phases.filter(({ initiative }) => initiative?.line === line);
    const done = phases.filter((phase) => hasStatus(phase, 'completed')).length;
    const word = status.kind === 'ok' ? status.value : vscode.l10n.t('no status');
    const title = `${word} · ${vscode.l10n.t('{0} of {1} phases completed', done, phases.length)}`;
    yield new vscode.CodeLens(document.lineAt(line - 1).range, { title, command: '' });
  }
}

function decisionsOf(phase: Phase, { plan }: PlanContext): readonly string[] {
  const ids = phase.ids.filter(({ id, kind, valid }) => kind === 'DEC' && valid && plan?.plan.retired.has(id) !== true);
  return [...new Set(ids.map(({ id }) => id))];
}

function titleOf(phase: Phase, decisions: number, named: number | undefined): string {
  const status =
    phase.status.kind === 'ok'
      ? `$(${icons[phase.status.value]})${gap}${phase.status.value}`
      : `$(question)${gap}${vscode.l10n.t('no status')}`;
  if (decisions === 0 || named === undefined) return status;
  const words =
    decisions === 1
      ? vscode.l10n.t('1 decision, {0} in the code', named)
      : vscode.l10n.t('{0} decisions, {1} in the code', decisions, named);
  return `${status} · ${words}`;
}

function placeInPlan(document: vscode.TextDocument, { plan }: PlanContext, id: string): readonly vscode.Location[] {
  const definition = plan && definitionOf(plan.plan, id);
  if (definition === undefined) return [];
  const { line, column } = definition.id;
  return [new vscode.Location(document.uri, new vscode.Range(line - 1, column, line - 1, column + id.length))];
}

/** Nothing to show is no command: the lens is then a line of text. */
function showing(document: vscode.TextDocument, range: vscode.Range, places: readonly vscode.Location[]) {
  if (places.length === 0) return { command: '' };
  return { command: 'editor.action.showReferences', arguments: [document.uri, range.start, places] };
}
