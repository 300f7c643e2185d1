import type { Trace } from './trace';

/** A client tells of the end of a call only where the call was made. */
const hasRun = ({ event }: Pick<Trace, 'event'>): boolean => event === 'PostToolUse' || event === 'PostToolUseFailure';

/** The same records; a refused call whose end is recorded too is marked as one that ran all the same. */
export function withOutcomes(traces: readonly Trace[]): readonly Trace[] {
  const ran = new Set(traces.flatMap((trace) => (hasRun(trace) ? [trace.toolUseId] : [])));
  ran.delete(undefined);
  return traces.map((trace) => (isRefusal(trace) && ran.has(trace.toolUseId) ? { ...trace, ranAnyway: true } : trace));
}

const isRefusal = ({ event, verdict }: Trace): boolean => event === 'PreToolUse' && verdict.decision === 'deny';
