import * as vscode from 'vscode';
import { ActionableError } from '../../hooks/project/actionable-error';
import type { Flag, FlagAction } from '../flags/flag';
import type { Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import { withoutLinks, t } from '../platform/text';
import type { FlagModel } from '../store/flag-model';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { FlagNode } from '../tree/flags-tree';
import { FolderNode } from '../tree/tree';
import { messageOf } from '../../hooks/project/text';

/** A command for menus, keys and the palette. Arguments may come from anywhere and are checked. */
export interface Command {
  readonly id: string;
  run(...args: readonly unknown[]): unknown;
}

/** An error whose text is written for the person who reads it. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/**
 * Registers a command; its code is loaded when it first runs. Errors are shown: in full if the text is for people, else
 * with a button that opens the log.
 */
export function registered(
  id: string,
  lookUp: () => Promise<{ readonly commands: readonly Command[] }>,
  log: vscode.LogOutputChannel,
): Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      const { commands } = await lookUp();
      return await commands.find((command) => command.id === id)?.run(...args);
    } catch (error) {
      // Not awaited: the message may stay open.
      void showError(error, id, log);
      return undefined;
    }
  });
}

async function showError(error: unknown, id: string, log: vscode.LogOutputChannel): Promise<void> {
  log.error(id, error instanceof Error ? error : String(error));
  if (error instanceof HumanError || error instanceof ActionableError) {
    await vscode.window.showErrorMessage(withoutLinks(error.message));
    return;
  }
  const show = t('Show Log');
  const reason = withoutLinks(messageOf(error));
  const picked = await vscode.window.showErrorMessage(t('Gatehouse could not do that: {0}', reason), show);
  if (picked === show) log.show();
}

/** The folder of an argument: a tree node, a folder, or a root. Without one, the person picks it. */
export async function folderFrom(argument: unknown, folders: OpenFolders, person: Person): Promise<Folder | undefined> {
  if (argument instanceof FlagNode || argument instanceof FolderNode) return argument.folder;
  if (argument instanceof Folder) return argument;
  if (typeof argument === 'string') return folders.all.find((folder) => folder.root === argument);
  const [only, ...others] = folders.all;
  if (only === undefined) throw new HumanError(t('There is no folder open. Open the folder that the agent works in.'));
  if (others.length === 0) return only;
  const choices = folders.all.map((folder) => ({ label: folder.name, description: folder.root, value: folder }));
  return person.pick(t('Which folder?'), choices);
}

/** A command about one folder: that of its argument, or else that of the active editor. */
export function folderCommand(
  id: string,
  folders: OpenFolders,
  person: Person,
  run: (folder: Folder, argument: unknown) => Promise<unknown>,
): Command {
  return {
    id,
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      return folder === undefined ? undefined : run(folder, argument);
    },
  };
}

export const flagFrom = (argument: unknown): Flag | undefined =>
  argument instanceof FlagNode ? argument.flag : undefined;

export interface FlagParts {
  readonly folders: OpenFolders;
  readonly flagModel: FlagModel;
  readonly person: Person;
}

/** The flag that a command is about: the row it was started from, or one of those that offer the action. */
export async function flagNode(
  argument: unknown,
  { folders, flagModel, person }: FlagParts,
  action: FlagAction,
  title: string,
): Promise<FlagNode | undefined> {
  if (argument instanceof FlagNode) return argument;
  const folder = await folderFrom(folders.active?.root, folders, person);
  if (folder === undefined) return undefined;
  await flagModel.ready(folder);
  const nodes = flagModel.flagsOf(folder).flatMap((flag) => {
    const state = flagModel.state(folder, flag);
    if (state?.actions.includes(action) !== true) return [];
    const node = new FlagNode(folder, flag);
    node.update(state, Date.now());
    return [node];
  });
  if (nodes.length === 0) {
    await person.tell(t('No flag of {0} supports this command at the moment.', folder.name));
    return undefined;
  }
  return person.pick(
    title,
    nodes.map((value) => ({ label: value.flag.title, description: String(value.description), value })),
  );
}

/** Asks before hooks are installed in an untrusted workspace. */
export function mustBeTrusted(): void {
  if (vscode.workspace.isTrusted) return;
  throw new HumanError(
    t(
      'You do not trust this workspace. Hooks are commands that run with your rights, so Gatehouse changes none of them here. Trust the workspace first.',
    ),
  );
}
