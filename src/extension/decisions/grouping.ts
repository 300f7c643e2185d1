import type { Trace } from '../../hooks/pipeline/trace';

/** What happened between two prompts. */
export interface Turn {
  readonly id: string;
  /** What the person asked for, where that was seen. */
  readonly prompt: string | undefined;
  /** Newest first. */
  readonly traces: readonly Trace[];
}

export interface Session {
  readonly id: string;
  /** Newest first. */
  readonly turns: readonly Turn[];
  readonly at: number;
  readonly denials: number;
}

/** Sessions and their turns, newest first, out of records that are oldest first. */
export function sessionsOf(traces: readonly Trace[]): readonly Session[] {
  const sessions = new Map<string, Map<string, Trace[]>>();
  const current = new Map<string, string>();
  let last = '';
  for (const trace of traces) {
    // What a person does stands among the calls of the session they watch.
    const session = trace.act === undefined ? trace.session : last;
    last = session;
    const turns = sessions.get(session) ?? new Map<string, Trace[]>();
    // Older clients do not name the turn: there it goes from one prompt to the next.
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
  const turns = [...byTurn].map(([turn, traces]): Turn => ({
    id: turn,
    prompt: traces.find(({ event }) => event === 'UserPromptSubmit')?.subject,
    traces: [...traces].reverse(),
  }));
  turns.sort((one, other) => newest(other) - newest(one));
  const all = turns.flatMap(({ traces }) => traces);
  const denials = all.filter(({ verdict }) => verdict.decision === 'deny').length;
  return { id, turns, at: Math.max(...turns.map(newest)), denials };
}

function newest({ traces }: Turn): number {
  return traces[0]?.at ?? 0;
}
