import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { late } from '../project/late';

const Entry = late(() =>
  z.object({
    session: z.string(),
    startedAt: z.number(),
    seenAt: z.number(),
    /** The session was told how the project stands. */
    told: z.boolean(),
    ended: z.boolean(),
    /** Things that are said once in a session. */
    said: z.array(z.string()),
  }),
);
const Book = late(() => z.object({ v: z.literal(1), sessions: z.array(Entry) }));
export type SessionEntry = z.infer<typeof Entry>;

const kept = 50;
/** A session that was killed never says goodbye. */
const lifeMs = 24 * 60 * 60_000;

function book(site: Site) {
  return site.own('sessions.json', Book);
}

function entries(site: Site): readonly SessionEntry[] {
  const reading = book(site).read();
  return reading.kind === 'ok' ? reading.value.sessions : [];
}

export function sessionEntry(site: Site, session: string): SessionEntry | undefined {
  return entries(site).find((entry) => entry.session === session);
}

/** Changes what is known of one session and nothing of the others. */
export async function changeSession(
  site: Site,
  session: string,
  change: (entry: SessionEntry) => SessionEntry,
): Promise<void> {
  const now = site.clock.now();
  await book(site).update((before) => {
    const known = before?.sessions ?? [];
    const own = known.find((entry) => entry.session === session) ?? {
      session,
      startedAt: now,
      seenAt: now,
      told: false,
      ended: false,
      said: [],
    };
    const others = known.filter((entry) => entry.session !== session);
    return { v: 1, sessions: [...others, { ...change(own), seenAt: now }].slice(-kept) };
  });
}

/** Ids of the other sessions that are at work in this worktree, as far as one can know. */
export function othersAtWork(site: Site, session: string): ReadonlySet<string> {
  const now = site.clock.now();
  const alive = entries(site).filter((entry) => !entry.ended && Math.abs(now - entry.seenAt) < lifeMs);
  return new Set(alive.map((entry) => entry.session).filter((id) => id !== session));
}
