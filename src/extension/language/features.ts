import type * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { OpenFolders } from '../store/open-folders';
import { completionsAt } from './completions';
import { DecisionIndex, planContextOf, type PlanContext } from './decision-index';
import { Diagnostics } from './diagnostics';
import { hoverOf } from './hovers';
import { idAt, idsIn } from './ids-in-document';
import { lensesOf, codePlaces, linkOf, planPlaces, targetsOf } from './lenses';
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
