import { isAfterTool, type Trace } from '../../hooks/pipeline/trace';
import { moreSevere, type Outcome, outcomeOf } from './outcome';

/** One tool call: the decision before it and its outcome. */
export interface CallRow {
  /** The record that decided: the one from before the call, if there is one. */
  readonly trace: Trace;
  /** The record from after the call, if both are known. */
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
    if (isAfterTool(trace)) afters.set(trace.toolUseId, trace);
    else befores.add(trace.toolUseId);
  }
  return traces.flatMap((trace) => {
    const { toolUseId } = trace;
    if (toolUseId !== undefined && isAfterTool(trace) && befores.has(toolUseId)) return [];
    return [rowOf(trace, isAfterTool(trace) || toolUseId === undefined ? undefined : afters.get(toolUseId))];
  });
}

export function rowOf(trace: Trace, after: Trace | undefined): CallRow {
  const verdict = after === undefined ? outcomeOf(trace) : moreSevere(outcomeOf(trace), outcomeOf(after));
  const failed = (after ?? trace).event === 'PostToolUseFailure';
  return { trace, after, verdict, failed, ranMs: after === undefined ? undefined : Math.max(0, after.at - trace.at) };
}

/** When a row last changed. */
export const lastAt = ({ trace, after }: CallRow): number => Math.max(trace.at, after?.at ?? 0);

/** What happened between two prompts. */
export interface Turn {
  readonly id: string;
  /** The person's prompt, if it was recorded. */
  readonly prompt: string | undefined;
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** The number of calls, including those of sub-agents. */
  readonly calls: number;
}

/** A call, or everything that one sub-agent did in a turn. */
export type Entry = CallRow | SubAgent;

export interface SubAgent {
  readonly agent: string;
  /** The type of the agent, if its start was recorded. */
  readonly type: string | undefined;
  /** Newest first. */
  readonly calls: readonly CallRow[];
}

export interface Session {
  readonly id: string;
  /** The session's first recorded prompt. */
  readonly prompt: string | undefined;
  /** The agent, if it is not Claude Code. */
  readonly client: string | undefined;
  /** Newest first. */
  readonly turns: readonly Turn[];
  readonly at: number;
  /** Calls that were blocked. */
  readonly blocked: number;
}

/** Sessions and their turns, newest first, out of records that are oldest first. */
export function sessionsOf(traces: readonly Trace[]): readonly Session[] {
  const sessions = new Map<string, Map<string, Trace[]>>();
  const current = new Map<string, string>();
  let last = '';
  for (const trace of traces) {
    // What a person does is shown among the calls of the session that they watch.
    const session = trace.act === undefined ? trace.session : last;
    last = session;
    const turns = sessions.get(session) ?? new Map<string, Trace[]>();
    // Older clients do not name the turn; then a turn goes from one prompt to the next.
    const begins = trace.prompt === undefined && trace.event === 'UserPromptSubmit';
    const turn = trace.prompt ?? (begins ? trace.id : (current.get(session) ?? ''));
    current.set(session, turn);
    const before = turns.get(turn);
    if (before === undefined) turns.set(turn, [trace]);
    else before.push(trace);
    // Inserted again, so that the session of the newest record comes last.
    sessions.delete(session);
    sessions.set(session, turns);
  }
  return [...sessions].reverse().map(([id, turns]) => sessionOf(id, turns));
}

function sessionOf(id: string, byTurn: ReadonlyMap<string, readonly Trace[]>): Session {
  const newest = (traces: readonly Trace[]) => traces.at(-1)?.at ?? 0;
  const inOrder = [...byTurn].sort(([, one], [, other]) => newest(other) - newest(one));
  const turns = inOrder.map(([turn, traces]) => turnOf(turn, traces));
  const rows = turns.flatMap(({ entries }) => entries.flatMap((entry) => ('agent' in entry ? entry.calls : [entry])));
  return {
    id,
    prompt: turns.findLast(({ prompt }) => prompt !== undefined)?.prompt,
    client: inOrder.flatMap(([, traces]) => traces.flatMap((trace) => trace.client ?? []))[0],
    turns,
    at: Math.max(...inOrder.map(([, traces]) => newest(traces))),
    blocked: rows.filter(({ verdict }) => verdict === 'deny' || verdict === 'overruled').length,
  };
}

function turnOf(id: string, traces: readonly Trace[]): Turn {
  const rows = [...callsOf(traces)].reverse();
  const prompt = traces.find(({ event }) => event === 'UserPromptSubmit')?.subject;
  // The prompt is the title of the turn. It has a row of its own only if a gate answered it.
  const shown = rows.filter(({ trace, verdict }) => trace.event !== 'UserPromptSubmit' || verdict !== 'pass');
  return { id, prompt, entries: nested(shown), calls: shown.filter(({ trace }) => trace.act === undefined).length };
}

/** Groups the calls of one sub-agent, at the position of its newest call. */
function nested(rows: readonly CallRow[]): readonly Entry[] {
  const agents = new Map<string, CallRow[]>();
  const entries: Entry[] = [];
  for (const row of rows) {
    const { agent } = row.trace;
    if (agent === undefined) {
      entries.push(row);
      continue;
    }
    const known = agents.get(agent);
    if (known !== undefined) {
      known.push(row);
      continue;
    }
    const calls = [row];
    agents.set(agent, calls);
    entries.push({ agent, type: undefined, calls });
  }
  return entries.map((entry) => ('agent' in entry ? { ...entry, type: typeOf(entry.calls) } : entry));
}

function typeOf(calls: readonly CallRow[]): string | undefined {
  const moment = calls.find(({ trace }) => trace.event === 'SubagentStart' || trace.event === 'SubagentStop');
  return moment === undefined || moment.trace.subject === '' ? undefined : moment.trace.subject;
}

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
