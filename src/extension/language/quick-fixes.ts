import * as vscode from 'vscode';
import { mending } from '../../hooks/plan/documentation';
import { fixesFor, type Fix, type Mending } from '../../hooks/plan/fixes';
import { parsePlan } from '../../hooks/plan/plan';
import { problemsOf } from '../../hooks/plan/problems';
import { languageOf } from '../../hooks/source/language';
import { documentationSource, planSource } from './diagnostics';

/** What mends the problems under the cursor. */
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
  // The text may have gone on since: only what is still wrong is mended.
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
      return vscode.l10n.t('Add a section “{0}”', mending.name);
    case 'add-status':
      return vscode.l10n.t('Add the status “{0}”', mending.status);
    case 'set-status':
      return vscode.l10n.t('Set the status to “{0}”', mending.status);
    case 'make-phase':
      return vscode.l10n.t('Write “{0}”', mending.heading);
    case 'add-log':
      return vscode.l10n.t('Add a Decision Log');
    case 'begin-log':
      return vscode.l10n.t('Begin the Decision Log');
    case 'write-id':
      if (mending.places === 1) return vscode.l10n.t('Write {0}', mending.id);
      return vscode.l10n.t('Write {0} in all {1} places', mending.id, mending.places);
    case 'renumber':
      return vscode.l10n.t('Make it Phase {0}', mending.number);
    case 'add-must-have':
      return vscode.l10n.t('Add a P0 requirement');
    case 'name-as-met':
      return vscode.l10n.t('Mark {0} as met', mending.id);
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
  const { offset, text } = mending(rule, document.getText(), language);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(
    document.uri,
    document.positionAt(offset),
    document.eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text,
  );
  const title = rule === 'header-missing' ? vscode.l10n.t('Insert a header') : vscode.l10n.t('Insert an @decision');
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
