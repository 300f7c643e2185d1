import * as vscode from 'vscode';
import { definitionOf, mentionsOf } from '../../hooks/plan/mentions';
import { hasStatus, type Phase, type Plan } from '../../hooks/plan/plan';
import type { FoundId } from './ids-in-document';
import type { PlanContext } from './decision-index';
import { t } from '../platform/text';

const icons = { planned: 'circle-large-outline', 'in-progress': 'play-circle', completed: 'pass' } as const;

/** Lenses swallow a plain space after an icon. */
const gap = '\u00A0';

/** Over each initiative: how many of its phases are completed. Over each phase: its status, how many of its decisions the code names, and which are missing. */
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
      title: `$(warning)${gap}${t('not in the code: {0}', owed.join(', '))}`,
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
    const word = status.kind === 'ok' ? status.value : t('no status');
    const title = `${word} · ${t('{0} of {1} phases completed', done, phases.length)}`;
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
      : `$(question)${gap}${t('no status')}`;
  if (decisions === 0 || named === undefined) return status;
  const words =
    decisions === 1 ? t('1 decision, {0} in the code', named) : t('{0} decisions, {1} in the code', decisions, named);
  return `${status} · ${words}`;
}

function placeInPlan(document: vscode.TextDocument, { plan }: PlanContext, id: string): readonly vscode.Location[] {
  const definition = plan && definitionOf(plan.plan, id);
  if (definition === undefined) return [];
  return [place(document.uri, definition.id.line, definition.id.column, id.length)];
}

/** Nothing to show is no command: the lens is then a line of text. */
function showing(document: vscode.TextDocument, range: vscode.Range, places: readonly vscode.Location[]) {
  if (places.length === 0) return { command: '' };
  return { command: 'editor.action.showReferences', arguments: [document.uri, range.start, places] };
}

export function planPlaces(id: string, { plan }: PlanContext): readonly vscode.Location[] {
  if (plan === undefined) return [];
  return mentionsOf(plan.plan, id).map((mention) => place(plan.uri, mention.id.line, mention.id.column, id.length));
}

/** Where the code says that it carries the decision out. */
export const codePlaces = (id: string, { code }: PlanContext): readonly vscode.Location[] =>
  code.filter((one) => one.annotation.id === id).map((one) => place(one.uri, one.annotation.line));

/** Where to go from an id: from the code to the plan; from the plan to the code, and to what it says of the id. */
export function targetsOf(id: FoundId, planContext: PlanContext): readonly vscode.Location[] {
  const definition = planContext.plan && definitionOf(planContext.plan.plan, id.id);
  const said =
    definition === undefined || planContext.plan === undefined
      ? []
      : [place(planContext.plan.uri, definition.id.line, definition.id.column, id.id.length)];
  if (!planContext.inPlan) return said;
  const own = definition?.id.line === id.line;
  return [...(own ? [] : said), ...codePlaces(id.id, planContext)];
}

/** One place to open with a click; undefined if there is none but the id itself. */
export function linkOf(id: FoundId, planContext: PlanContext): vscode.DocumentLink | undefined {
  const places = planContext.inPlan
    ? [...codePlaces(id.id, planContext), ...targetsOf(id, planContext)]
    : targetsOf(id, planContext);
  const [first] = places;
  if (first === undefined) return undefined;
  const link = new vscode.DocumentLink(id.range, at(first.uri, first.range.start.line + 1));
  link.tooltip = t('Open {0}, line {1}', vscode.workspace.asRelativePath(first.uri, false), first.range.start.line + 1);
  return link;
}

/** A link that opens a file at a line. */
export const at = (uri: vscode.Uri, line: number): vscode.Uri => uri.with({ fragment: `L${line}` });

const place = (uri: vscode.Uri, line: number, column = 0, length = 0): vscode.Location =>
  new vscode.Location(uri, new vscode.Range(line - 1, column, line - 1, column + length));
