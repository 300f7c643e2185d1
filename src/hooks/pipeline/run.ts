import { isCanary, recordHeartbeat } from '../install/heartbeat';
import { projectHome } from '../project/home';
import { saidByRepository } from '../project/layers';
import { placeOf } from '../project/place';
import { readCall, type Call } from '../protocol/call';
import { replyTo, silence, type Reply } from '../protocol/reply';
import { gatesFor } from './catalog';
import { appendTrace } from './decision-log';
import { judge, type Judged } from './judge';
import { merge } from './merge';
import { recordOf, recordOfProblem } from './record';
import type { Clock } from './site';
import { placeFor } from './surroundings';
import { stopwatch } from '../project/stopwatch';

/** One run of a hook: the same for the cold runner and the warm host. */
export interface HookRun {
  /** The event that the registration names, for payloads that leave it out. */
  readonly event: string | undefined;
  /** Run just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
  /** Answer only calls that a gate with a patience of its own reads. */
  readonly brief?: boolean;
  readonly payload: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly via: 'cold' | 'warm';
  /** Where the hook was started, for payloads that do not say where the agent stands. */
  readonly cwd: string;
  readonly clock?: Clock;
}

const systemClock: Clock = { now: () => Date.now() };

/** Reads a payload, asks the gates, logs the trace. Never throws: whatever goes wrong ends in silence and a log line. */
export async function runHook(run: HookRun): Promise<Reply> {
  if (isDisabled(run)) return silence;
  const clock = run.clock ?? systemClock;
  const started = stopwatch();
  const call = readPayload(run);
  if ('problem' in call) {
    const place = placeOf(run.env.CLAUDE_PROJECT_DIR ?? run.cwd);
    leave(run, clock, call.problem, place.root, place.cwd);
    return silence;
  }
  if (run.only === undefined) recordHeartbeat(call, run.env, clock.now());
  if (isCanary(call.sessionId) || (run.brief === true && !(await isBrief(call)))) return silence;
  try {
    const judged = await judge(call, { ...run, clock });
    const { done, pause, site } = judged;
    const occasion = { ...run, root: site.root, at: clock.now(), ms: stopwatch() - started };
    const reply = replyFor(run, call, judged);
    appendTrace(site.home, { ...recordOf(call, done, occasion), paused: pause?.by });
    return reply;
  } catch (error) {
    const problem = `dispatch failed: ${error instanceof Error ? error.message : String(error)}`;
    leave(run, clock, problem, placeFor(call).root, call.cwd);
    return silence;
  }
}

/** A client that ignores matchers offers every call to every entry; each is answered by one. */
async function isBrief(call: Call): Promise<boolean> {
  const gates = await gatesFor(call.event, 'tool' in call ? call.tool : undefined);
  return gates.some(({ patience }) => patience !== undefined);
}

/** The person's switch. One that the repository's own settings put into the environment is none. */
function isDisabled({ env, cwd }: HookRun): boolean {
  if (env.GATEHOUSE_DISABLE !== '1') return false;
  return !saidByRepository(env, placeOf(env.CLAUDE_PROJECT_DIR ?? cwd), 'GATEHOUSE_DISABLE');
}

/** A log line is all that comes of a call that could not be judged. */
function leave(run: HookRun, clock: Clock, problem: string, root: string, cwd: string): void {
  const occasion = { ...run, root, at: clock.now(), ms: 0 };
  appendTrace(projectHome(run.env, root), recordOfProblem(problem, cwd, occasion));
}

function readPayload(run: HookRun): Call | { problem: string } {
  if (run.payload.trim() === '') return { problem: 'empty payload' };
  try {
    return readCall(JSON.parse(run.payload), run.event, run.cwd);
  } catch (error) {
    return {
      problem: `the payload is not JSON (${error instanceof Error ? error.message.slice(0, 120) : 'unreadable'})`,
    };
  }
}

function replyFor(run: HookRun, call: Call, { done, posted }: Judged): Reply {
  const [single] = posted;
  if (run.only?.length === 1 && single?.gate.alone !== undefined) {
    const rulings = done.said.flatMap((said) => said.rulings);
    const reply = single.gate.alone(rulings, call);
    if (reply !== undefined) return reply;
  }
  return replyTo(call.event, merge(call.event, done.said));
}
