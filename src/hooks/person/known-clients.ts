import path from 'node:path';
import * as z from 'zod/mini';
import { ownFile } from '../evidence/store';
import { gatehouseHome } from '../project/home';
import { late } from '../project/late';
import { isAgent, isNewOwn } from './ancestry';
import type { Caller } from './caller';
import type { Process } from './processes';

type Env = Readonly<Record<string, string | undefined>>;

const KnownClients = late(() =>
  z.object({
    v: z.literal(1),
    names: z.array(z.string()),
    /** Where their programs lay. */
    folders: z.optional(z.array(z.string())),
  }),
);
const bookOf = (env: Env) => ownFile(gatehouseHome(env), 'known-clients', KnownClients, { sealed: true });

/** Has a client begun a session under this home before? */
export function knowsClients(env: Env): boolean {
  return bookOf(env).read().kind !== 'missing';
}

/** Notes that a client of this name began a session under this home. */
export async function noteClient(env: Env, caller: Caller): Promise<void> {
  if (caller.kind !== 'client' || !isAgent(caller.client)) return;
  const { name } = caller.client;
  const folder = folderOf(caller.client);
  const known = bookOf(env).read();
  const isIn =
    (list: readonly string[] = []) =>
    (one: string | undefined) =>
      one === undefined || list.includes(one);
  if (known.kind === 'ok' && isIn(known.value.names)(name) && isIn(known.value.folders)(folder)) return;
  const added = (list: readonly string[] = [], one?: string) =>
    one === undefined || list.includes(one) ? [...list] : [...list, one].slice(-20);
  await bookOf(env).update((now) => ({ v: 1, names: added(now?.names, name), folders: added(now?.folders, folder) }));
}

/**
 * Where a client is at work, a stranger could be what its agent hid, and a new program under a client's name what its
 * agent made. Where none ever was, they are all there is: another agent that starts our hooks, or a program that plays one.
 */
export function weighed(env: Env, caller: Caller): Caller {
  if (caller.kind === 'client') return isMade(env, caller.client) ? unproven(madeOf(caller.client)) : caller;
  if (caller.kind !== 'stranger') return caller;
  return knowsClients(env) ? unproven(caller.why) : caller;
}

function isMade(env: Env, client: Process): boolean {
  if (!isAgent(client) || !isNewOwn(client)) return false;
  const known = bookOf(env).read();
  const folder = folderOf(client);
  if (known.kind !== 'ok') return known.kind !== 'missing';
  return folder === undefined || known.value.folders?.includes(folder) !== true;
}

const madeOf = ({ name, file }: Process): string =>
  `${file ?? name}, which was written today where no client was before, reported it`;

const folderOf = ({ file }: Process): string | undefined => (file === undefined ? undefined : path.dirname(file));

const unproven = (why: string): Caller => ({ kind: 'unproven', why });
