import * as clients from '.';
import { claude } from './claude';
import type { Dialect, Env, Payload } from './dialect';
import { translated, type Translation } from './translate';

export const others: readonly Dialect[] = Object.values(clients);

export const dialectOf = (name: string | undefined): Dialect | undefined =>
  [claude, ...others].find((dialect) => dialect.name === name);

/**
 * The payload as the client means it that most likely sent it: the one whose marks it bears, the one that the
 * registration names, Claude Code, and then whichever knows its tool. Where none can make anything of it, the first of
 * these is the one that is answered.
 */
export function readForeign(
  payload: Payload,
  event: string | undefined,
  client: string | undefined,
  env: Env,
): Translation {
  const marked = others.find((dialect) => dialect.recognises(payload, env));
  const likely = [marked, dialectOf(client), claude, ...others].filter((dialect) => dialect !== undefined);
  const [first = claude] = likely;
  for (const dialect of likely) {
    const translation = translated(dialect, payload, event, env);
    if (translation.unknown === undefined && (dialect === first || knowsTool(dialect, payload))) return translation;
  }
  return translated(first, payload, event, env);
}

/** A tool that only looks harmless is no reason to take one client for another. */
function knowsTool({ tools, fields }: Dialect, payload: Payload): boolean {
  const key = Object.keys(fields).find((name) => fields[name] === 'tool_name' && name in payload) ?? 'tool_name';
  const name = payload[key];
  return name === undefined || (typeof name === 'string' && (Object.hasOwn(tools, name) || name.startsWith('mcp__')));
}
