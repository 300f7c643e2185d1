import { linesWith, traceIn } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import type { Receipt } from './evidence';

/** A person's act is noted right before or after it is done. */
const slackMs = 2_000;

/** Does the decision log show the call, or the act of a person, that gave a pass? */
export function wasGiven(home: string, { kind, at }: Pick<Receipt, 'kind' | 'at'>): boolean {
  for (const line of linesWith(home, [])) {
    const recorded = Number(/"at":(\d+)/.exec(line)?.[1] ?? NaN);
    if (recorded < at - slackMs) return false;
    const trace = /"flags":|"act":/.test(line) ? traceIn(line) : undefined;
    if (trace !== undefined && gives(trace, kind, at)) return true;
  }
  return false;
}

function gives({ at: end, ms, act, gates }: Trace, kind: Receipt['kind'], at: number): boolean {
  if (act !== undefined) return /^(?:accept|verify)$/.test(act.act) && Math.abs(at - end) <= slackMs;
  const says = gates.flatMap(({ rulings }) =>
    rulings.map(({ flags }) => flags as Partial<Record<string, unknown>> | undefined),
  );
  return at >= end - ms - 1 && at <= end && says.some((flags) => flags?.[kind] === 'passed');
}
