import * as vscode from 'vscode';
import { ActionableError } from '../../hooks/project/functions';
import { messageOf } from '../../hooks/project/text';
import type { Flag, FlagAction } from '../flags/flag';
import type { Inspector } from '../inspector/inspector';
import type { LostHooksNotice } from '../notices';
import type { Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import { t, withoutLinks } from '../platform/text';
import type { ChangeReview, PreviewDocuments } from '../registration/preview-documents';
import { Folder } from '../store/folder';
import type { Stores } from '../stores';
import type { TestRuns } from '../tests/test-runs';
import type { TimelinePanel } from '../trace/timeline-panel';
import type { TraceDocuments } from '../trace/trace-documents';
import type { WhyPages } from '../trace/why-pages';
import { FlagNode } from '../tree/flags-tree';
import { FolderNode } from '../tree/tree';
import type { Views } from '../views';
import type { HookInstaller } from './install-hooks';

/** A command for menus, keys and the palette. Arguments may come from anywhere and are checked. */
export interface Command {
  readonly id: string;
  run(...args: readonly unknown[]): unknown;
}

/** What the window has from the start. */
export interface WindowParts extends Omit<Stores, 'dispose'>, Omit<Views, 'dispose'> {
  readonly lost: LostHooksNotice;
  readonly documents: TraceDocuments;
  readonly testRuns: TestRuns;
  readonly person: Person;
  readonly log: vscode.LogOutputChannel;
}

/** What commands work with. */
export interface CommandParts extends WindowParts {
  readonly installer: HookInstaller;
  readonly previews: PreviewDocuments;
  readonly review: ChangeReview;
  readonly routing: Inspector;
  readonly command: Inspector;
  readonly pages: WhyPages;
  readonly timeline: TimelinePanel;
}

/** An error whose text is written for the person who reads it. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/** Ends a command without an error: the person chose nothing, or there is nothing to do. A message is told to the person. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** @throws {Declined} if the person chose nothing */
export function chosen<T>(choice: T | undefined): T {
  if (choice === undefined) throw new Declined();
  return choice;
}

/** @throws {Declined} if the person said no */
export function agreed(yes: boolean): void {
  if (!yes) throw new Declined();
}

/**
 * Registers a command; its code is loaded when it first runs. Errors are shown: in full if the text is for people, else
 * with a button that opens the log.
 */
export function registered(
  id: string,
  lookUp: () => Promise<{ readonly commands: readonly Command[] }>,
  person: Person,
  log: vscode.LogOutputChannel,
): Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      const { commands } = await lookUp();
      return await commands.find((command) => command.id === id)?.run(...args);
    } catch (error) {
      // Not awaited: the message may stay open.
      if (!(error instanceof Declined)) void showError(error, id, log);
      else if (error.message !== '') void person.tell(error.message);
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

type Where = Pick<CommandParts, 'folders' | 'person'>;

/** The folder of an argument: a tree node, a folder, or a root. Without one, the person picks it. */
export async function folderFrom(argument: unknown, { folders, person }: Where): Promise<Folder> {
  if (argument instanceof FlagNode || argument instanceof FolderNode) return argument.folder;
  if (argument instanceof Folder) return argument;
  if (typeof argument === 'string') return chosen(folders.all.find((folder) => folder.root === argument));
  const [only, ...others] = folders.all;
  if (only === undefined) throw new HumanError(t('There is no folder open. Open the folder that the agent works in.'));
  if (others.length === 0) return only;
  const choices = folders.all.map((folder) => ({ label: folder.name, description: folder.root, value: folder }));
  return chosen(await person.pick(t('Which folder?'), choices));
}

/** The folder of an argument, or else that of the active editor. */
export const currentFolder = (argument: unknown, where: Where): Promise<Folder> =>
  folderFrom(argument ?? where.folders.active?.root, where);

/** A command about one folder: that of its argument, or else that of the active editor. */
export const folderCommand = (
  id: string,
  where: Where,
  run: (folder: Folder, argument: unknown) => Promise<unknown>,
): Command => ({ id, run: async (argument) => run(await currentFolder(argument, where), argument) });

export const flagFrom = (argument: unknown): Flag | undefined =>
  argument instanceof FlagNode ? argument.flag : undefined;

/** The flag that a command is about: the row it was started from, or one of those that offer the action. */
export async function flagNode(
  argument: unknown,
  parts: CommandParts,
  action: FlagAction,
  title: string,
): Promise<FlagNode> {
  if (argument instanceof FlagNode) return argument;
  const { flagModel, person } = parts;
  const folder = await currentFolder(undefined, parts);
  await flagModel.ready(folder);
  const nodes = flagModel.flagsOf(folder).flatMap((flag) => {
    const state = flagModel.state(folder, flag);
    if (state?.actions.includes(action) !== true) return [];
    const node = new FlagNode(folder, flag);
    node.update(state, Date.now());
    return [node];
  });
  if (nodes.length === 0) throw new Declined(t('No flag of {0} supports this command at the moment.', folder.name));
  const choices = nodes.map((value) => ({ label: value.flag.title, description: String(value.description), value }));
  return chosen(await person.pick(title, choices));
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
