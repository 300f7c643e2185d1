import * as z from 'zod/mini';
import { lazyLooseObject } from '../project/lazy-schema';
import { isToolCall, type Call } from '../protocol/call';
import { editOf, shellCommand } from '../protocol/tools';
import { maskedUpTo, maskedValue } from '../secrets/masking';
import { fingerprint } from './allowance';
import type { GateRun } from './decide-call';

/** One record of the decision log: a call with each gate's rulings and the reply, or an act of a person. */
export const Trace = lazyLooseObject(() => ({
  /** 1 today. A newer writer keeps these keys and adds others. */
  v: z.int().check(z.gte(1)),
  id: z.string(),
  /** When the call was decided, in milliseconds since the epoch. */
  at: z.number(),
  /** From reading the payload to the decision, in milliseconds; without the start of the shim and of Node. */
  ms: z.number(),
  /** `warm`: the host answered. `cold`: a process of its own. */
  via: z.enum(['cold', 'warm']),
  event: z.string(),
  tool: z.optional(z.string()),
  session: z.string(),
  /** Another client than Claude Code: its title and version. */
  client: z.optional(z.string()),
  prompt: z.optional(z.string()),
  agent: z.optional(z.string()),
  toolUseId: z.optional(z.string()),
  cwd: z.string(),
  root: z.string(),
  /** The command, file or prompt that the call was about; masked and cut. */
  subject: z.string(),
  /** The call as it came, masked and cut, so that it can be replayed. Absent if it was too large. */
  call: z.optional(z.record(z.string(), z.unknown())),
  /** Of a refused call, as the refusing gate saw it: an allow-once applies to this fingerprint. */
  fingerprint: z.optional(z.string()),
  only: z.optional(z.array(z.string())),
  /** What a person did, where the record is not of a call. */
  act: z.optional(z.object({ act: z.string(), target: z.string(), by: z.string(), from: z.string() })),
  /** Who had paused the gates, if they were paused. */
  paused: z.optional(z.string()),
  gates: z.array(
    z.looseObject({
      id: z.string(),
      level: z.string(),
      /** How long the gate took, in milliseconds. */
      ms: z.number(),
      rulings: z.array(z.looseObject({ kind: z.string(), reason: z.string() })),
      notes: z.array(z.string()),
      /** Who had allowed once what the gate refuses. */
      allowedBy: z.optional(z.string()),
      /** What went wrong inside the gate, where something did. */
      failure: z.optional(z.string()),
    }),
  ),
  verdict: z.looseObject({
    decision: z.optional(z.string()),
    reason: z.optional(z.string()),
    /** The gate that decided. */
    gate: z.optional(z.string()),
    rule: z.optional(z.string()),
    rewritten: z.optional(z.boolean()),
    context: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
  /** It was refused but ran anyway. Never written: `withOutcomes` computes it. */
  ranAnyway: z.optional(z.boolean()),
  /** Why the payload could not be read; undefined if it could. */
  problem: z.optional(z.string()),
}));
export type Trace = z.infer<typeof Trace>;
export type GateTrace = Trace['gates'][number];

/** A client reports the end of a call only if the call was made. */
export const isAfterTool = ({ event }: Pick<Trace, 'event'>): boolean =>
  event === 'PostToolUse' || event === 'PostToolUseFailure';

/** Marks refused calls whose end is recorded as well: they ran anyway. */
export function withOutcomes(traces: readonly Trace[]): readonly Trace[] {
  const ran = new Set(traces.flatMap((trace) => (isAfterTool(trace) ? [trace.toolUseId] : [])));
  ran.delete(undefined);
  return traces.map((trace) => (isRefusal(trace) && ran.has(trace.toolUseId) ? { ...trace, ranAnyway: true } : trace));
}

/** A tool call that a gate blocked before it ran. */
export const isRefusal = ({ event, verdict }: Trace): boolean => event === 'PreToolUse' && verdict.decision === 'deny';

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

const subjectLimit = 2_000;
const callLimit = 64 * 1024;

/** What a call is about, for people: the command, the file, the prompt. */
export const subjectOf = (call: Call): string => maskedUpTo(subject(call), subjectLimit);

function subject(call: Call): string {
  if (isToolCall(call)) return shellCommand(call) ?? editOf(call)?.path ?? call.tool;
  switch (call.event) {
    case 'UserPromptSubmit':
      return call.prompt;
    case 'SessionStart':
      return call.source;
    case 'SubagentStart':
    case 'SubagentStop':
      return call.agentType;
    default:
      return '';
  }
}

/** The payload as the log keeps it, for `replay`: masked; undefined if it is too large to keep. */
const recordedCall = (call: Call): Record<string, unknown> | undefined =>
  maskedValue(call.raw, callLimit) as Record<string, unknown> | undefined;
