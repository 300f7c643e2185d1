import path from 'node:path';
import * as z from 'zod/mini';
import { ownFile } from '../evidence/open-evidence';
import { gatehouseHome, type Env } from '../project/home';
import { lazySchema } from '../project/lazy-schema';
import { landing } from '../project/landing';
import { ancestryOf, isAgent, isNewOwn } from './ancestry';
import { isEditor, type Caller } from './caller';
import type { Process } from './processes';

const KnownClients = lazySchema(() =>
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
 * Once a client has been used here, an unknown program may be something its agent hid, and a new program with a
 * client's name something its agent made. Before the first session both are accepted: there is no better knowledge.
 */
export function weighed(env: Env, caller: Caller): Caller {
  if (caller.kind === 'client') {
    const why = isAgent(caller.client) ? doubtOfClient(env, caller.client, caller.ancestors) : undefined;
    return why === undefined ? caller : unproven(why);
  }
  if (caller.kind !== 'stranger') return caller;
  return knowsClients(env) ? unproven(caller.why) : caller;
}

/** A client is recognized by the path of its program; a person's terminal or editor may start one from another path. */
function doubtOfClient(env: Env, client: Process, ancestors: readonly Process[]): string | undefined {
  const known = bookOf(env).read();
  if (known.kind === 'missing') return undefined;
  const folder = folderOf(client);
  const folders = known.kind === 'ok' ? (known.value.folders ?? []) : [];
  if (folder === undefined || folders.includes(folder)) return undefined;
  const what = client.file ?? client.name;
  if (!isStartedByPerson(ancestors)) return `${what}, where no client of the person was before, reported it`;
  const isUpdate = folders.some((one) => anyVersion(one) === anyVersion(folder));
  return isNewOwn(client) && !isUpdate
    ? `${what}, which was written today where no client was before, reported it`
    : undefined;
}

const isStartedByPerson = (ancestors: readonly Process[]): boolean =>
  ancestors.some(isEditor) || ancestryOf(ancestors).kind === 'person';

/** The folder without the version in its name. */
const anyVersion = (folder: string): string => folder.replaceAll(/\d+(?:\.\d+)+/g, '*');

/** Where the client's program lies: its script where an interpreter runs it. */
function folderOf({ name, file, args: [, ...words] }: Process): string | undefined {
  if (file === undefined) return undefined;
  const script = interpreters.test(name) ? words.find((word) => path.isAbsolute(word)) : undefined;
  return path.dirname(landing(script ?? file));
}

const interpreters = /^(?:node|nodejs|bun|deno|python[\d.]*)$/;

const unproven = (why: string): Caller => ({ kind: 'unproven', why });
