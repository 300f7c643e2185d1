import { isToolCall, type Call } from '../protocol/call';
import { fingerprint } from './allowance';
import { recordedCall, subjectOf } from './decision-log';
import type { Dispatch } from './dispatch';
import { denial, merge, type Said } from './merge';
import type { Trace } from './trace';

/** What a record says beside the call and its gates: how it came to be, and where. */
export interface Occasion {
  readonly event: string | undefined;
  readonly via: 'cold' | 'warm';
  readonly only?: readonly string[] | undefined;
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number;
}

/** The record of a call that was judged. */
export function recordOf(call: Call, done: Dispatch, occasion: Occasion): Trace {
  const merged = merge(call.event, done.said);
  return {
    ...outline(occasion),
    event: call.event,
    tool: isToolCall(call) ? call.tool : undefined,
    session: call.sessionId,
    ...(call.client === undefined ? {} : { client: call.client }),
    prompt: call.promptId,
    agent: call.agentId,
    toolUseId: isToolCall(call) ? call.toolUseId : undefined,
    cwd: call.cwd,
    subject: subjectOf(call),
    call: recordedCall(call),
    fingerprint: merged.decision === 'deny' ? fingerprint(done.call) : undefined,
    gates: done.gates.map((gate) => ({ ...gate })),
    verdict: {
      decision: merged.decision,
      reason: merged.reason,
      ...decider(done.said, merged.reason),
      rewritten: merged.updatedInput !== undefined,
      context: merged.context,
      message: merged.message,
    },
  };
}

/** The record of a payload that nothing could be made of. */
export function recordOfProblem(problem: string, cwd: string, occasion: Occasion): Trace {
  return {
    ...outline(occasion),
    event: occasion.event ?? '',
    session: '',
    cwd,
    subject: '',
    gates: [],
    verdict: {},
    problem,
  };
}

/** Whose ruling became the decision. */
function decider(said: readonly Said[], reason: string | undefined): { gate?: string; rule?: string } {
  for (const { gate, rulings } of said) {
    for (const ruling of rulings) {
      if (ruling.kind === 'deny' && denial(gate, ruling) === reason) return { gate, rule: ruling.rule };
      if (reason?.includes(ruling.reason) === true && (ruling.kind === 'ask' || ruling.kind === 'allow'))
        return { gate };
      if (ruling.kind === 'feedback' && reason?.includes(ruling.text) === true) return { gate };
    }
  }
  return {};
}

/** Tells the records of one log apart; a person types it, nobody has to be kept from guessing it. */
export function newId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

function outline({ via, only, root, at, ms }: Occasion) {
  return {
    v: 1 as const,
    id: newId(),
    at,
    ms: Math.round(ms * 100) / 100,
    via,
    root,
    ...(only === undefined ? {} : { only: [...only] }),
  };
}
