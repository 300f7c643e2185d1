import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';

const Begin = lazySchema(() => z.object({ v: z.literal(1), at: z.number() }));
const bookOf = (site: Pick<Site, 'own'>) => site.own('session-begin', Begin, { sealed: true });

/** Notes when a session began, by the clock that files are dated by. */
export async function noteSessionBegin(site: Site): Promise<void> {
  if ((await site.caller()).kind === 'unproven') return;
  await bookOf(site).update(() => ({ v: 1, at: Date.now() }));
}

/** Undefined where no session was seen to begin. */
export function sessionBegan(site: Pick<Site, 'own'>): number | undefined {
  const reading = bookOf(site).read();
  return reading.kind === 'ok' ? reading.value.at : undefined;
}
