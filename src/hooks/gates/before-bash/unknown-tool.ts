import { gate } from '../../pipeline/gate';
import { deny, pass } from '../../pipeline/ruling';

/** The pipeline asks it about calls that no client's table explains, whatever their tool is called. */
export const unknownTool = gate<'PreToolUse'>({
  id: 'unknown-tool',
  title: 'Unknown tools',
  summary:
    'Refuses a call of a tool that Gatehouse does not know for this client, where it looks as if it ran something or wrote a file.',
  events: ['PreToolUse'],
  tools: [],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide({ unknown, client = 'Claude Code' }) {
    if (unknown === undefined) return pass('a tool that is known');
    return deny('unknown-tool', `No gate can judge this call of ${client}: ${unknown}.`, {
      wayForward:
        'Use a tool that runs a command or edits a file by its usual name. The person can allow this call once, and sees in "gatehouse doctor" what is not known.',
    });
  },
});
