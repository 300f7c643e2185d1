import { randomUUID } from 'node:crypto';
import type { Exec, ExecResult } from '../project/exec';
import { canarySession, trySession } from '../client/heartbeat';
import type { Found } from './registration';

export type SelfTest =
  | { readonly kind: 'heard'; readonly ms: number }
  /** The command line ran, and no Gatehouse gate answered; or it did not run at all. */
  | { readonly kind: 'deaf'; readonly problem: string };

/** Judged, never run. */
const command = 'rm -rf /';

/**
 * Runs exactly the command line in the settings file, as the client would. Before a tool the guard must refuse
 * a command that destroys everything; any other event must be heard.
 */
export async function selfTest(entry: Pick<Found, 'event' | 'handler'>, cwd: string, exec: Exec): Promise<SelfTest> {
  const session = canarySession(randomUUID());
  const start = performance.now();
  const ran = await run(entry, { session, command, cwd, exec });
  const ms = Math.round(performance.now() - start);
  if (typeof ran === 'string') return { kind: 'deaf', problem: ran };
  const wanted = entry.event === 'PreToolUse' ? refusal : `heard ${session}`;
  if (ran.code === 0 && ran.stdout.search(wanted) >= 0) return { kind: 'heard', ms };
  return { kind: 'deaf', problem: problemOf(ran) };
}

/** Judged, never run; the remark is what people read. Only the guard objects to it, so that allowing it once lets it pass. */
const tried = 'git push --force origin main # only a test';

/** Sends a call that the guard blocks, unless a person allowed it once, paused the gates or changed the guard's level. */
export async function tryRefusal(
  entry: Pick<Found, 'event' | 'handler'>,
  cwd: string,
  exec: Exec,
): Promise<'blocked' | 'passed' | { readonly problem: string }> {
  const ran = await run(entry, { session: trySession, command: tried, cwd, exec });
  if (typeof ran !== 'string' && ran.code === 0 && refusal.test(ran.stdout)) return 'blocked';
  // A hook that lets a call pass says nothing, and so does a program that is no hook.
  const test = await selfTest(entry, cwd, exec);
  return test.kind === 'heard' ? 'passed' : { problem: test.problem };
}

/** During a pause it is self-protection that refuses. */
const refusal = /"deny".*Gatehouse [\w-]+ \[/;

interface Try {
  readonly session: string;
  readonly command: string;
  readonly cwd: string;
  readonly exec: Exec;
}

async function run(
  { event, handler }: Pick<Found, 'event' | 'handler'>,
  { session, command, cwd, exec }: Try,
): Promise<ExecResult | string> {
  const { command: program, args } = handler;
  if (typeof program !== 'string') return 'the entry has no command';
  const call = { session_id: session, cwd, hook_event_name: event, tool_name: 'Bash', tool_input: { command } };
  const input = `${JSON.stringify(call)}\n`;
  const options = { cwd, timeoutMs: 15_000, input, env: { CLAUDE_PROJECT_DIR: cwd } };
  const ran = isWords(args) ? await exec(program, args, options) : await exec('/bin/sh', ['-c', program], options);
  return ran.outcome === 'not-found' ? `${program} cannot be started` : ran;
}

function problemOf(ran: ExecResult): string {
  if (ran.outcome === 'timed-out') return 'it did not end within 15 seconds';
  const said = (ran.stderr.trim() || ran.stdout.trim()).split('\n', 1)[0] ?? '';
  return `it ended with ${ran.code}${said === '' ? ' and said nothing' : `: ${said.slice(0, 400)}`}`;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');
