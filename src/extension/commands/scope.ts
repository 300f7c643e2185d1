import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { clearScope, setScope } from '../../hooks/session/scope';
import { sessionsAtWork } from '../../hooks/session/sessions';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import { shownScope } from '../status-bar/status-bar';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, folderCommand, folderFrom, HumanError } from './command';

/** Setting and clearing the agent's scope: the folders that it may write in. */
export function scopeCommands(folders: OpenFolders, person: Person): readonly Command[] {
  return [
    {
      id: 'gatehouse.setScope',
      async run(argument) {
        const uri = argument instanceof vscode.Uri ? argument : undefined;
        const folder =
          uri === undefined ? await folderFrom(argument ?? folders.active?.root, folders, person) : folders.of(uri);
        if (folder === undefined) {
          throw new HumanError(t('That folder is not in a worktree that this window has open.'));
        }
        const glob = uri === undefined ? await typeFolder(folder, person) : relativeTo(folder, folders.pathOf(uri));
        if (glob !== undefined) await set(glob, folder, person);
      },
    },
    folderCommand('gatehouse.clearScope', folders, person, async (folder) => {
      const now = shownScope(folder);
      if (now === undefined) {
        await person.tell(t('The agent has no scope in {0}: it may write in every folder.', folder.name));
        return;
      }
      const sure = await person.confirm(
        t('Clear the agent’s scope?'),
        t('The agent will be able to write outside {0} again.', now),
        t('Clear Scope'),
      );
      if (!sure) return;
      await clearScope(folder.home);
      noteAct(folder, 'scope', 'cleared');
    }),
  ];
}

const typeFolder = (folder: Folder, person: Person): Promise<string | undefined> =>
  person.type(t('Which folder of {0} may the agent write in? For example src/', folder.name));

/** A folder with its slash; for a file, the folder that contains it. */
function relativeTo({ root }: Folder, file: string): string {
  const directory = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true ? file : path.dirname(file);
  const relative = path.relative(root, directory);
  return relative === '' ? '.' : `${relative}/`;
}

async function set(glob: string, folder: Folder, person: Person): Promise<void> {
  const now = shownScope(folder);
  if (now !== undefined) {
    const question = t('Change the agent’s scope to {0}?', glob);
    const sure = await person.confirm(question, t('The scope is {0} now.', now), t('Change Scope'));
    if (!sure) return;
    await clearScope(folder.home);
  }
  const at = folder.services.clock.now();
  const atWork = [...sessionsAtWork(folder.home, at)];
  for (const session of atWork.length === 0 ? [undefined] : atWork) {
    await setScope(folder.home, { ...(session === undefined ? {} : { session }), globs: [glob], by: whoIsHere(), at });
  }
  noteAct(folder, 'scope', glob);
}
