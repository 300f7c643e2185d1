import type { Trace } from '../../hooks/pipeline/trace';
import { graver, outcomeOf, type Outcome } from './outcome';

/** One tool call: the decision before it and its outcome. */
export interface CallRow {
  /** The record that decided: of the moment before the call, where there is one. */
  readonly trace: Trace;
  /** The record of the moment after it, where both are known. */
  readonly after: Trace | undefined;
  readonly verdict: Outcome;
  readonly failed: boolean;
  /** How long the tool took, as far as the records say. */
  readonly ranMs: number | undefined;
}

/** Records in any order, as rows in the order of their first record: both moments of one tool call are one row. */
export function callsOf(traces: readonly Trace[]): readonly CallRow[] {
  const afters = new Map<string, Trace>();
  const befores = new Set<string>();
  for (const trace of traces) {
    if (trace.toolUseId === undefined) continue;
    if (isAfter(trace)) afters.set(trace.toolUseId, trace);
    else befores.add(trace.toolUseId);
  }
  return traces.flatMap((trace) => {
    const { toolUseId } = trace;
    if (toolUseId !== undefined && isAfter(trace) && befores.has(toolUseId)) return [];
    return [rowOf(trace, isAfter(trace) || toolUseId === undefined ? undefined : afters.get(toolUseId))];
  });
}

const isAfter = ({ event }: Trace): boolean => event === 'PostToolUse' || event === 'PostToolUseFailure';

export function rowOf(trace: Trace, after: Trace | undefined): CallRow {
  const verdict = after === undefined ? outcomeOf(trace) : graver(outcomeOf(trace), outcomeOf(after));
  const failed = (after ?? trace).event === 'PostToolUseFailure';
  return { trace, after, verdict, failed, ranMs: after === undefined ? undefined : Math.max(0, after.at - trace.at) };
}

/** When a row last changed. */
export const lastAt = ({ trace, after }: CallRow): number => Math.max(trace.at, after?.at ?? 0);
