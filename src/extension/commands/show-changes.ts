import path from 'node:path';
import * as vscode from 'vscode';
import { openChange } from '../platform/git-changes';
import type { Command } from './command';
import { flagNode, type FlagParts } from './target';

/** Lists the files that changed since a review passed, and opens what changed in the one that is picked. */
export function showChanges(parts: FlagParts): Command {
  const { person } = parts;
  return {
    id: 'gatehouse.showChanges',
    async run(argument) {
      const node = await flagNode(argument, parts, 'changes', vscode.l10n.t('Show changes since which flag?'));
      if (node === undefined) return;
      const { folder, flag, state } = node;
      if (state?.changed === undefined) {
        await person.tell(vscode.l10n.t('It is not known any more which files changed since then.'));
        return;
      }
      const file = await person.pick(
        vscode.l10n.t('Changed since the {0}', flag.title.toLowerCase()),
        state.changed.map((name) => ({
          label: `$(file) ${path.basename(name)}`,
          description: path.dirname(name),
          value: name,
        })),
      );
      if (file === undefined) return;
      await openChange(vscode.Uri.file(path.join(folder.root, file)));
    },
  };
}
