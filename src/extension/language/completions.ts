import * as vscode from 'vscode';
import { commentsOf } from '../../hooks/source/comments';
import { languageOf } from '../../hooks/source/language';
import { definitionOf, familyOf, nextFree } from '../../hooks/plan/mentions';
import { isPlan } from './ids-in-document';
import type { PlanContext } from './decision-index';

/** What may be typed of an id so far, or the words that an id follows. */
const begun = /\b(?:DEC|REQ)-[\w-]*$/i;
const awaited = /(?:@decision|\bAddresses:|\*\*Decision IDs:\*\*|\*\*Requirements:\*\*)(?:.*,)?\s+$/i;

/** Ids of the plan, and of the code where the plan is written; and for each family the next free id. */
export async function completionsAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  look: () => Promise<PlanContext | undefined>,
): Promise<vscode.CompletionItem[]> {
  const before = document.lineAt(position.line).text.slice(0, position.character);
  const typed = begun.exec(before)?.[0];
  if (typed === undefined && !awaited.test(before)) return [];
  if (!isPlan(document) && !isInComment(document, position)) return [];
  const planContext = await look();
  if (planContext === undefined) return [];
  const range = new vscode.Range(position.translate(0, -(typed?.length ?? 0)), position);
  const wanted = (id: string) =>
    typed === undefined ? isAwaited(before, id) : id.startsWith(typed.slice(0, 3).toUpperCase());
  // The id that is being typed is no id that is in use.
  const own = /^[\w-]*/.exec(
    document.getText(new vscode.Range(range.start, document.lineAt(position.line).range.end)),
  )?.[0];
  return [...items(planContext, own ?? '')]
    .filter(([id]) => wanted(id))
    .map(([, item]) => Object.assign(item, { range }));
}

function isAwaited(before: string, id: string): boolean {
  return /(?:@decision|Decision IDs)/i.test(before) ? id.startsWith('DEC-') : id.startsWith('REQ-');
}

function* items(planContext: PlanContext, own: string): Generator<readonly [id: string, item: vscode.CompletionItem]> {
  const inPlan = new Set(planContext.plan?.plan.ids.flatMap(({ id, valid }) => (valid ? [id] : [])));
  const inCode = new Set(planContext.code.flatMap(({ annotation: { id } }) => (id === undefined ? [] : [id])));
  const all = [...new Set([...inPlan, ...inCode])].filter((id) => id !== own).sort();
  for (const id of all) yield [id, known(id, planContext, inCode)];
  for (const family of new Set([...all.map(familyOf), ...(planContext.inPlan ? requirementFamilies : [])])) {
    const id = nextFree(family, all);
    const item = new vscode.CompletionItem(id, vscode.CompletionItemKind.Constant);
    item.detail = vscode.l10n.t('the next free id');
    item.sortText = `9${family}`;
    yield [id, item];
  }
}

const requirementFamilies = ['GOAL', 'NOGO', 'UJ', 'P0', 'P1', 'P2', 'MET'].map((category) => `REQ-${category}`);

function known(id: string, { plan }: PlanContext, inCode: ReadonlySet<string>): vscode.CompletionItem {
  const item = new vscode.CompletionItem(id, vscode.CompletionItemKind.Reference);
  const definition = plan && definitionOf(plan.plan, id);
  const status = definition?.phase?.status;
  const value = status?.kind === 'ok' ? status.value : undefined;
  item.detail =
    definition === undefined
      ? vscode.l10n.t('in the code, not in the plan')
      : phaseWords(definition.phase?.number, value);
  if (definition !== undefined) item.documentation = definition.text;
  // First what the phase at work still owes.
  const owed = id.startsWith('DEC-') && !inCode.has(id);
  item.sortText = `${value === 'in-progress' && owed ? 1 : owed ? 2 : 3}${id}`;
  return item;
}

function phaseWords(number: number | undefined, status: string | undefined): string {
  if (number === undefined) return vscode.l10n.t('in the plan');
  return vscode.l10n.t('Phase {0}, {1}', number, status ?? vscode.l10n.t('no status'));
}

function isInComment(document: vscode.TextDocument, position: vscode.Position): boolean {
  const language = languageOf(document.uri.fsPath);
  if (language === undefined) return false;
  const offset = document.offsetAt(position);
  return commentsOf(document.getText(), language).some((comment) => {
    const from = comment.offset + comment.mark.length;
    return offset >= from && offset <= from + comment.text.length;
  });
}
