import * as z from 'zod/mini';
import type { Site } from '../../../pipeline/site';
import { lazySchema } from '../../../project/lazy-schema';
import type { Stop } from '../../../protocol/call';

const Insisted = lazySchema(() =>
  z.object({
    v: z.literal(1),
    sessions: z.array(
      z.object({
        session: z.string(),
        at: z.number(),
        /** The findings insisted on last, and how often. */
        key: z.string(),
        times: z.number(),
        /** Blocks in a row since the person last spoke. */
        chain: z.number(),
      }),
    ),
  }),
);

/** On the same findings, with nothing changed, more would only teach the agent to pretend. */
const mostOnSame = 3;
/** The client ends the turn by force after eight; this stays below it, whatever changes in between. */
const mostInChain = 6;
const keptSessions = 20;

export type Insistence =
  { readonly kind: 'insist'; readonly time: number } | { readonly kind: 'let-go'; readonly why: string };

/** Counts one more time that the guard is about to insist, and says whether it still should. */
export async function insist(key: string, call: Stop, site: Site): Promise<Insistence> {
  let answer: Insistence = { kind: 'insist', time: 1 };
  await site.own('stop-guard', Insisted).update((now) => {
    const sessions = now?.sessions ?? [];
    const known = sessions.find(({ session }) => session === call.sessionId);
    const times = known?.key === key ? known.times : 0;
    const chain = call.stopHookActive ? (known?.chain ?? 0) : 0;
    if (times >= mostOnSame) {
      answer = { kind: 'let-go', why: `asked ${times} times on the same findings` };
    } else if (chain >= mostInChain) {
      answer = { kind: 'let-go', why: `asked ${chain} times in a row` };
    } else answer = { kind: 'insist', time: times + 1 };
    const counts = answer.kind === 'insist' ? { times: times + 1, chain: chain + 1 } : { times, chain };
    const next = { session: call.sessionId, at: site.clock.now(), key, ...counts };
    const others = sessions.filter(({ session }) => session !== call.sessionId);
    return { v: 1, sessions: [...others, next].slice(-keptSessions) };
  });
  return answer;
}

/** Has the person been told of exactly this before in this session? Remembers that they now are. */
export async function alreadyTold(key: string, call: Stop, site: Site): Promise<boolean> {
  let told = false;
  await site.own('stop-guard-told', Told).update((now) => {
    const others = (now?.told ?? []).filter(({ session }) => session !== call.sessionId);
    told = now?.told.some((entry) => entry.session === call.sessionId && entry.key === key) === true;
    return told ? undefined : { v: 1, told: [...others, { session: call.sessionId, key }].slice(-keptSessions) };
  });
  return told;
}

const Told = lazySchema(() =>
  z.object({ v: z.literal(1), told: z.array(z.object({ session: z.string(), key: z.string() })) }),
);
