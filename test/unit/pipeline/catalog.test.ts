import assert from 'node:assert/strict';
import { allGates, gatesFor } from '../../../src/hooks/pipeline/catalog';
import { reads } from '../../../src/hooks/pipeline/gate';
import { eventNames } from '../../../src/hooks/protocol/events';

describe('the catalog', () => {
  const tools = [
    ...[
      'Bash',
      'PowerShell',
      'Write',
      'Edit',
      'MultiEdit',
      'NotebookEdit',
      'Read',
      'Grep',
      'Glob',
      'Agent',
      'WebFetch',
    ],
    ...['AskUserQuestion', 'mcp__codex__review', 'mcp__x__AskUserQuestion', 'mcp__repowise__ask', undefined],
  ];

  it('loads a group for every call that one of its gates reads', async () => {
    const gates = (await allGates()).map(({ gate }) => gate);
    for (const event of eventNames) {
      for (const tool of tools) {
        const open = await gatesFor(event, tool);
        const missed = gates.filter((gate) => reads(gate, event, tool) && !open.includes(gate)).map(({ id }) => id);
        assert.deepEqual(missed, [], `${event} ${tool ?? ''}`);
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
