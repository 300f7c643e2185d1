import path from 'node:path';
import * as vscode from 'vscode';
import { callsOf } from '../decisions/grouping';
import { commandOf } from '../decisions/recorded';
import { outputOf } from '../inspector/inspector';
import { t } from '../platform/text';
import { Folder } from '../store/folder';
import { SessionNode, DecisionNode, outputOf as recordWithOutput } from '../tree/decisions-tree';
import { chosen, type Command, type CommandParts, currentFolder, Declined, flagNode, folderCommand } from './command';

/** Commands that open something, and change nothing. */
export const showCommands = (parts: CommandParts): readonly Command[] => [
  { id: 'gatehouse.showLog', run: () => parts.log.show() },
  showSession(parts),
  showTimeline(parts),
  showChanges(parts),
  openStateFile(parts),
  refresh(parts),
  explainLastDecision(parts),
  ...inspect(parts),
];

/** Brings a session into view among the decisions. */
const showSession = ({ decisionsTree, decisionsView }: CommandParts): Command => ({
  id: 'gatehouse.showSession',
  async run(folder, session) {
    await vscode.commands.executeCommand('gatehouse.decisions.focus');
    if (!(folder instanceof Folder) || typeof session !== 'string') return;
    const node = decisionsTree.sessionNode(folder, session);
    if (node !== undefined) await decisionsView.reveal(node, { select: true, focus: true, expand: true });
  },
});

/** Shows a session as a picture: the one whose row was chosen, else the newest. */
const showTimeline = (parts: CommandParts): Command => ({
  id: 'gatehouse.showTimeline',
  async run(argument) {
    if (argument instanceof SessionNode) return parts.timeline.show(argument.folder, argument.session.id);
    await parts.timeline.show(await currentFolder(argument, parts), undefined);
  },
});

/** Lists the files that changed since a review passed, and opens what changed in the one that is picked. */
const showChanges = (parts: CommandParts): Command => ({
  id: 'gatehouse.showChanges',
  async run(argument) {
    const { folder, flag, state } = await flagNode(argument, parts, 'changes', t('Show changes since which flag?'));
    if (state?.changed === undefined)
      throw new Declined(t('The list of files changed since then is no longer available.'));
    const choices = state.changed.map((value) => ({
      label: `$(file) ${path.basename(value)}`,
      description: path.dirname(value),
      value,
    }));
    const file = chosen(await parts.person.pick(t('Changed since the {0}', flag.title.toLowerCase()), choices));
    await openChange(parts.folders.uriOf(path.join(folder.root, file)));
  },
});

const openStateFile = (parts: CommandParts): Command => ({
  id: 'gatehouse.openStateFile',
  async run(argument) {
    const { state } = await flagNode(argument, parts, 'file', t('Open the state file of which flag?'));
    if (state?.file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(state.file));
  },
});

/** Reads every file again, for folders whose changes no watcher reports. */
const refresh = ({ folders, flagModel, registration }: CommandParts): Command => ({
  id: 'gatehouse.refresh',
  async run() {
    for (const folder of folders.all) {
      folder.forgetConfiguration();
      await registration.refresh(folder);
      await flagModel.refresh(folder);
    }
  },
});

/** Opens the record of the newest call in the folder of the active editor. */
const explainLastDecision = (parts: CommandParts): Command =>
  folderCommand('gatehouse.explainLastDecision', parts, async (folder) => {
    const last = callsOf(parts.decisions.of(folder)).at(-1);
    if (last === undefined) throw new Declined(t('No activity in {0} yet. Start an agent session there.', folder.name));
    await parts.pages.open(new DecisionNode(folder, last));
  });

/** Opens an inspector, with what a recorded call ran or put out if one is picked. */
const inspect = ({ folders, routing, command }: CommandParts): readonly Command[] => [
  {
    id: 'gatehouse.inspectRouting',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return routing.reveal('reviewer');
      const text = outputOf(recordWithOutput(argument.row) ?? argument.trace) ?? '';
      await routing.show({ text, choice: 'reviewer' });
    },
  },
  {
    id: 'gatehouse.inspectCommand',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return command.reveal(folders.active?.root ?? '');
      await command.show({ text: commandOf(argument.trace), choice: argument.folder.root });
    },
  },
];

/** The parts of the git extension's API that are used here. */
interface Git {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}

interface Repository {
  readonly state: Readonly<Record<'workingTreeChanges' | 'indexChanges' | 'mergeChanges', readonly Change[]>>;
  status(): Promise<void>;
}

interface Change {
  readonly uri: vscode.Uri;
}

/**
 * Opens both sides of a file's change, as git's own view does. If git has nothing to compare, because the file was
 * committed since or is in no repository, only the file is opened.
 */
async function openChange(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand((await seenByGit(uri)) ? 'git.openChange' : 'vscode.open', uri);
}

/**
 * Does git's view list the file? If not, its command does nothing and says nothing, so this is checked first. The view
 * may be seconds behind the files; then it is refreshed.
 */
async function seenByGit(uri: vscode.Uri): Promise<boolean> {
  try {
    const git = await vscode.extensions.getExtension<Git>('vscode.git')?.activate();
    const repository = git?.getAPI(1).getRepository(uri);
    if (repository == null) return false;
    if (listed(repository, uri)) return true;
    await repository.status();
    return listed(repository, uri);
  } catch {
    // Git is switched off, or there is none on this machine.
    return false;
  }
}

function listed({ state }: Repository, uri: vscode.Uri): boolean {
  const text = uri.toString();
  return [...state.workingTreeChanges, ...state.indexChanges, ...state.mergeChanges].some(
    (change) => change.uri.toString() === text,
  );
}
