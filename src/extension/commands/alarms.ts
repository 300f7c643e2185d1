import * as vscode from 'vscode';
import { clearAlarms } from '../../hooks/pipeline/alarms';
import { alarmsOf, bookAt } from '../flags/alarms';
import { noteAct } from '../platform/acts';
import { age } from '../platform/age';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { OpenFolders } from '../store/open-folders';
import type { Command } from './command';
import { folderFrom } from './target';

const shownAlarms = 10;

/** What a person should look at: every alarm with its likely cause. Looking at them is what clears them. */
export function showAlarms(folders: OpenFolders, flags: FlagStore, person: Person): Command {
  return {
    id: 'gatehouse.showAlarms',
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder === undefined) return;
      const open = alarmsOf(folder);
      if (open.length === 0) {
        await person.tell(vscode.l10n.t('Every call in {0} ran as it was judged.', folder.name));
        return;
      }
      const rows = open.slice(-shownAlarms).map(({ at, text, cause }) => {
        const why = cause === undefined ? '' : `\n${vscode.l10n.t('Likely cause: {0}', cause)}`;
        return `${age(at, Date.now())}: ${text}${why}`;
      });
      const more = open.length - rows.length;
      const detail = [
        ...(more > 0 ? [vscode.l10n.t('{0} earlier alarms', more)] : []),
        ...rows,
        vscode.l10n.t('Cleared alarms stay in the decision log.'),
      ].join('\n\n');
      const question = vscode.l10n.t('Gatehouse was not in force in {0}', folder.name);
      if (!(await person.confirm(question, detail, vscode.l10n.t('Clear Alarms')))) return;
      await clearAlarms(bookAt(folder), folder.surroundings.clock.now());
      noteAct(folder, 'clear', 'alarms');
      await flags.refresh(folder);
    },
  };
}
