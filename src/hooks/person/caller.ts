import path from 'node:path';
import * as z from 'zod/mini';
import { ownFile } from '../state/stored-files';
import { isOurs } from '../install/entry';
import { type Env, gatehouseHome } from '../project/home';
import { realTarget } from '../project/place';
import { lazyObject } from '../project/lazy-schema';
import {
  agentVariable,
  ancestryOf,
  isAgent,
  isEditorsOwn,
  isNewOwn,
  isServersOwn,
  chainFrom,
  type Process,
} from './ancestry';

/** Whether the session's client started a hook, and if not, why. */
export type Caller =
  /** `ancestors`: the processes above the client, nearest first. */
  | { readonly kind: 'client'; readonly client: Process; readonly ancestors: readonly Process[] }
  /** Unknown: this system does not report parent processes. */
  | { readonly kind: 'unknown' }
  /** No client and nothing that one started, as far as can be seen: a program that plays a client, or one in hiding. */
  | { readonly kind: 'stranger'; readonly why: string }
  | { readonly kind: 'unproven'; readonly why: string };

/**
 * Any program under the person's account can speak to the shim as a client does. `pid` is a process of the hook itself;
 * undefined if the program that called could not be found.
 */
export function callerAt(pid: number | undefined): Caller {
  if (pid === undefined) return unproven('nothing shows which program reported it');
  const chain = chainFrom(pid);
  return chain === undefined ? { kind: 'unknown' } : callerOf(chain);
}

/** Judges the chain of processes that led to a hook, nearest first. */
export function callerOf(chain: readonly Process[]): Caller {
  const at = chain.findIndex((one) => !isHook(one));
  const client = chain[at];
  if (client === undefined) return unproven('nothing shows which program reported it');
  const ancestors = chain.slice(at + 1);
  // Clients tell their tools apart from their hooks.
  const isTool = chain[at - 1]?.env.AI_AGENT?.endsWith('_agent') === true;
  const agent = ancestors.find((one, index) => isAgent(one) && !isAgent(chain[at + index] ?? one));
  if (isTool || agent !== undefined) {
    return unproven(`${isTool ? 'a tool' : client.name}, which ${(agent ?? client).name} had started, reported it`);
  }
  if (isAgent(client) || [client, ...ancestors].some(isEditor)) return { kind: 'client', client, ancestors };
  const byPerson = ancestryOf([client, ...ancestors]).kind === 'person';
  if (byPerson) return { kind: 'client', client, ancestors };
  const why = `${client.name}, which is no client, reported it`;
  const marked = [client, ...ancestors].some(({ env }) => agentVariable(env) !== undefined);
  return marked ? unproven(why) : { kind: 'stranger', why };
}

const shim = /[\\/]bin[\\/]gatehouse-hook(?:-async|\.cjs)?$/;

/** Gatehouse's own processes between client and gates: the shim, its shell, and the runner. */
function isHook({ args }: Process): boolean {
  const [, first = '', second = ''] = args;
  if (shim.test(first) || (first === '-p' && shim.test(second))) return true;
  if (/[\\/]runner\.js$/.test(first) && second === 'hook') return true;
  return first === '-c' && args.length === 3 && isOurs({ command: second });
}

/** The editor's own processes; its extensions and its built-in agent run in them. */
const isEditor = (one: Process): boolean => (isEditorsOwn(one) || isServersOwn(one)) && !isNewOwn(one);

/**
 * Why a prompt is not the word of a person at the client's own terminal; undefined if it is. A prompt can also be an
 * argument, come from a program, or be typed by one.
 */
export function notTyped(caller: Caller): string | undefined {
  if (caller.kind === 'unknown') return 'this system does not tell who started the client';
  if (caller.kind === 'unproven' || caller.kind === 'stranger') return caller.why;
  const { client, ancestors } = caller;
  if (client.args.some((arg) => notInteractive.test(arg))) return 'the client was not started for a conversation';
  if (client.terminal !== true) return 'the client has no terminal of its own';
  if (agentVariable(client.env) !== undefined) return 'an agent started the client';
  const ancestry = ancestryOf(ancestors);
  return ancestry.kind === 'person' ? undefined : ancestry.why;
}

const notInteractive = /^(?:-p|--print|--input-format(?:=.*)?|--output-format(?:=.*)?|--bg|--background)$/;

const unproven = (why: string): Caller => ({ kind: 'unproven', why });

const KnownClients = lazyObject(() => ({
  v: z.literal(1),
  names: z.array(z.string()),
  /** Where their programs lay. */
  folders: z.optional(z.array(z.string())),
}));
const knownClientsFile = (env: Env) => ownFile(gatehouseHome(env), 'known-clients', KnownClients, { sealed: true });

/** Has a client begun a session under this home before? */
export const knowsClients = (env: Env): boolean => knownClientsFile(env).read().kind !== 'missing';

/** Notes that a client of this name began a session under this home. */
export async function noteClient(env: Env, caller: Caller): Promise<void> {
  if (caller.kind !== 'client' || !isAgent(caller.client)) return;
  const { name } = caller.client;
  const folder = folderOf(caller.client);
  const known = knownClientsFile(env).read();
  const isIn = (list: readonly string[] = [], one?: string) => one === undefined || list.includes(one);
  if (known.kind === 'ok' && isIn(known.value.names, name) && isIn(known.value.folders, folder)) return;
  const added = (list: readonly string[] = [], one?: string) =>
    one === undefined || list.includes(one) ? [...list] : [...list, one].slice(-20);
  await knownClientsFile(env).update((now) => ({
    v: 1,
    names: added(now?.names, name),
    folders: added(now?.folders, folder),
  }));
}

/**
 * Once a client has been used here, an unknown program may be something its agent hid, and a new program with a
 * client's name something its agent made. Before the first session both are accepted: there is no better knowledge.
 */
export function checkedAgainstKnown(env: Env, caller: Caller): Caller {
  if (caller.kind === 'client') {
    const why = isAgent(caller.client) ? doubtOfClient(env, caller.client, caller.ancestors) : undefined;
    return why === undefined ? caller : unproven(why);
  }
  if (caller.kind !== 'stranger') return caller;
  return knowsClients(env) ? unproven(caller.why) : caller;
}

/** A client is recognized by the path of its program; a person's terminal or editor may start one from another path. */
function doubtOfClient(env: Env, client: Process, ancestors: readonly Process[]): string | undefined {
  const known = knownClientsFile(env).read();
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
  return path.dirname(realTarget(script ?? file));
}

const interpreters = /^(?:node|nodejs|bun|deno|python[\d.]*)$/;
