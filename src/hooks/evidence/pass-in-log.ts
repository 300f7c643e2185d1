import { linesWith, traceIn } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import type { Receipt } from './evidence';

/** How far the record of a person's act may be from the act itself. */
const slackMs = 2_000;

/** Passes that this process recorded, or has found in the decision log. */
const known = new Set<string>();
const nameOf = (home: string, { kind, at, digest = '' }: Given): string => [home, kind, at, digest].join('\0');

type Given = Pick<Receipt, 'kind' | 'at' | 'digest'>;

/** Remembers that this process recorded the pass. */
export function noteGiven(home: string, receipt: Given): void {
  known.add(nameOf(home, receipt));
}

/** Does the decision log show the call, or the act of a person, that gave a pass? */
export function wasGiven(home: string, receipt: Given): boolean {
  if (known.has(nameOf(home, receipt))) return true;
  const found = isInLog(home, receipt);
  if (found) noteGiven(home, receipt);
  return found;
}

function isInLog(home: string, { kind, at }: Given): boolean {
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
