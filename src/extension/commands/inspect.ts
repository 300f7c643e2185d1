import type { Inspector } from '../inspector/inspector';
import { commandOf } from '../inspector/recorded';
import { outputOf } from '../inspector/routing-inspector';
import type { OpenFolders } from '../store/open-folders';
import { DecisionNode } from '../tree/decision-nodes';
import type { Command } from './command';

/** Opens the routing inspector, with a recorded call's output where one is picked. */
export function inspectRouting(inspector: Inspector): Command {
  return {
    id: 'gatehouse.inspectRouting',
    async run(argument) {
      const text = argument instanceof DecisionNode ? outputOf(argument.trace) : undefined;
      await inspector.show({ text: text ?? '', choice: 'reviewer' });
    },
  };
}

export function inspectCommand(inspector: Inspector, folders: OpenFolders): Command {
  return {
    id: 'gatehouse.inspectCommand',
    async run(argument) {
      const decision = argument instanceof DecisionNode ? argument : undefined;
      const folder = decision?.folder ?? folders.active;
      await inspector.show({
        text: decision === undefined ? '' : commandOf(decision.trace),
        choice: folder?.root ?? '',
      });
    },
  };
}
