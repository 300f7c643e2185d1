import assert from 'node:assert/strict';
import { allGates, gatesFor } from '../../../src/hooks/pipeline/catalog';
import { reads } from '../../../src/hooks/pipeline/gate';
import { eventNames } from '../../../src/hooks/protocol/events';

describe('the catalog', () => {
  it('runs every gate at every event and for every tool that the gate names', async () => {
    const entries = await allGates();
    // A tool for each name that a gate lists, a tool that no gate lists, and events without a tool.
    const listed = entries.flatMap(({ gate }) => gate.tools ?? []).map((name) => name.replaceAll('*', 'x'));
    const tools = [...new Set(listed), 'ToolOfNoGate', undefined];
    for (const event of eventNames) {
      for (const tool of tools) {
        const run = await gatesFor(event, tool);
        const missed = entries.filter(({ gate }) => reads(gate, event, tool) && !run.includes(gate));
        assert.deepEqual(
          missed.map(
            ({ group, gate }) =>
              `the group ${group} leaves out ${event} or ${tool ?? 'no tool'}, which ${gate.id} reads`,
          ),
          [],
        );
      }
    }
  });

  it('holds every gate once, in the order in which they run', async () => {
    const ids = (await allGates()).map(({ gate }) => gate.id);
    assert.equal(new Set(ids).size, ids.length);
    const beforeBash = (await gatesFor('PreToolUse', 'Bash')).map(({ id }) => id);
    assert.deepEqual(beforeBash.slice(0, 3), ['guard', 'self-protection', 'scope']);
    assert.deepEqual(beforeBash.slice(-4), ['auto-review', 'llm-review', 'code-index-nudge', 'own-runs']);
  });
});
