import * as vscode from 'vscode';
import { appearanceOf, wordOf } from '../flags/appearance';
import type { Flag } from '../flags/flag';
import { noteAct } from '../platform/acts';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { Command } from './command';
import { flagFrom, folderFrom } from './target';
import { undoable } from './undo';

/** Takes one flag back to never run. */
export function resetFlag(folders: OpenFolders, flags: FlagStore, person: Person): Command {
  const asked = async (folder: Folder): Promise<Flag | undefined> => {
    await flags.ready(folder);
    const choices = flags.flagsOf(folder).flatMap((flag) => {
      const state = flags.state(folder, flag);
      if (state?.actions.includes('reset') !== true) return [];
      return [
        { label: `$(${appearanceOf(state.status).icon}) ${flag.title}`, description: wordOf(state), value: flag },
      ];
    });
    if (choices.length > 0) return person.pick(vscode.l10n.t('Reset which flag?'), choices);
    await person.tell(vscode.l10n.t('No flag of {0} is set: there is nothing to reset.', folder.name));
    return undefined;
  };
  return {
    id: 'gatehouse.resetFlag',
    async run(argument) {
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const flag = flagFrom(argument) ?? (await asked(folder));
      if (flag?.reset === undefined) return;
      const { title } = flag;
      const target = `reset ${title.toLowerCase()}`;
      const text = vscode.l10n.t('{0} of {1} is reset: it has to be run again.', title, folder.name);
      const run = async () => {
        await flag.reset?.(folder);
        noteAct(folder, 'reset', title.toLowerCase());
      };
      await undoable({ folder, target, text, run }, flags, person);
    },
  };
}

/** Takes every flag of a folder back to never run. */
export function resetAllFlags(folders: OpenFolders, flags: FlagStore, person: Person): Command {
  return {
    id: 'gatehouse.resetAllFlags',
    async run(argument) {
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const sure = await person.confirm(
        vscode.l10n.t('Reset every flag of {0}?', folder.name),
        vscode.l10n.t('Reviews and tests that have passed must be run again.'),
        vscode.l10n.t('Reset All'),
      );
      if (!sure) return;
      const text = vscode.l10n.t('All flags of {0} are reset.', folder.name);
      const run = async () => {
        for (const flag of flags.flagsOf(folder)) await flag.reset?.(folder);
        noteAct(folder, 'reset', 'all flags');
      };
      await undoable({ folder, target: 'reset all flags', text, run }, flags, person);
    },
  };
}
