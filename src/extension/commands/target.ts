import * as vscode from 'vscode';
import type { Flag } from '../flags/flag';
import type { Person } from '../platform/person';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { FlagNode } from '../tree/flag-node';
import { FolderNode } from '../tree/folder-node';
import { HumanError } from './command';

/** The folder that an argument means: a node of a tree, a folder, or a root. Without one the person says it. */
export async function folderFrom(argument: unknown, folders: OpenFolders, person: Person): Promise<Folder | undefined> {
  if (argument instanceof FlagNode || argument instanceof FolderNode) return argument.folder;
  if (argument instanceof Folder) return argument;
  if (typeof argument === 'string') return folders.all.find((folder) => folder.root === argument);
  const [only, ...others] = folders.all;
  if (only === undefined)
    throw new HumanError(vscode.l10n.t('There is no folder open. Open the folder that the agent works in.'));
  if (others.length === 0) return only;
  const choices = folders.all.map((folder) => ({ label: folder.name, description: folder.root, value: folder }));
  return person.pick(vscode.l10n.t('Which folder?'), choices);
}

export function flagFrom(argument: unknown): Flag | undefined {
  return argument instanceof FlagNode ? argument.flag : undefined;
}
