import { gate, deny, pass } from '../../pipeline/gate';

/** Refuses calls that no dialect can translate, whatever their tool is called. */
export const unknownTool = gate<'PreToolUse'>({
  id: 'unknown-tool',
  title: 'Unknown tools',
  summary:
    'Blocks calls to tools that Gatehouse does not know for this client if they seem to run a command or write a file.',
  events: ['PreToolUse'],
  tools: [],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide({ unknown, client = 'Claude Code' }) {
    if (unknown === undefined) return pass('a tool that is known');
    return deny('unknown-tool', `No gate can check this call from ${client}: ${unknown}.`, {
      instead:
        'Use one of the usual tools to run a command or edit a file. The person can allow this call once, and "gatehouse doctor" shows them what is unknown.',
    });
  },
});
