import type { Trace } from '../../hooks/pipeline/trace';
import { outcomeOf, type Outcome } from './outcome';

/** Which decisions are shown: those that fit every part that is set. */
export interface Filter {
  readonly verdict?: Outcome | undefined;
  readonly gate?: string | undefined;
  readonly session?: string | undefined;
  /** Part of the command, file or prompt. */
  readonly subject?: string | undefined;
}

export function matchesFilter(trace: Trace, { verdict, gate, session, subject }: Filter): boolean {
  if (session !== undefined && trace.session !== session) return false;
  if (verdict !== undefined && outcomeOf(trace) !== verdict) return false;
  if (gate !== undefined && !didMoreThanPass(trace, gate)) return false;
  return subject === undefined || trace.subject.toLowerCase().includes(subject.toLowerCase());
}

/** The records that match, plus those that complete a row or name a session. */
export function filtered(traces: readonly Trace[], filter: Filter): readonly Trace[] {
  if (isEmpty(filter)) return traces;
  const fit = traces.filter((trace) => matchesFilter(trace, filter));
  const calls = new Set(fit.flatMap(({ toolUseId }) => toolUseId ?? []));
  const sessions = new Set(fit.map(({ session }) => session));
  const kept = new Set(fit);
  return traces.filter(
    (trace) =>
      kept.has(trace) ||
      (trace.toolUseId !== undefined && calls.has(trace.toolUseId)) ||
      (trace.event === 'UserPromptSubmit' && sessions.has(trace.session) && outcomeOf(trace) === 'pass'),
  );
}

/** Did this gate fail, or give a ruling other than a pass? */
function didMoreThanPass(trace: Trace, gate: string): boolean {
  const one = trace.gates.find(({ id }) => id === gate);
  return one !== undefined && (one.failure !== undefined || one.rulings.some(({ kind }) => kind !== 'pass'));
}

export const isEmpty = (filter: Filter): boolean => Object.values(filter).every((part) => part === undefined);

export function described({ verdict, gate, session, subject }: Filter): string {
  const parts = [verdict, gate, session?.slice(0, 8), subject === undefined ? undefined : `“${subject}”`];
  return parts.filter((part) => part !== undefined).join(' · ');
}
