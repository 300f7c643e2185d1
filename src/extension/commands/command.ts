import * as vscode from 'vscode';
import { Refusal } from '../../hooks/evidence/refusal';
import type { Disposable } from '../platform/disposables';
import { withoutLinks } from '../platform/plain-text';

/** A command for menus, keys and the palette. Arguments may come from anywhere and are checked. */
export interface Command {
  readonly id: string;
  run(...args: readonly unknown[]): Promise<unknown>;
}

/** An error whose text is written for the person who reads it. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/**
 * Registers a command, whose code is looked up when it is first started. What goes wrong is told: in full where the text
 * is for people, else with the way to the log.
 */
export function registered(
  id: string,
  lookUp: () => Promise<{ readonly commands: readonly Command[] }>,
  log: vscode.LogOutputChannel,
): Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      const { commands } = await lookUp();
      return await commands.find((command) => command.id === id)?.run(...args);
    } catch (error) {
      // A message that stays open keeps no caller waiting.
      void told(error, id, log);
      return undefined;
    }
  });
}

async function told(error: unknown, id: string, log: vscode.LogOutputChannel): Promise<void> {
  log.error(id, error instanceof Error ? error : String(error));
  if (error instanceof HumanError || error instanceof Refusal) {
    await vscode.window.showErrorMessage(withoutLinks(error.message));
    return;
  }
  const show = vscode.l10n.t('Show Log');
  const reason = withoutLinks(error instanceof Error ? error.message : String(error));
  const picked = await vscode.window.showErrorMessage(vscode.l10n.t('Gatehouse could not do that: {0}', reason), show);
  if (picked === show) log.show();
}
