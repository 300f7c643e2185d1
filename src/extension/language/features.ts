import type * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { OpenFolders } from '../store/open-folders';
import { completionsAt } from './completions';
import { DecisionIndex } from './decision-index';
import { Diagnostics } from './diagnostics';
import { hoverOf } from './hovers';
import { idAt, idsIn } from './ids-in-document';
import { lensesOf } from './lenses';
import { codePlaces, linkOf, planPlaces, targetsOf } from './navigation';
import { quickFixesFor } from './quick-fixes';
import { sightOf, type Sight } from './sight';

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
    const sight = await this.sight(document);
    return sight && hoverOf(id, sight);
  }

  async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const ids = idsIn(document);
    const sight = ids.length === 0 ? undefined : await this.sight(document);
    return sight === undefined ? [] : ids.flatMap((id) => linkOf(id, sight) ?? []);
  }

  async definition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const id = idAt(document, position);
    if (id === undefined) return [];
    const sight = await this.sight(document);
    return sight === undefined ? [] : [...targetsOf(id, sight)];
  }

  async references(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const id = idAt(document, position);
    if (id === undefined) return [];
    const sight = await this.sight(document);
    return sight === undefined ? [] : [...planPlaces(id.id, sight), ...codePlaces(id.id, sight)];
  }

  async completions(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
    return completionsAt(document, position, () => this.sight(document));
  }

  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const sight = await this.sight(document);
    return sight === undefined ? [] : [...lensesOf(document, sight)];
  }

  quickFixes(document: vscode.TextDocument, context: vscode.CodeActionContext): vscode.CodeAction[] {
    return [...quickFixesFor(document, context.diagnostics)];
  }

  private async sight(document: vscode.TextDocument): Promise<Sight | undefined> {
    const folder = this.folders.of(document.uri);
    return folder === undefined ? undefined : sightOf(document, folder, this.index);
  }

  dispose(): void {
    this.ds.dispose();
  }
}
