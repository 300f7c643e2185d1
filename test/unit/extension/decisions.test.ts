import assert from 'node:assert/strict';
import { fits } from '../../../src/extension/decisions/filter';
import { sessionsOf } from '../../../src/extension/decisions/grouping';
import { verdictOf, type Verdict } from '../../../src/extension/decisions/verdict';
import type { Trace } from '../../../src/hooks/pipeline/trace';

function trace(more: Partial<Trace> = {}): Trace {
  const base = {
    v: 1 as const,
    id: 'x',
    at: 0,
    ms: 1,
    via: 'cold' as const,
    event: 'PreToolUse',
    session: 's',
    cwd: '/',
    root: '/',
    subject: 'ls',
  };
  return { ...base, gates: [], verdict: {}, ...more };
}
const gate = (id: string, kind: string, more = {}) => ({
  id,
  level: 'enforce',
  ms: 1,
  notes: [],
  rulings: [{ kind, reason: 'r' }],
  ...more,
});

describe('a decision', () => {
  for (const [more, verdict] of [
    [{}, 'pass'],
    [{ verdict: { decision: 'deny' } }, 'deny'],
    [{ verdict: { decision: 'deny' }, ranAnyway: true }, 'overruled'],
    [{ verdict: { decision: 'ask' } }, 'ask'],
    [{ verdict: { decision: 'allow' } }, 'allow'],
    [{ verdict: { rewritten: true, context: 'c' } }, 'rewrite'],
    [{ verdict: { context: 'c' } }, 'advice'],
    [{ verdict: { message: 'm' } }, 'advice'],
    [{ problem: 'not JSON' }, 'fault'],
    [{ gates: [gate('lint', 'pass', { failure: 'late' })] }, 'fault'],
    [{ gates: [gate('lint', 'deny', { level: 'observe' })] }, 'observed'],
  ] as const satisfies readonly (readonly [Partial<Trace>, Verdict])[]) {
    it(`with ${JSON.stringify(more)} counts as ${verdict}`, () => assert.equal(verdictOf(trace(more)), verdict));
  }

  it('fits a filter only in every part', () => {
    const one = trace({ session: 's', subject: 'npm TEST', gates: [gate('lint', 'feedback')] });
    assert.equal(fits(one, { session: 's', gate: 'lint', subject: 'test', verdict: 'pass' }), true);
    assert.equal(fits(one, { session: 'other' }), false);
    assert.equal(fits(one, { gate: 'guard' }), false);
    assert.equal(fits(one, { subject: 'build' }), false);
    assert.equal(fits(trace({ gates: [gate('guard', 'pass')] }), { gate: 'guard' }), false);
  });
});

describe('sessions and turns', () => {
  it('go by the turn that the client names', () => {
    const sessions = sessionsOf([
      trace({ id: '1', at: 1, prompt: 'p1', event: 'UserPromptSubmit', subject: 'Begin.' }),
      trace({ id: '2', at: 2, prompt: 'p1' }),
      trace({ id: '3', at: 3, prompt: 'p2' }),
      trace({ id: '4', at: 4, prompt: 'p1' }),
    ]);
    assert.deepEqual(
      sessions.map(({ turns }) => turns.map((turn) => [turn.prompt, turn.traces.map(({ id }) => id)])),
      [
        [
          ['Begin.', ['4', '2', '1']],
          [undefined, ['3']],
        ],
      ],
    );
  });

  it('go from prompt to prompt where the client names none', () => {
    const [session] = sessionsOf([
      trace({ id: '1', at: 1 }),
      trace({ id: '2', at: 2, event: 'UserPromptSubmit', subject: 'Go on.' }),
      trace({ id: '3', at: 3 }),
    ]);
    assert.deepEqual(
      session?.turns.map((turn) => turn.traces.map(({ id }) => id)),
      [['3', '2'], ['1']],
    );
  });

  it('put the session of the newest call on top', () => {
    const ids = sessionsOf([
      trace({ session: 'a', at: 1 }),
      trace({ session: 'b', at: 2 }),
      trace({ session: 'a', at: 3 }),
    ]);
    assert.deepEqual(
      ids.map(({ id }) => id),
      ['a', 'b'],
    );
  });
});
