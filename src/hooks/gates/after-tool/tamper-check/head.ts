import * as z from 'zod/mini';
import type { Site } from '../../../pipeline/site';
import { late } from '../../../project/late';
import type { Finding, Look } from './finding';

const Kept = late(() => z.object({ v: z.literal(1), branch: z.optional(z.string()), commit: z.optional(z.string()) }));
/** What was checked out. */
export type Head = Pick<z.infer<typeof Kept>, 'branch' | 'commit'>;

const keptIn = (site: Site) => site.own('kept-head', Kept, { sealed: true });

/** Remembers the commit that is checked out. */
export async function keepHead(site: Site): Promise<void> {
  const [branch, commit] = [site.git?.branch(), site.git?.commit()];
  await keptIn(site).update(() => ({ v: 1, ...(branch && { branch }), ...(commit && { commit }) }));
}

/** Commits are looked at where another one than before is checked out. */
export async function movedHead(look: Look, site: Site): Promise<readonly Finding[]> {
  const reading = keptIn(site).read();
  const before = reading.kind === 'ok' ? reading.value : undefined;
  if (before?.commit === undefined || before.commit === site.git?.commit()) {
    if (before === undefined && site.dry !== true) await keepHead(site);
    return [];
  }
  const { hiddenCommits } = await import(/* webpackChunkName: "commands" */ './commits');
  const findings = await hiddenCommits(look, before, site);
  if (site.dry !== true) await keepHead(site);
  return findings;
}
