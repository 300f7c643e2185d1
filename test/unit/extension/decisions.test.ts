import assert from 'node:assert/strict';
import { matchesFilter, callsOf, rowOf, sessionsOf, type Turn } from '../../../src/extension/decisions/grouping';
import { agentText, callText, sessionText, turnText } from '../../../src/extension/decisions/labels';
import { outcomeOf, type Outcome } from '../../../src/extension/decisions/outcome';
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
    [{ verdict: { decision: 'deny' }, event: 'PostToolUse' }, 'feedback'],
    [{ verdict: { decision: 'deny' }, event: 'Stop' }, 'held'],
    [{ verdict: { context: 'c' }, gates: [gate('guard', 'context', { allowedBy: 'ada' })] }, 'allowed-once'],
    [{ verdict: { decision: 'ask' } }, 'ask'],
    [{ verdict: { decision: 'allow' } }, 'allow'],
    [{ verdict: { rewritten: true, context: 'c' } }, 'rewrite'],
    [{ verdict: { context: 'c' } }, 'advice'],
    [{ verdict: { message: 'm' } }, 'advice'],
    [{ event: 'PostToolUse', verdict: { context: 'c' }, gates: [gate('call-check', 'context')] }, 'unguarded'],
    [{ event: 'PostToolUse', verdict: { context: 'c' }, gates: [gate('tamper-check', 'context')] }, 'unguarded'],
    [{ event: 'PostToolUse', verdict: { message: 'm' }, gates: [gate('call-check', 'message')] }, 'advice'],
    [{ problem: 'not JSON' }, 'fault'],
    [{ gates: [gate('lint', 'pass', { failure: 'late' })] }, 'fault'],
    [{ gates: [gate('lint', 'deny', { level: 'observe' })] }, 'observed'],
  ] as const satisfies readonly (readonly [Partial<Trace>, Outcome])[]) {
    it(`with ${JSON.stringify(more)} counts as ${verdict}`, () => assert.equal(outcomeOf(trace(more)), verdict));
  }

  it('fits a filter only in every part', () => {
    const one = trace({ session: 's', subject: 'npm TEST', gates: [gate('lint', 'feedback')] });
    assert.equal(matchesFilter(one, { session: 's', gate: 'lint', subject: 'test', verdict: 'pass' }), true);
    assert.equal(matchesFilter(one, { session: 'other' }), false);
    assert.equal(matchesFilter(one, { gate: 'guard' }), false);
    assert.equal(matchesFilter(one, { subject: 'build' }), false);
    assert.equal(matchesFilter(trace({ gates: [gate('guard', 'pass')] }), { gate: 'guard' }), false);
  });
});

const idsIn = ({ entries }: Turn) => entries.map((entry) => ('agent' in entry ? entry.agent : entry.trace.id));

describe('one row a call', () => {
  const before = (more: Partial<Trace> = {}) => trace({ id: 'b', at: 1_000, tool: 'Bash', toolUseId: 't', ...more });
  const after = (more: Partial<Trace> = {}) =>
    trace({ id: 'a', at: 5_200, event: 'PostToolUse', tool: 'Bash', toolUseId: 't', ...more });
  const rows = (...traces: readonly Trace[]) =>
    callsOf(traces).map(({ trace: { id }, verdict, failed, ranMs }) => [id, verdict, failed, ranMs]);

  it('G6 joins what was decided before a call and after it, and says how long it ran', () => {
    assert.deepEqual(rows(before(), after()), [['b', 'pass', false, 4_200]]);
  });

  it('takes the more severe verdict of both, and knows a tool that failed', () => {
    const sentBack = after({ event: 'PostToolUseFailure', verdict: { decision: 'deny' } });
    assert.deepEqual(rows(before({ verdict: { decision: 'allow' } }), sentBack), [['b', 'feedback', true, 4_200]]);
  });

  it('keeps apart what does not belong together, and what has no other half', () => {
    assert.deepEqual(rows(before({ toolUseId: undefined }), after({ toolUseId: 'u' })), [
      ['b', 'pass', false, undefined],
      ['a', 'pass', false, undefined],
    ]);
  });
});

