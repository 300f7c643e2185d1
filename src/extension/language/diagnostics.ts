import * as vscode from 'vscode';
import { docGateRating, missingIn } from '../../hooks/plan/documentation';
import { parsePlan } from '../../hooks/plan/plan';
import { planValidateRating, problemsOf, type Problem } from '../../hooks/plan/problems';
import { fileKind, isProductSource } from '../../hooks/source/file-kind';
import { wantsHeader } from '../../hooks/source/header';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { isPlan, rangeOf } from './ids-in-document';

export const planSource = 'Gatehouse plan';
export const documentationSource = 'Gatehouse documentation';

/** How long typing must pause before a document is read again. */
const quietMs = 200;

/** What the gates would say of an open document, while it is written. */
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
    const look = () => {
      this.waiting.delete(key);
      if (document.isClosed) return;
      this.collection.set(document.uri, isPlan(document) ? this.ofPlan(document) : this.ofSource(document));
    };
    this.waiting.set(key, setTimeout(look, quietMs));
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
    const kind = fileKind(folder.root, document.uri.fsPath);
    const text = document.getText();
    if (kind.language === undefined || !isProductSource(kind) || !wantsHeader(kind.language) || text.trim() === '')
      return [];
    const missing = missingIn(text, kind.language);
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

/** As strict as the gate; milder where it does not insist; nothing where it is off. */
function planSeverity(folder: Folder | undefined): Record<Problem['severity'], vscode.DiagnosticSeverity> | undefined {
  const { Error, Warning, Information } = vscode.DiagnosticSeverity;
  const level = folder?.config.heldLevel(planValidateRating);
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
