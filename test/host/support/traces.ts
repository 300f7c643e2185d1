import { appendTrace } from '../../../src/hooks/pipeline/decision-log';
import type { Trace } from '../../../src/hooks/pipeline/trace';

/** Every suite is a bundle of its own, and ids are not to meet. */
const suite = Math.random().toString(36).slice(2, 8);
let count = 0;

/** A record as the hooks write it: a harmless command unless told otherwise. */
export function trace(more: Partial<Trace> = {}): Trace {
  count += 1;
  return {
    v: 1,
    id: `${suite}-${count}`,
    at: Date.now(),
    ms: 1.2,
    via: 'cold',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 'aaaaaaaa-1',
    prompt: 'turn-1',
    cwd: '/',
    root: '/',
    subject: 'git status',
    gates: [],
    verdict: {},
    ...more,
  };
}

/** A refusal of `rm -rf /` by the guard. */
export function refusal(more: Partial<Trace> = {}): Trace {
  const ruling = {
    kind: 'deny',
    rule: 'delete-files',
    reason: 'It removes everything.',
    part: 'rm -rf /',
    instead: 'Name the folder.',
  };
  return trace({
    subject: 'rm -rf /',
    fingerprint: 'f'.repeat(64),
    call: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
    gates: [{ id: 'guard', level: 'enforce', ms: 1, notes: [], rulings: [ruling] }],
    verdict: {
      decision: 'deny',
      gate: 'guard',
      rule: 'delete-files',
      reason: 'Gatehouse guard [delete-files]: It removes everything.',
    },
    ...more,
  });
}

export function record(home: string, ...traces: readonly Trace[]): void {
  for (const one of traces) appendTrace(home, one);
}
