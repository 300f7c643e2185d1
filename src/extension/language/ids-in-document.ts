import path from 'node:path';
import * as vscode from 'vscode';
import { idsOf, type Id } from '../../hooks/plan/mentions';
import { parsePlan, planFile, type Plan } from '../../hooks/plan/plan';
import { commentsOf } from '../../hooks/source/comments';
import { languageOf, languages } from '../../hooks/source/file-kind';

/** An id that can be followed, and where a document writes it. */
export interface FoundId extends Id {
  readonly range: vscode.Range;
}

interface Read {
  readonly version: number;
  readonly ids: readonly FoundId[];
}
const known = new WeakMap<vscode.TextDocument, Read>();

export const isPlan = (document: vscode.TextDocument): boolean => path.basename(document.uri.fsPath) === planFile;

/** The ids of a plan, or those in the comments of a source text. */
export function idsIn(document: vscode.TextDocument): readonly FoundId[] {
  const read = known.get(document);
  if (read?.version === document.version) return read.ids;
  const text = document.getText();
  const ids = isPlan(document) ? idsOfPlan(document, parsePlan(text)) : idsOfSource(document, text);
  known.set(document, { version: document.version, ids });
  return ids;
}

export const idAt = (document: vscode.TextDocument, position: vscode.Position): FoundId | undefined =>
  idsIn(document).find(({ range }) => range.contains(position));

export function rangeOf(document: vscode.TextDocument, { id, line, column }: Id): vscode.Range {
  // Columns do not count a comment before it.
  const from = Math.max(column, document.lineAt(line - 1).text.indexOf(id, column));
  return new vscode.Range(line - 1, from, line - 1, from + id.length);
}

const idsOfPlan = (document: vscode.TextDocument, plan: Plan): readonly FoundId[] =>
  plan.ids.filter(({ valid }) => valid).map((id) => ({ ...id, range: rangeOf(document, id) }));

function idsOfSource(document: vscode.TextDocument, text: string): readonly FoundId[] {
  const language = languageOf(document.uri.fsPath);
  if (language === undefined || !/\b(?:DEC|REQ)-/.test(text)) return [];
  return commentsOf(text, language).flatMap((comment) =>
    comment.text.split('\n').flatMap((line, index) => {
      const number = comment.line + index;
      const before = index === 0 ? document.positionAt(comment.offset + comment.mark.length).character : 0;
      return idsOf(line, number)
        .filter(({ valid }) => valid)
        .map((id) => ({ ...id, range: rangeOf(document, { ...id, column: id.column + before }) }));
    }),
  );
}

/** Plans, wherever they lie: the one at the top of a worktree is the one that code refers to. */
export const plans: vscode.DocumentFilter = { scheme: 'file', pattern: `**/${planFile}` };

export const sourcePattern = `**/*.{${languages.flatMap(({ extensions }) => extensions).join(',')}}`;
export const sources: vscode.DocumentFilter = { scheme: 'file', pattern: sourcePattern };
