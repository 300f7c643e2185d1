import * as vscode from 'vscode';
import { docGateRating, documentationFix, missingDocumentation } from '../../hooks/plan/annotation';
import { type Fix, fixesFor, type Mending } from '../../hooks/plan/fixes';
import { parsePlan } from '../../hooks/plan/plan';
import { planValidateRating, type Problem, problemsOf } from '../../hooks/plan/problems';
import { fileKind, isProductSource, languageOf } from '../../hooks/source/file-kind';
import { wantsHeader } from '../../hooks/source/comments';
import { type Disposable, Disposables } from '../platform/disposables';
import { t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { isPlan, rangeOf } from './ids-in-document';

const planSource = 'Gatehouse plan';
const documentationSource = 'Gatehouse documentation';

/** How long typing must pause before a document is read again. */
const quietMs = 200;

/** What the gates would say about an open document, as diagnostics while it is edited. */
export class Diagnostics implements Disposable {
  private readonly ds = new Disposables();
  private readonly collection = this.ds.add(vscode.languages.createDiagnosticCollection('gatehouse-language'));
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly folders: OpenFolders) {
    this.ds.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)));
    this.ds.add(vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => this.forget(uri))));
    this.ds
      .add(vscode.workspace.createFileSystemWatcher('**/MASTER_PLAN.md', true, true))
      .onDidDelete((uri) => this.forget(uri));
  }

  request(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    const check = () => {
      this.waiting.delete(key);
      if (document.isClosed) return;
      this.collection.set(document.uri, isPlan(document) ? this.ofPlan(document) : this.ofSource(document));
    };
    this.waiting.set(key, setTimeout(check, quietMs));
  }

  forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.delete(key);
    this.collection.delete(uri);
  }

  private ofPlan(document: vscode.TextDocument): vscode.Diagnostic[] {
    const severity = planSeverity(this.folders.of(document.uri));
    if (severity === undefined) return [];
    return problemsOf(parsePlan(document.getText())).map((problem) => {
      const one = new vscode.Diagnostic(rangeOfProblem(document, problem), problem.message, severity[problem.severity]);
      one.source = planSource;
      one.code = problem.rule;
      return one;
    });
  }

  private ofSource(document: vscode.TextDocument): vscode.Diagnostic[] {
    const folder = this.folders.of(document.uri);
    const level = folder?.config.level(docGateRating) ?? 'off';
    if (folder === undefined || level === 'off') return [];
    const kind = fileKind(folder.root, this.folders.pathOf(document.uri));
    const text = document.getText();
    if (kind.language === undefined || !isProductSource(kind) || !wantsHeader(kind.language) || text.trim() === '')
      return [];
    const missing = missingDocumentation(text, kind.language);
    if (missing === undefined) return [];
    const { Information, Hint } = vscode.DiagnosticSeverity;
    const message = `${kind.relative ?? ''} ${missing.lacks}`;
    const one = new vscode.Diagnostic(document.lineAt(0).range, message, level === 'observe' ? Hint : Information);
    one.source = documentationSource;
    one.code = missing.rule;
    return [one];
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.ds.dispose();
  }
}

/** As strict as the gate is here; undefined if the gate is off. */
function planSeverity(folder: Folder | undefined): Record<Problem['severity'], vscode.DiagnosticSeverity> | undefined {
  const { Error, Warning, Information } = vscode.DiagnosticSeverity;
  const level = folder?.config.resolvedLevel(planValidateRating);
  if (level?.value === 'enforce') return { error: Error, warning: Warning };
  const byProfile = level?.from.every((from) => from === 'default' || from === 'profile') ?? true;
  return level?.value === 'off' && !byProfile ? undefined : { error: Warning, warning: Information };
}

function rangeOfProblem(document: vscode.TextDocument, problem: Problem): vscode.Range {
  const line = document.lineAt(Math.min(problem.line, document.lineCount) - 1);
  if (problem.length === 0) return line.range;
  const text = document.getText(
    new vscode.Range(line.lineNumber, problem.column, line.lineNumber, problem.column + problem.length),
  );
  return rangeOf(document, { kind: 'DEC', id: text, valid: false, line: problem.line, column: problem.column });
}

/** Quick fixes for the problems at the cursor. */
export function* quickFixesFor(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): Generator<vscode.CodeAction> {
  for (const diagnostic of diagnostics) {
    if (diagnostic.source === planSource) yield* ofPlan(document, diagnostic);
    if (diagnostic.source === documentationSource) yield* ofSource(document, diagnostic);
  }
}

function* ofPlan(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): Generator<vscode.CodeAction> {
  const plan = parsePlan(document.getText());
  // The text may have changed since, so only a problem that still exists is fixed.
  const problem = problemsOf(plan).find(
    ({ rule, message, line }) =>
      rule === diagnostic.code && message === diagnostic.message && line === diagnostic.range.start.line + 1,
  );
  if (problem === undefined) return;
  for (const [index, fix] of fixesFor(plan, problem).entries()) {
    yield action(titleOf(fix.mending), diagnostic, planEdit(document, fix), index === 0);
  }
}

function titleOf(mending: Mending): string {
  switch (mending.kind) {
    case 'add-section':
      return t('Add a section “{0}”', mending.name);
    case 'add-status':
      return t('Add the status “{0}”', mending.status);
    case 'set-status':
      return t('Set the status to “{0}”', mending.status);
    case 'make-phase':
      return t('Write “{0}”', mending.heading);
    case 'add-log':
      return t('Add a Decision Log');
    case 'begin-log':
      return t('Begin the Decision Log');
    case 'write-id':
      if (mending.places === 1) return t('Write {0}', mending.id);
      return t('Write {0} in all {1} places', mending.id, mending.places);
    case 'renumber':
      return t('Make it Phase {0}', mending.number);
    case 'add-must-have':
      return t('Add a P0 requirement');
    case 'name-as-met':
      return t('Mark {0} as met', mending.id);
  }
}

function planEdit(document: vscode.TextDocument, { edits }: Fix): vscode.WorkspaceEdit {
  const newline = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const edit = new vscode.WorkspaceEdit();
  for (const one of edits) {
    if (one.kind === 'replace') {
      edit.replace(document.uri, new vscode.Range(one.line - 1, one.from, one.line - 1, one.to), one.text);
      continue;
    }
    const behind = one.before > document.lineCount;
    const end = document.lineAt(document.lineCount - 1).range.end;
    const text = one.lines.join(newline);
    if (behind) edit.insert(document.uri, end, newline + text);
    else edit.insert(document.uri, new vscode.Position(one.before - 1, 0), text + newline);
  }
  return edit;
}

function* ofSource(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): Generator<vscode.CodeAction> {
  const language = languageOf(document.uri.fsPath);
  const rule = diagnostic.code;
  if (language === undefined || (rule !== 'header-missing' && rule !== 'decision-missing')) return;
  const { offset, text } = documentationFix(rule, document.getText(), language);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(
    document.uri,
    document.positionAt(offset),
    document.eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text,
  );
  const title = rule === 'header-missing' ? t('Insert a header') : t('Insert an @decision');
  yield action(title, diagnostic, edit, true);
}

function action(
  title: string,
  diagnostic: vscode.Diagnostic,
  edit: vscode.WorkspaceEdit,
  isPreferred: boolean,
): vscode.CodeAction {
  const one = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  one.diagnostics = [diagnostic];
  one.edit = edit;
  one.isPreferred = isPreferred;
  return one;
}
