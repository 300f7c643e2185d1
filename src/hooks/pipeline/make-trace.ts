import { isToolCall, type Call } from '../protocol/call';
import { fingerprint } from './allowance';
import { recordedCall, subjectOf } from './decision-log';
import type { GateRun } from './decide-call';
import type { Trace } from './trace';

/** How and where a trace was made. */
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
export function traceOf(call: Call, done: GateRun, occasion: Occasion): Trace {
  const { answer } = done;
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
    fingerprint: answer.decision === 'deny' ? fingerprint(done.call) : undefined,
    gates: done.gates.map((gate) => ({ ...gate })),
    verdict: {
      decision: answer.decision,
      reason: answer.reason,
      ...answer.decidedBy,
      rewritten: answer.updatedInput !== undefined,
      context: answer.context,
      message: answer.message,
    },
  };
}

/** The trace of an unreadable payload. */
export function traceOfProblem(problem: string, cwd: string, occasion: Occasion): Trace {
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

/** An id, unique within one log. It is short because people type it; it is no secret. */
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