describe('the words of a row', () => {
  const text = (more: Partial<Trace>) => {
    const { label, description } = callText(rowOf(trace({ root: '/home/ada/till', ...more }), undefined));
    return `${label} | ${description.replace(/(?: · )?\d+:\d\d.*$/, '')}`;
  };
  for (const [more, words] of [
    [{ tool: 'Edit', subject: '/home/ada/till/src/basket.js' }, 'basket.js | src · Edit'],
    [{ tool: 'Read', subject: '/home/ada/till/README.md' }, 'README.md | Read'],
    [{ tool: 'Read', subject: '/etc/hosts' }, 'hosts | /etc · Read'],
    [{ tool: 'Bash', subject: 'npm test\nls' }, 'npm test | Bash'],
    [{ tool: 'Bash', subject: '/bin/ls', event: 'PostToolUseFailure' }, '/bin/ls | Bash · failed'],
    [{ tool: 'Bash', subject: 'rm -rf /', verdict: { decision: 'deny', gate: 'guard' } }, 'rm -rf / | guard'],
    [{ tool: 'WebSearch', subject: 'WebSearch' }, 'WebSearch | '],
    [{ event: 'Stop', subject: '' }, 'Agent finished | '],
    [{ event: 'SessionStart', subject: 'startup' }, 'Session started | '],
    [{ event: 'ConfigChange', tool: undefined, subject: '' }, 'Settings changed | '],
    [{ event: '', subject: '', problem: 'not JSON' }, 'Unreadable call | '],
    [
      { tool: undefined, event: 'PersonAct', act: { act: 'reset', target: 'tests', by: 'ada', from: 'editor' } },
      'Reset: tests | ada',
    ],
    [
      {
        tool: undefined,
        event: 'PersonAct',
        act: { act: 'allow once', target: 'guard: rm -rf a: b', by: 'ada', from: 'editor' },
      },
      'Allowed once: rm -rf a: b | guard · ada',
    ],
    [
      {
        tool: undefined,
        event: 'PersonAct',
        act: { act: 'undo', target: 'allow once guard: ls', by: 'ada', from: 'editor' },
      },
      'Undone: Allowed once: ls | guard · ada',
    ],
    [
      { tool: undefined, event: 'PersonAct', act: { act: 'undo', target: 'revoke proof', by: 'ada', from: 'editor' } },
      'Undone: Verification revoked | ada',
    ],
  ] as const) {
    it(`G6 ${words}`, () => assert.equal(text(more), words));
  }

  it('G6 names a session by its first prompt, and counts in singular and plural', () => {
    const prompt = (id: string, subject: string, at: number) =>
      trace({ id, event: 'UserPromptSubmit', subject, prompt: id, at });
    const [session] = sessionsOf([
      prompt('p1', 'Give the till its discounts.', 1),
      trace({ id: '1', prompt: 'p1', at: 2 }),
      prompt('p2', 'Now the docs.', 3),
      trace({ id: '2', prompt: 'p2', at: 4, verdict: { decision: 'deny' } }),
      trace({ id: '3', prompt: 'p2', at: 5 }),
    ]);
    assert.deepEqual(sessionText(session!, 60_005), {
      label: 'Give the till its discounts.',
      description: '1 blocked · 1 min ago',
    });
    assert.deepEqual(session!.turns.map(turnText), [
      { label: 'Now the docs.', description: '2 calls' },
      { label: 'Give the till its discounts.', description: '1 call' },
    ]);
  });

  it('G6 nests what a sub-agent did under its kind', () => {
    const [session] = sessionsOf([
      trace({ id: '1', at: 1 }),
      trace({ id: '2', at: 2, agent: 'agent-7', event: 'SubagentStart', subject: 'Explore' }),
      trace({ id: '3', at: 3, agent: 'agent-7' }),
      trace({ id: '4', at: 4 }),
    ]);
    const [turn] = session!.turns;
    assert.deepEqual(idsIn(turn!), ['4', 'agent-7', '1']);
    const nested = turn!.entries[1];
    assert.ok(nested !== undefined && 'agent' in nested);
    assert.deepEqual(agentText(nested), { label: 'Sub-agent Explore', description: '2 calls' });
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
      sessions.map(({ turns }) => turns.map((turn) => [turn.prompt, idsIn(turn)])),
      [
        [
          ['Begin.', ['4', '2']],
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
    assert.deepEqual(session?.turns.map(idsIn), [['3'], ['1']]);
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
