import path from 'node:path';
import * as vscode from 'vscode';
import type { LogOutputChannel } from 'vscode';
import { callsOf } from '../decisions/grouping';
import { commandOf } from '../decisions/recorded';
import { outputOf, type Inspector } from '../inspector/inspector';
import type { Person } from '../platform/person';
import { t } from '../platform/text';
import type { RegistrationStore } from '../registration/registration-store';
import type { DecisionStore } from '../store/decision-store';
import type { FlagModel } from '../store/flag-model';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { TimelinePanel } from '../trace/timeline-panel';
import type { WhyPages } from '../trace/why-pages';
import {
  type DecisionsTree,
  type DecisionsTreeNode,
  SessionNode,
  DecisionNode,
  outputOf as recordWithOutput,
} from '../tree/decisions-tree';
import { type Command, flagNode, type FlagParts, folderCommand, folderFrom } from './command';

export const showLog = (log: LogOutputChannel): Command => ({ id: 'gatehouse.showLog', run: () => log.show() });

/** Brings a session into view among the decisions. */
export function showSession(tree: DecisionsTree, view: Pick<vscode.TreeView<DecisionsTreeNode>, 'reveal'>): Command {
  return {
    id: 'gatehouse.showSession',
    async run(folder, session) {
      await vscode.commands.executeCommand('gatehouse.decisions.focus');
      if (!(folder instanceof Folder) || typeof session !== 'string') return;
      const node = tree.sessionNode(folder, session);
      if (node !== undefined) await view.reveal(node, { select: true, focus: true, expand: true });
    },
  };
}

/** Shows a session as a picture: the one whose row was chosen, else the newest. */
export function showTimeline(folders: OpenFolders, timeline: TimelinePanel, person: Person): Command {
  return {
    id: 'gatehouse.showTimeline',
    async run(argument) {
      if (argument instanceof SessionNode) return timeline.show(argument.folder, argument.session.id);
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder !== undefined) await timeline.show(folder, undefined);
    },
  };
}

/** Lists the files that changed since a review passed, and opens what changed in the one that is picked. */
export function showChanges(parts: FlagParts): Command {
  const { folders, person } = parts;
  return {
    id: 'gatehouse.showChanges',
    async run(argument) {
      const node = await flagNode(argument, parts, 'changes', t('Show changes since which flag?'));
      if (node === undefined) return;
      const { folder, flag, state } = node;
      if (state?.changed === undefined) {
        await person.tell(t('The list of files changed since then is no longer available.'));
        return;
      }
      const file = await person.pick(
        t('Changed since the {0}', flag.title.toLowerCase()),
        state.changed.map((name) => ({
          label: `$(file) ${path.basename(name)}`,
          description: path.dirname(name),
          value: name,
        })),
      );
      if (file === undefined) return;
      await openChange(folders.uriOf(path.join(folder.root, file)));
    },
  };
}

export function openStateFile(parts: FlagParts): Command {
  return {
    id: 'gatehouse.openStateFile',
    async run(argument) {
      const node = await flagNode(argument, parts, 'file', t('Open the state file of which flag?'));
      const file = node?.state?.file;
      if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(file));
    },
  };
}

/** Reads every file again, for folders whose changes no watcher reports. */
export function refresh(folders: OpenFolders, flags: FlagModel, registration: RegistrationStore): Command {
  return {
    id: 'gatehouse.refresh',
    async run() {
      for (const folder of folders.all) {
        folder.forgetConfiguration();
        await registration.refresh(folder);
        await flags.refresh(folder);
      }
    },
  };
}

/** Opens the record of the newest call in the folder of the active editor. */
export function explainLastDecision(
  folders: OpenFolders,
  decisions: DecisionStore,
  pages: WhyPages,
  person: Person,
): Command {
  return folderCommand('gatehouse.explainLastDecision', folders, person, async (folder) => {
    const last = callsOf(decisions.of(folder)).at(-1);
    if (last !== undefined) return pages.open(new DecisionNode(folder, last));
    await person.tell(t('No activity in {0} yet. Start an agent session there.', folder.name));
  });
}

/** Opens the routing inspector, with a recorded call's output if one is picked. */
export function inspectRouting(inspector: Inspector): Command {
  return {
    id: 'gatehouse.inspectRouting',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return inspector.reveal('reviewer');
      await inspector.show({
        text: outputOf(recordWithOutput(argument.row) ?? argument.trace) ?? '',
        choice: 'reviewer',
      });
    },
  };
}

export function inspectCommand(inspector: Inspector, folders: OpenFolders): Command {
  return {
    id: 'gatehouse.inspectCommand',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return inspector.reveal(folders.active?.root ?? '');
      await inspector.show({ text: commandOf(argument.trace), choice: argument.folder.root });
    },
  };
}

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
