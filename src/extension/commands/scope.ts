import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { clearScope, scopesIn, setScope } from '../../hooks/session/scope';
import { sessionsAtWork } from '../../hooks/session/session-book';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, folderFrom, HumanError } from './command';

/** Limiting the agent to a folder, and lifting the limit. */
export function scopeCommands(folders: OpenFolders, person: Person): readonly Command[] {
  return [
    {
      id: 'gatehouse.limitAgent',
      async run(argument) {
        const uri = argument instanceof vscode.Uri ? argument : undefined;
        const folder = uri === undefined ? await folderFrom(argument ?? folders.active?.root, folders, person) : folders.of(uri); // prettier-ignore
        if (folder === undefined)
          throw new HumanError(vscode.l10n.t('That folder is not in a worktree that this window has open.'));
        const glob = uri === undefined ? await typed(folder, person) : relativeTo(folder, uri.fsPath);
        if (glob !== undefined) await limit(glob, folder, person);
      },
    },
    {
      id: 'gatehouse.liftLimit',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const now = shownLimit(folder);
        if (now === undefined) {
          await person.tell(vscode.l10n.t('The agent is not limited to a folder in {0}.', folder.name));
          return;
        }
        const sure = await person.confirm(
          vscode.l10n.t('Lift the agent’s folder limit?'),
          vscode.l10n.t('It will be able to write outside {0} again.', now),
          vscode.l10n.t('Lift Limit'),
        );
        if (!sure) return;
        await clearScope(folder.home);
        noteAct(folder, 'scope', 'lifted');
      },
    },
  ];
}

/** The limits of a folder, in one line; undefined if there is none. */
export function shownLimit(folder: Folder): string | undefined {
  const scopes = scopesIn(folder.home);
  if (scopes === undefined) return vscode.l10n.t('an unknown folder');
  return scopes.length === 0 ? undefined : [...new Set(scopes.flatMap(({ globs }) => globs))].join(', ');
}

const typed = (folder: Folder, person: Person): Promise<string | undefined> =>
  person.type(vscode.l10n.t('Limit the agent to which folder of {0}? For example src/', folder.name));

/** A folder with its slash; for a file, the folder that contains it. */
function relativeTo({ root }: Folder, file: string): string {
  const directory = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true ? file : path.dirname(file);
  const relative = path.relative(root, directory);
  return relative === '' ? '.' : `${relative}/`;
}

async function limit(glob: string, folder: Folder, person: Person): Promise<void> {
  const now = shownLimit(folder);
  if (now !== undefined) {
    const question = vscode.l10n.t('Limit the agent to {0} instead?', glob);
    const sure = await person.confirm(
      question,
      vscode.l10n.t('It is currently limited to {0}.', now),
      vscode.l10n.t('Limit Agent'),
    );
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
