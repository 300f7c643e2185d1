import { type EvidenceKind, evidenceKinds } from '../../hooks/evidence/evidence';
import type { Trace } from '../../hooks/pipeline/trace';
import { callsOf, lastAt, type CallRow } from './grouping';
import { nameOf } from './labels';
import { lookOf, type Tone, type Outcome } from './outcome';
import { fieldsOf } from '../../hooks/protocol/json';

/** A session for the timeline: its calls and the status of the flags over time. */
export interface Timeline {
  readonly session: string;
  readonly name: string;
  readonly from: number;
  readonly until: number;
  readonly marks: readonly CallMark[];
  readonly lanes: readonly Lane[];
  readonly counts: Counts;
}

export interface CallMark {
  /** The record's id, by which the decision is found. */
  readonly id: string;
  readonly at: number;
  readonly until: number;
  readonly label: string;
  readonly tool: string;
  readonly verdict: Outcome;
  readonly tone: Tone;
  readonly word: string;
  readonly failed: boolean;
  readonly rescued: boolean;
  /** How long the gates took. */
  readonly checkedMs: number;
  readonly agent: string | undefined;
}

export type FlagWorth = 'passed' | 'failed' | 'stale';

/** One flag over time, as stretches in which it was worth the same. */
export interface Lane {
  readonly flag: EvidenceKind;
  readonly stretches: readonly { readonly from: number; readonly until: number; readonly worth: FlagWorth }[];
}

interface Counts {
  readonly calls: number;
  readonly blocked: number;
  readonly changed: number;
  readonly allowedOnce: number;
  readonly rescued: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A snapshot of discarded work, and the command before which it was taken. */
export interface Rescued {
  readonly at: number;
  readonly session: string;
  readonly command: string;
}

/** The largest difference between the times of a snapshot and of its call's record. */
const rescueWindowMs = 60_000;

export function timelineOf(
  { id, name }: { readonly id: string; readonly name: string },
  traces: readonly Trace[],
  rescues: readonly Rescued[],
  /** Flags that are stale now, also by a change that no call made. */
  staleNow: readonly EvidenceKind[] = [],
): Timeline {
  const own = traces.filter(({ session, act }) => session === id || act !== undefined);
  const bounds = traces.filter(({ session }) => session === id).map(({ at }) => at);
  const from = Math.min(...bounds);
  const within = own.filter(({ at, act }) => act === undefined || (at >= from && at <= Math.max(...bounds) + 1));
  const rows = callsOf(within);
  const until = Math.max(from + 1, ...rows.map(lastAt));
  const kept = rescues.filter(({ session }) => session === id);
  const marks = rows.map((row) => markOf(row, kept));
  return {
    session: id,
    name,
    from,
    until,
    marks,
    lanes: lanesOf(within, until, staleNow),
    counts: countsOf(rows, marks),
  };
}

function markOf(row: CallRow, kept: readonly Rescued[]): CallMark {
  const { trace, after, verdict, failed } = row;
  const { tone, word } = lookOf(verdict);
  const end = lastAt(row);
  return {
    id: trace.id,
    at: trace.at,
    until: end,
    label: nameOf(trace).label,
    tool: trace.tool ?? '',
    verdict,
    tone,
    word,
    failed,
    rescued: kept.some(({ at, command }) => command === trace.subject && Math.abs(at - trace.at) < rescueWindowMs),
    checkedMs: trace.ms + (after?.ms ?? 0),
    agent: trace.agent,
  };
}

/** The flags that each call changed, as the gates that write evidence recorded them. */
function lanesOf(traces: readonly Trace[], end: number, staleNow: readonly EvidenceKind[]): readonly Lane[] {
  return evidenceKinds.flatMap((flag) => {
    const stretches: { from: number; until: number; worth: FlagWorth }[] = [];
    for (const trace of traces) {
      const { at, gates } = trace;
      const told = gates.flatMap(({ rulings }) => rulings.flatMap((ruling) => worthIn(ruling.flags, flag)));
      for (const worth of [...told, ...worthByPerson(trace, flag)]) {
        const last = stretches.at(-1);
        // Only a pass can become stale.
        if (worth === 'stale' && last?.worth !== 'passed') continue;
        if (last !== undefined) last.until = at;
        stretches.push({ from: at, until: end, worth });
      }
    }
    const last = stretches.at(-1);
    if (last?.worth === 'passed' && staleNow.includes(flag)) {
      stretches.push({ from: end + 1, until: end + 1, worth: 'stale' });
    }
    return stretches.length === 0 ? [] : [{ flag, stretches }];
  });
}

/** How a person changed a flag. */
function worthByPerson({ act }: Trace, flag: EvidenceKind): readonly FlagWorth[] {
  if (act?.target !== flag.replace('_', ' ')) return [];
  if (act.act === 'verify' || act.act === 'accept') return ['passed'];
  return act.act === 'revoke' || act.act === 'reset' ? ['stale'] : [];
}

function worthIn(told: unknown, flag: EvidenceKind): readonly FlagWorth[] {
  const worth = fieldsOf(told)[flag];
  return worth === 'passed' || worth === 'failed' || worth === 'stale' ? [worth] : [];
}

function countsOf(rows: readonly CallRow[], marks: readonly CallMark[]): Counts {
  const times = rows
    .flatMap(({ trace, after }) => [trace, ...(after === undefined ? [] : [after])])
    .filter(({ act }) => act === undefined)
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  const count = (...wanted: readonly Outcome[]) => marks.filter(({ verdict }) => wanted.includes(verdict)).length;
  return {
    calls: rows.filter(({ trace }) => trace.tool !== undefined).length,
    blocked: count('deny', 'overruled'),
    changed: count('rewrite'),
    allowedOnce: count('allowed-once'),
    rescued: marks.filter(({ rescued }) => rescued).length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}
