import { isEventName, clientFlag, type EventName } from './protocol/events';
import { silence, type Reply } from './protocol/reply';
import { onlyLooks } from './protocol/tools';
import { firstTelling } from './project/told-once';
import type { Env } from './project/home';

/** A hook as it was started: its words, what came on stdin, and where. */
export interface HookInput {
  /** The words behind `hook`; the first names the event. */
  readonly args: readonly string[];
  readonly payload: string;
  readonly env: Env;
  readonly cwd: string;
  readonly via: 'cold' | 'warm';
  /** A process of the hook itself, from which its caller is found; absent where code asks and no hook runs. */
  readonly pid?: (() => number | undefined) | undefined;
}

/** What a hook has beside its input: work that waits until the answer is out, and what must not outlive the call. */
export interface HookRun extends HookInput {
  /** Logs and other records: done after the answer was written, and free to fail. */
  readonly later: (work: () => void) => void;
  /** Ends what the call started, a child process for example. */
  readonly endings: Set<() => void>;
}

export interface Answered {
  readonly reply: Reply;
  /** To be called when the reply has been written. Never throws. */
  readonly finish: () => void;
}

/**
 * The boundary between stdin and stdout. Whatever throws, overflows, is missing or takes too long while a call is
 * judged ends here: a tool call that could do harm is refused, everything else goes on with a message.
 */
export async function answered(input: HookInput, judge: (run: HookRun) => Promise<Reply>): Promise<Answered> {
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
  return { reply, finish: () => [...endings, ...work].forEach(attempt) };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The answer is out. What only records it may fail.
  }
}

/** Seconds until a call is given up. Each is below the time that the client waits, which goes on when that is over. */
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

/** How long the call of these words may take. */
export function secondsFor(args: readonly string[]): number {
  const [event] = args;
  if (args.includes('--async')) return asyncDeadline;
  if (args.includes('--brief')) return briefDeadline;
  return (isEventName(event) ? deadlines[event] : undefined) ?? usualDeadline;
}

/** A payload that could not be read; `foreign` where it is another client's than Claude Code. */
export class UnreadCall extends Error {
  constructor(
    message: string,
    readonly foreign: boolean,
  ) {
    super(message);
  }
}

/** The answer to a call that could not be judged. */
export function failureReply(
  input: Pick<HookInput, 'args' | 'payload' | 'env'>,
  problem: string,
  foreign = input.args.includes(clientFlag),
): Reply {
  const { event, tool, session } = outlineOf(input);
  const repair = "To repair: 'gatehouse doctor --fix', or install the hooks again.";
  if (event === 'PreToolUse' && !onlyLooks(tool)) {
    const reason = `Gatehouse could not judge this call, so it is refused: ${problem}. The call itself is not at fault. Ask the person to look at it. ${repair}`;
    // The one refusal that every client reads: exit 2, and the reason on stderr.
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

/** What can be told of a call without judging it. Where the payload does not say which tool, it may be any. */
function outlineOf({ args: [named], payload }: Pick<HookInput, 'args' | 'payload'>): Outline {
  let fields: Readonly<Record<string, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(payload);
    if (typeof parsed === 'object' && parsed !== null) fields = parsed as Record<string, unknown>;
  } catch {
    // A broken payload says nothing.
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

/** One line for people; what is thrown may be anything. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return (text.split('\n', 1)[0] ?? '').slice(0, longestProblem).replace(/\.$/, '');
}
