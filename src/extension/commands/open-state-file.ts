import * as vscode from 'vscode';
import type { Command } from './command';
import { flagNode, type FlagParts } from './target';

/** Opens the public file that says what a flag is. */
export function openStateFile(parts: FlagParts): Command {
  return {
    id: 'gatehouse.openStateFile',
    async run(argument) {
      const node = await flagNode(argument, parts, 'file', vscode.l10n.t('Open the state file of which flag?'));
      const file = node?.state?.file;
      if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(file));
    },
  };
}
