import * as vscode from 'vscode';
import { definitionOf, familyOf, nextFree } from '../../hooks/plan/mentions';
import { commentsOf } from '../../hooks/source/comments';
import { languageOf } from '../../hooks/source/language';
import { type Disposable, Disposables } from '../platform/disposables';
import type { OpenFolders } from '../store/open-folders';
import { DecisionIndex, type PlanContext, planContextOf } from './decision-index';
import { Diagnostics } from './diagnostics';
import { hoverOf } from './hovers';
import { idAt, idsIn, isPlan } from './ids-in-document';
import { codePlaces, lensesOf, linkOf, planPlaces, targetsOf } from './lenses';
import { quickFixesFor } from './quick-fixes';

/** Everything about plans and decisions that an editor asks for. */
export class LanguageFeatures implements Disposable {
  private readonly ds = new Disposables();
  private readonly index: DecisionIndex;
  private readonly diagnostics: Diagnostics;
  readonly onDidChange: DecisionIndex['onDidChange'];

  constructor(
    private readonly folders: OpenFolders,
    failed: (error: unknown) => void,
  ) {
    this.index = this.ds.add(new DecisionIndex(folders, failed));
    this.diagnostics = this.ds.add(new Diagnostics(folders));
    this.onDidChange = this.index.onDidChange;
  }

  look(document: vscode.TextDocument): void {
    this.diagnostics.request(document);
  }

  forget(document: vscode.TextDocument): void {
    this.diagnostics.forget(document.uri);
  }

  async hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const id = idAt(document, position);
    if (id === undefined) return undefined;
    const planContext = await this.planContext(document);
    return planContext && hoverOf(id, planContext);
  }

  async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const ids = idsIn(document);
    const planContext = ids.length === 0 ? undefined : await this.planContext(document);
    return planContext === undefined ? [] : ids.flatMap((id) => linkOf(id, planContext) ?? []);
  }

  async definition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const id = idAt(document, position);
    if (id === undefined) return [];
    const planContext = await this.planContext(document);
    return planContext === undefined ? [] : [...targetsOf(id, planContext)];
  }

  async references(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const id = idAt(document, position);
    if (id === undefined) return [];
    const planContext = await this.planContext(document);
    return planContext === undefined ? [] : [...planPlaces(id.id, planContext), ...codePlaces(id.id, planContext)];
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

  private async planContext(document: vscode.TextDocument): Promise<PlanContext | undefined> {
    const folder = this.folders.of(document.uri);
    return folder === undefined ? undefined : planContextOf(document, folder, this.index);
  }

  dispose(): void {
    this.ds.dispose();
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
