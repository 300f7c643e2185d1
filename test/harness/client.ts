import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answerOf, type Answer } from './agent';

interface Entry {
  readonly matcher?: string;
  readonly hooks?: readonly { readonly type?: string; readonly command?: string; readonly args?: readonly string[] }[];
}

export interface Payload {
  readonly hook_event_name: string;
  readonly cwd: string;
  readonly tool_name?: string;
  readonly [field: string]: unknown;
}

/** Does a registration's matcher name this tool, as the client judges it? */
function matches(matcher: string | undefined, tool: string | undefined): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*' || tool === undefined) return true;
  if (/^[\w|, -]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  return new RegExp(matcher).test(tool);
}

/** Plays the client's part: runs what the project's settings register for an event, side by side, on one payload. */
export async function fire(
  payload: Payload,
  env: Readonly<Record<string, string>>,
  settings = path.join(payload.cwd, '.claude/settings.local.json'),
): Promise<readonly Answer[]> {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8') || '{}') as { hooks?: Record<string, readonly Entry[]> };
  const commands = (hooks?.[payload.hook_event_name] ?? [])
    .filter(({ matcher }) => matches(matcher, payload.tool_name))
    .flatMap((entry) => entry.hooks ?? []);
  const at = { cwd: payload.cwd, env: { ...env, CLAUDE_PROJECT_DIR: payload.cwd }, stdin: JSON.stringify(payload) };
  return Promise.all(
    commands.map(({ command = 'true', args }) =>
      args === undefined ? answerOf('/bin/sh', ['-c', command], at) : answerOf(command, args, at),
    ),
  );
}

/** What the agent was told, in one line. */
export function heard(answers: readonly Answer[]): { readonly blocked: boolean; readonly text: string } {
  for (const { code, stdout, stderr } of answers) {
    if (code === 2) return { blocked: true, text: stderr.trim() };
    const reply = parsed(stdout);
    const specific = (reply.hookSpecificOutput ?? {}) as Record<string, unknown>;
    if (specific.permissionDecision === 'deny') {
      return { blocked: true, text: `blocked: ${String(specific.permissionDecisionReason)}` };
    }
    if (reply.decision === 'block') return { blocked: true, text: `blocked: ${String(reply.reason)}` };
    const spoken = reply.systemMessage ?? specific.additionalContext;
    if (typeof spoken === 'string') return { blocked: false, text: spoken };
    if (specific.permissionDecision === 'allow') return { blocked: false, text: 'approved' };
  }
  return { blocked: false, text: '' };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
