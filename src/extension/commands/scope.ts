import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { clearScope, setScope } from '../../hooks/session/scope';
import { sessionsAtWork } from '../../hooks/session/sessions';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import { shownScope } from '../status-bar/status-bar';
import type { Folder } from '../store/folder';
import {
  agreed,
  chosen,
  type Command,
  type CommandParts,
  currentFolder,
  Declined,
  folderCommand,
  HumanError,
} from './command';

/** Setting and clearing the agent's scope: the folders that it may write in. */
export function scopeCommands(parts: CommandParts): readonly Command[] {
  const { folders, person } = parts;
  return [
    {
      id: 'gatehouse.setScope',
      async run(argument) {
        if (argument instanceof vscode.Uri) {
          const folder = folders.of(argument);
          if (folder === undefined)
            throw new HumanError(t('That folder is not in a worktree that this window has open.'));
          await set(relativeTo(folder, folders.pathOf(argument)), folder, person);
          return;
        }
        const folder = await currentFolder(argument, parts);
        const prompt = t('Which folder of {0} may the agent write in? For example src/', folder.name);
        await set(chosen(await person.type(prompt)), folder, person);
      },
    },
    folderCommand('gatehouse.clearScope', parts, async (folder) => {
      const now = shownScope(folder);
      if (now === undefined)
        throw new Declined(t('The agent has no scope in {0}: it may write in every folder.', folder.name));
      const detail = t('The agent will be able to write outside {0} again.', now);
      agreed(await person.confirm(t('Clear the agent’s scope?'), detail, t('Clear Scope')));
      await clearScope(folder.home);
      noteAct(folder, 'scope', 'cleared');
    }),
  ];
}

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
    agreed(await person.confirm(question, t('The scope is {0} now.', now), t('Change Scope')));
    await clearScope(folder.home);
  }
  const at = folder.services.clock.now();
  const atWork = [...sessionsAtWork(folder.home, at)];
  for (const session of atWork.length === 0 ? [undefined] : atWork) {
    await setScope(folder.home, { ...(session === undefined ? {} : { session }), globs: [glob], by: whoIsHere(), at });
  }
  noteAct(folder, 'scope', glob);
}
