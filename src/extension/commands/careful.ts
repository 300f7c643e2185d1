import * as vscode from 'vscode';
import { isCareful, setCareful } from '../../hooks/nudge/careful';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { OpenFolders } from '../store/open-folders';
import { HumanError, type Command } from './command';
import { folderFrom } from './target';

/** Careful mode on or off, in the file that its users' own command writes. Ending it is confirmed by a modal. */
export function toggleCareful(folders: OpenFolders, flags: FlagStore, person: Person): Command {
  return {
    id: 'gatehouse.toggleCareful',
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder === undefined) return;
      const on = !isCareful(folder);
      const sure =
        on ||
        (await person.confirm(
          vscode.l10n.t('End careful mode of {0}?', folder.name),
          vscode.l10n.t('Searches through many files no longer wait for the code index.'),
          vscode.l10n.t('End Careful Mode'),
        ));
      if (!sure) return;
      const now = await setCareful(folder, on, folder.surroundings.clock.now());
      await flags.refresh(folder);
      if (now !== on) {
        throw new HumanError(vscode.l10n.t('Git tracks the file that keeps careful mode on. Change it there.'));
      }
    },
  };
}
