import * as vscode from 'vscode';
import { HumanError } from './command';

/** Asked before hooks are changed: a repository that is only looked at must not get any. */
export function mustBeTrusted(): void {
  if (vscode.workspace.isTrusted) return;
  throw new HumanError(
    vscode.l10n.t(
      'You do not trust this workspace. Hooks are commands that run with your rights, so Gatehouse changes none of them here. Trust the workspace first.',
    ),
  );
}
