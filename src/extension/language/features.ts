import * as vscode from 'vscode';
import { definitionOf, familyOf, mentionsOf, nextFree } from '../../hooks/plan/mentions';
import type { Phase, Plan } from '../../hooks/plan/plan';
import { commentsOf } from '../../hooks/source/comments';
import { languageOf } from '../../hooks/source/file-kind';
import { DisposableOwner } from '../platform/disposables';
import { t } from '../platform/text';
import type { OpenFolders } from '../store/open-folders';
import { type CodeMention, DecisionIndex, type PlanContext, planContextOf } from './decision-index';
import { Diagnostics, quickFixesFor } from './diagnostics';
import { type FoundId, idAt, idsIn, isPlan } from './ids-in-document';
import { at, codePlaces, lensesOf, linkOf, planPlaces, targetsOf } from './lenses';

/** Everything about plans and decisions that an editor asks for. */
export class LanguageFeatures extends DisposableOwner {
  private readonly index: DecisionIndex;
  private readonly diagnostics: Diagnostics;
  readonly onDidChange: DecisionIndex['onDidChange'];

  constructor(
    private readonly folders: OpenFolders,
    failed: (error: unknown) => void,
  ) {
    super();
    this.index = this.ds.add(new DecisionIndex(folders, failed));
    this.diagnostics = this.ds.add(new Diagnostics(folders));
    this.onDidChange = this.index.onDidChange;
  }

  check(document: vscode.TextDocument): void {
    this.diagnostics.request(document);
  }

  forget(document: vscode.TextDocument): void {
    this.diagnostics.forget(document.uri);
  }

  async hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const found = await this.idAt(document, position);
    return found && hoverOf(found.id, found.planContext);
  }

  async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const ids = idsIn(document);
    const planContext = ids.length === 0 ? undefined : await this.planContext(document);
    return planContext === undefined ? [] : ids.flatMap((id) => linkOf(id, planContext) ?? []);
  }

  async definition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const found = await this.idAt(document, position);
    return found === undefined ? [] : [...targetsOf(found.id, found.planContext)];
  }

  async references(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const found = await this.idAt(document, position);
    if (found === undefined) return [];
    const { id, planContext } = found;
    return [...planPlaces(id.id, planContext), ...codePlaces(id.id, planContext)];
  }

  async completions(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
    return completionsAt(document, position, () => this.planContext(document));
  }

  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const planContext = await this.planContext(document);
    return planContext === undefined ? [] : [...lensesOf(document, planContext)];
  }

  quickFixes(document: vscode.TextDocument, context: vscode.CodeActionContext): vscode.CodeAction[] {
    return [...quickFixesFor(document, context.diagnostics)];
  }

  /** The id at the cursor, and what is known of it. */
  private async idAt(document: vscode.TextDocument, position: vscode.Position) {
    const id = idAt(document, position);
    const planContext = id && (await this.planContext(document));
    return id && planContext && { id, planContext };
  }

  private async planContext(document: vscode.TextDocument): Promise<PlanContext | undefined> {
    const folder = this.folders.of(document.uri);
    return folder === undefined ? undefined : planContextOf(document, folder, this.index);
  }
}

/** What may be typed of an id so far, or the words that an id follows. */
const begun = /\b(?:DEC|REQ)-[\w-]*$/i;
const awaited = /(?:@decision|\bAddresses:|\*\*Decision IDs:\*\*|\*\*Requirements:\*\*)(?:.*,)?\s+$/i;

/** Ids of the plan, and of the code where the plan is written; and for each family the next free id. */
async function completionsAt(
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
  const fits = (id: string) =>
    typed === undefined ? isAwaited(before, id) : id.startsWith(typed.slice(0, 3).toUpperCase());
  // Not the id that is being typed.
  const own = /^[\w-]*/.exec(
    document.getText(new vscode.Range(range.start, document.lineAt(position.line).range.end)),
  )?.[0];
  return [...items(planContext, own ?? '')]
    .filter(([id]) => fits(id))
    .map(([, item]) => Object.assign(item, { range }));
}

const isAwaited = (before: string, id: string): boolean =>
  /(?:@decision|Decision IDs)/i.test(before) ? id.startsWith('DEC-') : id.startsWith('REQ-');

