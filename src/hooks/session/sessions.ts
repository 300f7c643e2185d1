import { count, field, recordsFormat, withoutWrites, type StateFile } from '../state/state-file';
import { ownTextFile } from '../state/stored-files';
import type { Site } from '../pipeline/site';

export interface SessionEntry {
  readonly session: string;
  /** Milliseconds since the epoch, as `seenAt`. */
  readonly startedAt: number;
  readonly seenAt: number;
  /** The session was told the state of the project. */
  readonly told: boolean;
  readonly ended: boolean;
  /** The reminders that were given; each is given once in a session. */
  readonly reminded: readonly string[];
}

/**
 * A line for each session: `id|started|seen|told|ended|reminder;reminder`. Nearly every prompt reads it, and parsing
 * lines is faster than building a schema.
 */
const format = recordsFormat<SessionEntry>(
  (line) => {
    const [session = '', started, seen, told = '', ended = '', reminders = ''] = line.split('|');
    const [startedAt, seenAt] = [count(started), count(seen)];
    if (session === '' || startedAt === undefined || seenAt === undefined) return undefined;
    if (!/^[01]$/.test(told) || !/^[01]$/.test(ended)) return undefined;
    const reminded = reminders.split(';').filter((word) => word !== '');
    return { session, startedAt, seenAt, told: told === '1', ended: ended === '1', reminded };
  },
  ({ session, startedAt, seenAt, told, ended, reminded }) =>
    [session, startedAt, seenAt, Number(told), Number(ended), reminded.map((word) => field(word, ';')).join(';')].join(
      '|',
    ),
);

/** An id as the line of its session has it. */
const named = (session: string): string => field(session);

const kept = 50;
/** A killed session never reports its end. */
const lifeMs = 24 * 60 * 60_000;

const fileIn = (home: string): StateFile<SessionEntry[]> => ownTextFile(home, 'sessions', format);

function sessionsFile(site: Site): StateFile<SessionEntry[]> {
  const file = fileIn(site.home);
  return site.dry === true ? withoutWrites(file) : file;
}

const entries = (file: StateFile<SessionEntry[]>): readonly SessionEntry[] => file.value() ?? [];

export const sessionEntry = (site: Site, session: string): SessionEntry | undefined =>
  entries(sessionsFile(site)).find((entry) => entry.session === named(session));

export async function changeSession(
  site: Site,
  session: string,
  change: (entry: SessionEntry) => SessionEntry,
): Promise<void> {
  const now = site.clock.now();
  const id = named(session);
  await sessionsFile(site).update((known = []) => {
    const own = known.find((entry) => entry.session === id) ?? {
      session: id,
      startedAt: now,
      seenAt: now,
      told: false,
      ended: false,
      reminded: [],
    };
    const others = known.filter((entry) => entry.session !== id && Math.abs(now - entry.seenAt) < lifeMs);
    return [...others, { ...change(own), seenAt: now }].slice(-kept);
  });
}

/** Ids of the other sessions that seem to be at work in this worktree. */
export function othersAtWork(site: Site, session: string): ReadonlySet<string> {
  const atWork = sessionsAtWork(site.home, site.clock.now());
  return new Set([...atWork].filter((id) => id !== named(session)));
}

/** Ids of all sessions that are at work in the worktree of this state. */
export function sessionsAtWork(home: string, now: number): ReadonlySet<string> {
  const alive = entries(fileIn(home)).filter((entry) => !entry.ended && Math.abs(now - entry.seenAt) < lifeMs);
  return new Set(alive.map((entry) => entry.session));
}
