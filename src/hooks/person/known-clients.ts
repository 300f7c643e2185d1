import * as z from 'zod/mini';
import { ownFile } from '../evidence/store';
import { gatehouseHome } from '../project/home';
import { late } from '../project/late';
import { isAgent } from './ancestry';
import type { Caller } from './caller';

type Env = Readonly<Record<string, string | undefined>>;

const KnownClients = late(() => z.object({ v: z.literal(1), names: z.array(z.string()) }));
const bookOf = (env: Env) => ownFile(gatehouseHome(env), 'known-clients', KnownClients, { sealed: true });

/** Has a client begun a session under this home before? */
export function knowsClients(env: Env): boolean {
  return bookOf(env).read().kind !== 'missing';
}

/** Notes that a client of this name began a session under this home. */
export async function noteClient(env: Env, caller: Caller): Promise<void> {
  if (caller.kind !== 'client' || !isAgent(caller.client)) return;
  const { name } = caller.client;
  const known = bookOf(env).read();
  if (known.kind === 'ok' && known.value.names.includes(name)) return;
  await bookOf(env).update((now) => ({ v: 1, names: [...(now?.names ?? []), name].slice(-20) }));
}

/**
 * Where a client is at work, a stranger could be what its agent hid. Where none ever was, strangers are all there is:
 * another agent that starts our hooks, or a program that plays one.
 */
export function weighed(env: Env, caller: Caller): Caller {
  if (caller.kind !== 'stranger') return caller;
  return bookOf(env).read().kind === 'missing' ? caller : { kind: 'unproven', why: caller.why };
}
