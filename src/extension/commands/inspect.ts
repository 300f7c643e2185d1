import type { Inspector } from '../inspector/inspector';
import { toolOutput } from '../../hooks/review/tool-output';
import type { OpenFolders } from '../store/open-folders';
import { DecisionNode } from '../tree/decision-nodes';
import type { Command } from './command';

/** Opens the routing inspector, with a recorded call's output where one is picked. */
export function inspectRouting(inspector: Inspector): Command {
  return {
    id: 'gatehouse.inspectRouting',
    run(argument) {
      const call = argument instanceof DecisionNode ? argument.trace.call : undefined;
      const output = toolOutput(call?.tool_response ?? call?.tool_output);
      inspector.show({ text: output.kind === 'text' ? output.text : '', choice: 'reviewer' });
      return Promise.resolve();
    },
  };
}

export function inspectCommand(inspector: Inspector, folders: OpenFolders): Command {
  return {
    id: 'gatehouse.inspectCommand',
    run(argument) {
      const decision = argument instanceof DecisionNode ? argument : undefined;
      const folder = decision?.folder ?? folders.active;
      inspector.show({ text: decision?.trace.subject ?? '', choice: folder?.root ?? '' });
      return Promise.resolve();
    },
  };
}
