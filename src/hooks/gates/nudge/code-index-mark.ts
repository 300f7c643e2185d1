import { indexOfTool, TurnMemory } from '../../nudge/code-index';
import { gate, pass } from '../../pipeline/gate';

/** Notes that the index was used, so that the agent is nudged only once per turn. */
export const codeIndexMark = gate({
  id: 'code-index-mark',
  title: 'Code index mark',
  summary: 'Remembers that a code index was used in this turn.',
  events: ['PostToolUse'],
  tools: ['mcp__*'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const index = indexOfTool(site, call.tool);
    if (index === undefined) return pass('not a code index');
    const memory = new TurnMemory(site, call);
    await memory.note({ used: [index.name] });
    await memory.writeSentinel(index.name);
    return pass(`${index.name} was used this turn`);
  },
});
