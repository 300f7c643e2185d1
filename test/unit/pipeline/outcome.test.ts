import assert from 'node:assert/strict';
import { withOutcomes, type Trace } from '../../../src/hooks/pipeline/trace';

function trace(event: string, toolUseId: string | undefined, decision?: string): Trace {
  return {
    v: 1,
    id: `${event} ${toolUseId ?? ''}`,
    at: 0,
    ms: 1,
    via: 'cold',
    event,
    session: 's',
    cwd: '/',
    root: '/',
    subject: 'ls',
    gates: [],
    toolUseId,
    verdict: { decision },
  };
}

describe('E1 what was decided and what happened', () => {
  for (const [title, traces, marked] of [
    ['a refusal without an end', [trace('PreToolUse', 'a', 'deny')], []],
    ['a refusal whose call ended', [trace('PreToolUse', 'a', 'deny'), trace('PostToolUse', 'a')], ['PreToolUse a']],
    [
      'a refusal whose call failed',
      [trace('PostToolUseFailure', 'a'), trace('PreToolUse', 'a', 'deny')],
      ['PreToolUse a'],
    ],
    ['another call that ended', [trace('PreToolUse', 'a', 'deny'), trace('PostToolUse', 'b')], []],
    ['calls without a number', [trace('PreToolUse', undefined, 'deny'), trace('PostToolUse', undefined)], []],
    ['a call that was let through', [trace('PreToolUse', 'a'), trace('PostToolUse', 'a')], []],
    ['an output that was sent back', [trace('PreToolUse', 'a'), trace('PostToolUse', 'a', 'deny')], []],
  ] as const) {
    it(`${title}: ${marked.length === 0 ? 'no mark' : 'marked'}`, () => {
      const found = withOutcomes(traces).filter(({ ranAnyway }) => ranAnyway === true);
      assert.deepEqual(
        found.map(({ id }) => id),
        marked,
      );
    });
  }
});
