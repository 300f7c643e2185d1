import type * as vscode from 'vscode';
import { planFile } from '../../hooks/plan/plan';
import { languages } from '../../hooks/source/language';

/** Plans, wherever they lie: the one at the top of a worktree is the one that code refers to. */
export const plans: vscode.DocumentFilter = { scheme: 'file', pattern: `**/${planFile}` };

export const sourcePattern = `**/*.{${languages.flatMap(({ extensions }) => extensions).join(',')}}`;
export const sources: vscode.DocumentFilter = { scheme: 'file', pattern: sourcePattern };
