import type { Inspector } from '../inspector/inspector';
import { toolOutput } from '../../hooks/review/tool-output';
import type { OpenFolders } from '../store/open-folders';
import { DecisionNode } from '../tree/decision-nodes';
import type { Command } from './command';

/** Opens the routing inspector, with a recorded call's output where one is picked. */
export function inspectRouting(inspector: Inspector): Command {
  return {
    id: 'gatehouse.inspectRouting',
    async run(argument) {
      const call = argument instanceof DecisionNode ? argument.trace.call : undefined;
      const output = toolOutput(call?.tool_response ?? call?.tool_output);
      await inspector.show({ text: output.kind === 'text' ? output.text : '', choice: 'reviewer' });
    },
  };
}

export function inspectCommand(inspector: Inspector, folders: OpenFolders): Command {
  return {
    id: 'gatehouse.inspectCommand',
    async run(argument) {
      const decision = argument instanceof DecisionNode ? argument : undefined;
      const folder = decision?.folder ?? folders.active;
      await inspector.show({ text: decision?.trace.subject ?? '', choice: folder?.root ?? '' });
    },
  };
}
