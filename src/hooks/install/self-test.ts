import { randomUUID } from 'node:crypto';
import type { Exec } from '../project/exec';
import { canarySession, readHeartbeats } from './heartbeat';
import type { Found } from './registration';

type Env = Readonly<Record<string, string | undefined>>;

export type SelfTest =
  | { readonly kind: 'heard'; readonly ms: number }
  /** The command line ran, and nothing of ours heard it; or it did not run at all. */
  | { readonly kind: 'deaf'; readonly problem: string };

/**
 * Runs the very command line that stands in the settings file, as the client would, with a payload that asks nothing,
 * and looks whether it arrived.
 */
export async function selfTest(
  entry: Pick<Found, 'event' | 'handler'>,
  cwd: string,
  env: Env,
  exec: Exec,
): Promise<SelfTest> {
  const { command, args } = entry.handler;
  if (typeof command !== 'string') return { kind: 'deaf', problem: 'the entry has no command' };
  const session = canarySession(randomUUID());
  const payload = `${JSON.stringify({ session_id: session, cwd, hook_event_name: entry.event, tool_name: 'Bash', tool_input: {} })}\n`;
  const options = { cwd, timeoutMs: 15_000, input: payload, env: { CLAUDE_PROJECT_DIR: cwd } };
  const start = performance.now();
  const ran = isWords(args) ? await exec(command, args, options) : await exec('/bin/sh', ['-c', command], options);
  const ms = Math.round(performance.now() - start);
  if (readHeartbeats(env).some((beat) => beat.event === entry.event && beat.session === session))
    return { kind: 'heard', ms };
  if (ran.outcome === 'not-found') return { kind: 'deaf', problem: `${command} cannot be started` };
  if (ran.outcome === 'timed-out') return { kind: 'deaf', problem: 'it did not end within 15 seconds' };
  const said = ran.stderr.trim().split('\n', 1)[0] ?? '';
  return { kind: 'deaf', problem: `it ended with ${ran.code}${said === '' ? ' and said nothing' : `: ${said}`}` };
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');
