import * as vscode from 'vscode';
import { definitionOf, mentionsOf } from '../../hooks/plan/mentions';
import type { FoundId } from './ids-in-document';
import type { PlanContext } from './plan-context';

/** Where the plan names an id. */
export function planPlaces(id: string, { plan }: PlanContext): readonly vscode.Location[] {
  if (plan === undefined) return [];
  return mentionsOf(plan.plan, id).map((mention) => place(plan.uri, mention.id.line, mention.id.column, id.length));
}

/** Where the code says that it carries the decision out. */
export function codePlaces(id: string, { code }: PlanContext): readonly vscode.Location[] {
  return code.filter((one) => one.annotation.id === id).map((one) => place(one.uri, one.annotation.line));
}

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

/** One place to open with a click; undefined where there is none but the id itself. */
export function linkOf(id: FoundId, planContext: PlanContext): vscode.DocumentLink | undefined {
  const places = planContext.inPlan
    ? [...codePlaces(id.id, planContext), ...targetsOf(id, planContext)]
    : targetsOf(id, planContext);
  const [first] = places;
  if (first === undefined) return undefined;
  const link = new vscode.DocumentLink(id.range, at(first.uri, first.range.start.line + 1));
  link.tooltip = vscode.l10n.t(
    'Open {0}, line {1}',
    vscode.workspace.asRelativePath(first.uri, false),
    first.range.start.line + 1,
  );
  return link;
}

/** A link that opens a file at a line. */
export function at(uri: vscode.Uri, line: number): vscode.Uri {
  return uri.with({ fragment: `L${line}` });
}

function place(uri: vscode.Uri, line: number, column = 0, length = 0): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(line - 1, column, line - 1, column + length));
}