function* items(planContext: PlanContext, own: string): Generator<readonly [id: string, item: vscode.CompletionItem]> {
  const inPlan = new Set(planContext.plan?.plan.ids.flatMap(({ id, valid }) => (valid ? [id] : [])));
  const inCode = new Set(planContext.code.flatMap(({ annotation: { id } }) => (id === undefined ? [] : [id])));
  const all = [...new Set([...inPlan, ...inCode])].filter((id) => id !== own).sort();
  for (const id of all) yield [id, completionOf(id, planContext, inCode)];
  for (const family of new Set([...all.map(familyOf), ...(planContext.inPlan ? requirementFamilies : [])])) {
    const id = nextFree(family, all);
    const item = new vscode.CompletionItem(id, vscode.CompletionItemKind.Constant);
    item.detail = t('the next free id');
    item.sortText = `9${family}`;
    yield [id, item];
  }
}

const requirementFamilies = ['GOAL', 'NOGO', 'UJ', 'P0', 'P1', 'P2', 'MET'].map((category) => `REQ-${category}`);

function completionOf(id: string, { plan }: PlanContext, inCode: ReadonlySet<string>): vscode.CompletionItem {
  const item = new vscode.CompletionItem(id, vscode.CompletionItemKind.Reference);
  const definition = plan && definitionOf(plan.plan, id);
  const status = definition?.phase?.status;
  const value = status?.kind === 'ok' ? status.value : undefined;
  item.detail =
    definition === undefined ? t('in the code, not in the plan') : phaseWords(definition.phase?.number, value);
  if (definition !== undefined) item.documentation = definition.text;
  // First what the current phase still needs.
  const owed = id.startsWith('DEC-') && !inCode.has(id);
  item.sortText = `${value === 'in-progress' && owed ? 1 : owed ? 2 : 3}${id}`;
  return item;
}

function phaseWords(number: number | undefined, status: string | undefined): string {
  if (number === undefined) return t('in the plan');
  return t('Phase {0}, {1}', number, status ?? t('no status'));
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

const shownPlaces = 8;

/** What an id is, and who else speaks of it: the code where the plan is read, the plan where the code is read. */
function hoverOf(id: FoundId, planContext: PlanContext): vscode.Hover {
  const text = new vscode.MarkdownString('', true);
  const { plan } = planContext;
  const definition = plan && definitionOf(plan.plan, id.id);
  heading(text, id.id, definition?.phase);
  if (plan !== undefined && definition !== undefined) {
    if (definition.text !== '') paragraph(text, definition.text);
    for (const line of logged(plan.plan, id.id, definition.id.line)) {
      paragraph(text, t('Decision log: {0}', line));
    }
    if (!planContext.inPlan) {
      const label = t('MASTER_PLAN.md, line {0}', definition.id.line);
      text.appendMarkdown(`[${label}](${at(plan.uri, definition.id.line).toString()})\n\n`);
    }
  } else {
    paragraph(text, plan === undefined ? t('There is no plan here.') : t('The plan does not mention it.'));
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
    const status = phase.status.kind === 'ok' ? phase.status.value : t('no status');
    text.appendText(` — ${t('Phase {0}', phase.number)}${phase.title === '' ? '' : `: ${phase.title}`} (${status})`);
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
        ? t('No @decision in the code names it, and its phase is completed.')
        : t('No @decision in the code names it yet.'),
    );
    return;
  }
  paragraph(text, inPlan ? t('In the code:') : t('Elsewhere in the code:'));
  for (const { uri, relative, annotation } of mentions.slice(0, shownPlaces)) {
    const label = `${relative}:${annotation.line}`.replace(/[\\[\]]/g, '\\$&');
    text.appendMarkdown(`- [${label}](${at(uri, annotation.line).toString()})`);
    const said = [annotation.title, ...(annotation.status === 'accepted' ? [] : [annotation.status])].filter(Boolean);
    if (said.length > 0) text.appendText(` ${said.join(', ')}`);
    text.appendMarkdown('\n');
  }
  const left = mentions.length - shownPlaces;
  if (left > 0) text.appendMarkdown(`- ${t('and {0} more', left)}\n`);
}

function paragraph(text: vscode.MarkdownString, line: string): void {
  text.appendText(line.slice(0, 500));
  text.appendMarkdown('\n\n');
}
