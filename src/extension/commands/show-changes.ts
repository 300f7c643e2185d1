import path from 'node:path';
import * as vscode from 'vscode';
import { openChange } from '../platform/git-changes';
import type { Person } from '../platform/person';
import { FlagNode } from '../tree/flag-node';
import type { Command } from './command';

/** Lists the files that changed since a review passed, and opens what changed in the one that is picked. */
export function showChanges(person: Person): Command {
  return {
    id: 'gatehouse.showChanges',
    async run(argument) {
      if (!(argument instanceof FlagNode)) return;
      const { folder, flag, state } = argument;
      if (state?.changed === undefined) {
        await person.tell(vscode.l10n.t('Nobody can say any more which files changed since then.'));
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
