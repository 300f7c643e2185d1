import type { Inspector } from '../inspector/inspector';
import { commandOf } from '../decisions/recorded';
import { outputOf } from '../inspector/routing-inspector';
import type { OpenFolders } from '../store/open-folders';
import { DecisionNode, outputOf as recordWithOutput } from '../tree/decision-nodes';
import type { Command } from './command';

/** Opens the routing inspector, with a recorded call's output where one is picked. */
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
