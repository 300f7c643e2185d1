import { isEventName, clientFlag, type EventName } from './protocol/events';
import { silence, type Reply } from './protocol/reply';
import { onlyLooks } from './protocol/tools';
import { firstTelling } from './project/told-once';
import type { Env } from './project/home';

/** How a hook was started: its arguments, its stdin and its directory. */
export interface HookInput {
  /** The arguments after `hook`; the first is the event's name. */
  readonly args: readonly string[];
  readonly payload: string;
  readonly env: Env;
  readonly cwd: string;
  readonly via: 'cold' | 'warm';
  /** A process of the hook itself; its ancestors tell who called. Absent when other code runs the gates. */
  readonly pid?: (() => number | undefined) | undefined;
}

/** What a hook may leave for later: work after the reply, and programs to end with the call. */
export interface HookRun extends HookInput {
  /** Runs after the reply was written, for example to write logs. It may fail. */
  readonly later: (work: () => void) => void;
  /** Called when the call is over, to end the programs that it started. */
  readonly endings: Set<() => void>;
}

export interface Answered {
  readonly reply: Reply;
  /** To be called when the reply has been written. Never throws. */
  readonly finish: () => void;
}

/**
 * The boundary between stdin and stdout. Whatever throws, overflows, is missing or takes too long ends here: a tool call
 * that could do harm is blocked, everything else goes on with a message.
 */
export async function answerAtBoundary(input: HookInput, judge: (run: HookRun) => Promise<Reply>): Promise<Answered> {
  const work: (() => void)[] = [];
  const endings = new Set<() => void>();
  const limit = secondsFor(input.args) * 1000;
  let timer: NodeJS.Timeout | undefined;
  let reply: Reply;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1000} seconds`)), limit);
    });
    reply = await Promise.race([judge({ ...input, later: (task) => work.push(task), endings }), late]);
  } catch (error) {
    reply = failureReply(input, problemOf(error), error instanceof UnreadCall ? error.foreign : undefined);
  } finally {
    clearTimeout(timer);
  }
  return { reply, finish: () => [...endings, ...work].forEach(runQuietly) };
}

function runQuietly(work: () => void): void {
  try {
    work();
  } catch {
    // The reply is out; failing to record it changes nothing.
  }
}

/**
 * Seconds until a call is given up. Each is shorter than the client's own timeout, after which the client would
 * continue without an answer.
 */
const deadlines: Partial<Record<EventName, number>> = {
  PreToolUse: 11,
  PostToolUse: 40,
  Stop: 20,
  SubagentStop: 20,
  SessionStart: 20,
};
const usualDeadline = 8;
const briefDeadline = 4;
const asyncDeadline = 890;

/** The deadline of a call with these arguments. */
export function secondsFor(args: readonly string[]): number {
  const [event] = args;
  if (args.includes('--async')) return asyncDeadline;
  if (args.includes('--brief')) return briefDeadline;
  return (isEventName(event) ? deadlines[event] : undefined) ?? usualDeadline;
}

/** Thrown if a payload cannot be read; `foreign` if a client other than Claude Code sent it. */
export class UnreadCall extends Error {
  constructor(
    message: string,
    readonly foreign: boolean,
  ) {
    super(message);
  }
}

/** The reply to a call that could not be checked. */
export function failureReply(
  input: Pick<HookInput, 'args' | 'payload' | 'env'>,
  problem: string,
  foreign = input.args.includes(clientFlag),
): Reply {
  const { event, tool, session } = outlineOf(input);
  const repair = "To repair: 'gatehouse doctor --fix', or install the hooks again.";
  if (event === 'PreToolUse' && !onlyLooks(tool)) {
    const reason = `Gatehouse could not check this call, so it is blocked: ${problem}. The call itself is not at fault. Ask the person to look at it. ${repair}`;
    // Every client reads this: exit code 2, and the reason on stderr.
    if (foreign) return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
    const decision = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason };
    return { ...silence, stdout: JSON.stringify({ hookSpecificOutput: decision }) };
  }
  if (event !== 'PreToolUse' && !firstTelling(input.env, session, problem)) return silence;
  const effect = event === 'PreToolUse' ? `${tool} only reads, so it is allowed` : 'the agent continues without gates';
  const systemMessage = `Gatehouse failed at ${event ?? 'an event'}: ${problem}; ${effect}. ${repair}`;
  return { ...silence, stdout: JSON.stringify({ systemMessage }) };
}

interface Outline {
  readonly event: EventName | undefined;
  readonly tool: string;
  readonly session: string;
}

/** What can be read of a call without the gates. A call without a tool name may be any tool. */
function outlineOf({ args: [named], payload }: Pick<HookInput, 'args' | 'payload'>): Outline {
  let fields: Readonly<Record<string, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(payload);
    if (typeof parsed === 'object' && parsed !== null) fields = parsed as Record<string, unknown>;
  } catch {
    // Nothing can be read of a broken payload.
  }
  const { hook_event_name: claimed, tool_name: tool, session_id: session } = fields;
  const event = [named, claimed].find(isEventName);
  return {
    event: event ?? (typeof tool === 'string' || payload.includes('"PreToolUse"') ? 'PreToolUse' : undefined),
    tool: typeof tool === 'string' ? tool : '',
    session: typeof session === 'string' ? session : '',
  };
}

const longestProblem = 300;

/** One line for people; any value can be thrown. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return (text.split('\n', 1)[0] ?? '').slice(0, longestProblem).replace(/\.$/, '');
}
