import { randomUUID } from 'node:crypto';
import type { Exec } from '../project/exec';
import { canarySession } from './heartbeat';
import type { Found } from './registration';

export type SelfTest =
  | { readonly kind: 'heard'; readonly ms: number }
  /** The command line ran, and no Gatehouse gate answered; or it did not run at all. */
  | { readonly kind: 'deaf'; readonly problem: string };

/** Judged, never run. */
const command = 'rm -rf /';

/**
 * Runs the very command line that stands in the settings file, as the client would. Before a tool the guard must refuse
 * a command that destroys everything; any other event must be heard.
 */
export async function selfTest(entry: Pick<Found, 'event' | 'handler'>, cwd: string, exec: Exec): Promise<SelfTest> {
  const { command: program, args } = entry.handler;
  if (typeof program !== 'string') return { kind: 'deaf', problem: 'the entry has no command' };
  const session = canarySession(randomUUID());
  const call = { session_id: session, cwd, hook_event_name: entry.event, tool_name: 'Bash', tool_input: { command } };
  const input = `${JSON.stringify(call)}\n`;
  const options = { cwd, timeoutMs: 15_000, input, env: { CLAUDE_PROJECT_DIR: cwd } };
  const start = performance.now();
  const ran = isWords(args) ? await exec(program, args, options) : await exec('/bin/sh', ['-c', program], options);
  const ms = Math.round(performance.now() - start);
  const wanted = entry.event === 'PreToolUse' ? /"deny".*Gatehouse guard \[/ : `heard ${session}`;
  if (ran.code === 0 && ran.stdout.search(wanted) >= 0) return { kind: 'heard', ms };
  if (ran.outcome === 'not-found') return { kind: 'deaf', problem: `${program} cannot be started` };
  if (ran.outcome === 'timed-out') return { kind: 'deaf', problem: 'it did not end within 15 seconds' };
  const said = (ran.stderr.trim() || ran.stdout.trim()).split('\n', 1)[0] ?? '';
  return {
    kind: 'deaf',
    problem: `it ended with ${ran.code}${said === '' ? ' and said nothing' : `: ${said.slice(0, 400)}`}`,
  };
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');
