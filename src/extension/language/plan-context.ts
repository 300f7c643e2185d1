import type * as vscode from 'vscode';
import { parsePlan } from '../../hooks/plan/plan';
import type { Folder } from '../store/folder';
import type { CodeMention, DecisionIndex, FolderPlan } from './decision-index';
import { isPlan } from './ids-in-document';

/** What is in planContext from one document: its plan, and the code's decisions. */
export interface PlanContext {
  readonly document: vscode.TextDocument;
  readonly inPlan: boolean;
  /** The plan itself where the document is one, else the one at the folder's top. */
  readonly plan: FolderPlan | undefined;
  readonly code: readonly CodeMention[];
  /** False where the code could not be read: then it is unknown which ids it names. */
  readonly isCodeKnown: boolean;
}

export async function planContextOf(
  document: vscode.TextDocument,
  folder: Folder,
  index: DecisionIndex,
): Promise<PlanContext> {
  const inPlan = isPlan(document);
  const plan = inPlan ? { plan: parsePlan(document.getText()), uri: document.uri } : index.plan(folder);
  const code = await index.code(folder);
  return { document, inPlan, plan, code: code ?? [], isCodeKnown: code !== undefined };
}
