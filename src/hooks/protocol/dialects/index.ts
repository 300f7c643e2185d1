import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { cursor } from './cursor';
import type { Dialect, Env, Payload } from './dialect';
import { gemini } from './gemini';
import { opencode } from './opencode';
import { translated, type Translation } from './translate';
import { vscode } from './vscode';

/** Every client beside Claude Code, under its name. */
export const clients = { codex, copilot, cursor, gemini, opencode, vscode };

/** The dialects of every client except Claude Code. */
export const otherDialects: readonly Dialect[] = Object.values(clients);

export const dialectOf = (name: string | undefined): Dialect | undefined =>
  [claude, ...otherDialects].find((dialect) => dialect.name === name);

/**
 * Reads the payload by the table of the client that most likely sent it: the one whose keys it has, the one that the
 * registration names, Claude Code, then any that knows its tool. If none can read it, the first of these gets the
 * reply.
 */
export function readForeign(
  payload: Payload,
  event: string | undefined,
  client: string | undefined,
  env: Env,
): Translation {
  const marked = otherDialects.find((dialect) => dialect.recognises(payload, env));
  const likely = [marked, dialectOf(client), claude, ...otherDialects].filter((dialect) => dialect !== undefined);
  const [first = claude] = likely;
  for (const dialect of likely) {
    const translation = translated(dialect, payload, event, env);
    if (translation.unknown === undefined && (dialect === first || knowsTool(dialect, payload))) return translation;
  }
  return translated(first, payload, event, env);
}

/** A tool that is in no table does not identify a client. */
function knowsTool({ tools, fields }: Dialect, payload: Payload): boolean {
  const key = Object.keys(fields).find((name) => fields[name] === 'tool_name' && name in payload) ?? 'tool_name';
  const name = payload[key];
  return name === undefined || (typeof name === 'string' && (Object.hasOwn(tools, name) || name.startsWith('mcp__')));
}
