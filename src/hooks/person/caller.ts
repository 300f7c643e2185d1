import { isOurs } from '../install/entry';
import { agentVariable, ancestryOf, isAgent, isEditorsOwn, isNewOwn, isServersOwn } from './ancestry';
import { chainFrom, type Process } from './processes';

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
 * undefined where the program that called could not be found.
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
export function isEditor(one: Process): boolean {
  return (isEditorsOwn(one) || isServersOwn(one)) && !isNewOwn(one);
}

/**
 * Why a prompt is not the word of a person at the client's own terminal; undefined where it is. A prompt can also be an
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

function unproven(why: string): Caller {
  return { kind: 'unproven', why };
}
