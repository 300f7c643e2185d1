import { existsSync } from 'node:fs';
import path from 'node:path';
import { startHostBehind } from '../host/behind';
import { heardOfOwn, isCanary, recordHeartbeat } from '../install/heartbeat';
import { noteUnknown } from '../install/unknown-calls';
import { gatehouseHome, projectHome, type Env } from '../project/home';
import { saidByRepository } from '../project/layers';
import { readText } from '../project/read-file';
import { firstTelling } from '../project/told-once';
import { placeOf } from '../project/place';
import type { Call } from '../protocol/call';
import { cutDeep } from '../protocol/json';
import { readCall, type ReadCall } from '../protocol/dialects/read-call';
import { silence, type Answer, type Reply } from '../protocol/reply';
import { UnreadCall } from '../boundary';
import { gatesFor } from './catalog';
import { appendTrace } from './decision-log';
import { decideCall, type CallDecision, type GateRun } from './decide-call';
import { withMessages } from './merge';
import { recordOf, recordOfProblem } from './record';
import type { Clock, Site } from './site';
import { placeFor } from './site-context';
import { stopwatch } from '../project/stopwatch';

/** One run of a hook: the same for the cold runner and the warm host. */
export interface HookRun {
  /** Takes the work that waits until the answer is out; without it, it is done at once. */
  readonly later?: (work: () => void) => void;
  /** Takes what ends the programs of this call. */
  readonly endings?: Set<() => void>;
  /** The event that the registration names, for payloads that leave it out. */
  readonly event: string | undefined;
  /** Run just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
  /** Answer only calls that a gate with a patience of its own reads. */
  readonly brief?: boolean;
  /** The client that the registration is for. */
  readonly client?: string | undefined;
  readonly payload: string;
  readonly env: Env;
  readonly via: 'cold' | 'warm';
  /** Where the hook was started, for payloads that do not say where the agent stands. */
  readonly cwd: string;
  readonly pid?: (() => number | undefined) | undefined;
  readonly clock?: Clock;
}

const systemClock: Clock = { now: () => Date.now() };

/**
 * Reads a payload, asks the gates, logs the trace. What goes wrong is logged and thrown: the boundary around every hook
 * knows what to answer.
 */
export async function runHook(run: HookRun): Promise<Reply> {
  if (isDisabled(run)) return silence;
  const clock = run.clock ?? systemClock;
  const { later = (work) => work() } = run;
  const started = stopwatch();
  const { call, reply, foreign } = await readPayload(run);
  if ('problem' in call) {
    const place = placeOf(run.env.CLAUDE_PROJECT_DIR ?? run.cwd);
    later(() => leave(run, clock, call.problem, place.root, place.cwd));
    throw new UnreadCall(call.problem, foreign);
  }
  if (run.client === undefined && run.only === undefined && call.dialect !== 'claude') {
    const { registersItself } = await import(/* webpackChunkName: "rest" */ '../install/client-settings');
    const { dialect, event, sessionId, cwd } = call;
    if (heardOfOwn(dialect, sessionId, run.env) && registersItself(dialect, event, cwd, run.env)) return silence;
  }
  if (isCanary(call.sessionId)) return answerToCanary(run, call, clock, reply);
  if (call.unknown !== undefined) later(() => noteUnknownCall(run, call, clock));
  if (run.only === undefined) {
    later(() => recordHeartbeat(call, run.env, clock.now(), run.client !== undefined));
    await houseKept(run, call, clock, later);
  }
  if (run.brief === true && !(await isBrief(call))) return silence;
  try {
    const judged = await decideCall(call, { ...run, clock });
    const { done, pause, site } = judged;
    const occasion = { ...run, root: site.root, at: clock.now(), ms: stopwatch() - started };
    later(() => appendTrace(site.home, { ...recordOf(call, done, occasion), paused: pause?.by }));
    if (run.only === undefined && run.lane !== 'async') {
      await statusLineKept(run, call, site, later);
      const home = gatehouseHome(run.env);
      const wanted = run.via === 'cold' && site.config.settings.host.start === 'auto';
      if (wanted) later(() => startHostBehind(home, run.env));
    }
    return replyFor(run, call, judged, reply);
  } catch (error) {
    later(() => leave(run, clock, `dispatch failed: ${textOf(error)}`, placeFor(call).root, call.cwd));
    throw error;
  }
}

/** A host does it when it is idle; without one, a session that begins or ends does it, once its answer is out. */
async function houseKept(run: HookRun, call: Call, clock: Clock, later: (work: () => void) => void): Promise<void> {
  if (run.via === 'warm' || (call.event !== 'SessionStart' && call.event !== 'SessionEnd')) return;
  const { isHousekeepingDue, keepHouse } = await import(/* webpackChunkName: "moments" */ '../session/housekeeping');
  const home = gatehouseHome(run.env);
  if (isHousekeepingDue(home, clock.now())) later(() => void keepHouse(home, clock.now()));
}

/** For those who show it. A cold runner is gone with its answer, so it does this before. */
async function statusLineKept(run: HookRun, call: Call, site: Site, later: (work: () => void) => void): Promise<void> {
  const mayChange = call.event !== 'PreToolUse' && existsSync(path.join(gatehouseHome(run.env), 'statusline'));
  if (!mayChange || (run.via === 'cold' && call.event === 'PostToolUse')) return;
  const line = await import(/* webpackChunkName: "moments" */ '../session/status-line');
  if (!line.mayChangeStatusLine(call.event)) return;
  if (run.via === 'warm') later(() => void line.keepStatusLine(site, call.event));
  else await line.keepStatusLine(site, call.event);
}

/** The guard judges it, at whatever level it stands; a call that no guard reads is only heard. Nothing is written. */
async function answerToCanary(run: HookRun, call: Call, clock: Clock, reply: ReadCall['reply']): Promise<Reply> {
  const judged = await decideCall(call, { ...run, clock, only: ['guard'], dry: true });
  return judged.scheduled.length > 0
    ? replyFor(run, call, judged, reply)
    : heardCanary(reply({ message: `heard ${call.sessionId}` }), call.sessionId);
}

/** Some clients have no field for it on some events; only the self-test reads it. */
const heardCanary = (reply: Reply, session: string): Reply =>
  reply.stdout.includes(session) ? reply : { ...reply, stdout: JSON.stringify({ heard: `heard ${session}` }) };

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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

function noteUnknownCall({ env }: HookRun, call: Call, clock: Clock): void {
  const { event, unknown: why = '', sessionId: session, client = 'Claude Code', raw } = call;
  noteUnknown(env, { at: clock.now(), client: withVersion(client, raw.transcript_path), event, why, session });
}

/** Some clients say their version in the transcript alone. */
function withVersion(client: string, transcript: unknown): string {
  if (/\d$/.test(client) || typeof transcript !== 'string') return client;
  const head = readText(transcript, { maxBytes: 64 * 1024 * 1024 })?.slice(0, 4_096) ?? '';
  const version = /"(?:cli_version|copilotVersion)":"([^"]{1,40})"/.exec(head)?.[1];
  return version === undefined ? client : `${client} ${version}`;
}

/** A log line is all that comes of a call that could not be judged. */
function leave(run: HookRun, clock: Clock, problem: string, root: string, cwd: string): void {
  const occasion = { ...run, root, at: clock.now(), ms: 0 };
  appendTrace(projectHome(run.env, root), recordOfProblem(problem, cwd, occasion));
}

async function readPayload(run: HookRun): Promise<ReadCall> {
  const unread = (problem: string): ReadCall => ({
    call: { problem },
    foreign: run.client !== undefined,
    reply: () => silence,
  });
  if (run.payload.trim() === '') return unread('empty payload');
  try {
    const payload: unknown = JSON.parse(run.payload.replace(/^\uFEFF/, ''));
    cutDeep(payload);
    return await readCall(payload, { ...run, directory: run.cwd });
  } catch (error) {
    return unread(`the payload is not JSON (${textOf(error).slice(0, 120)})`);
  }
}

/**
 * A gate that failed and let go is told to the person once in a session, for each event and cause. After a tool it was
 * to record something: a full disk or a deadline must not take evidence away in silence.
 */
function failuresToTell(run: HookRun, call: Call, { gates }: GateRun): readonly string[] {
  if (run.only !== undefined) return [];
  return gates.flatMap(({ id, level, failure }) => {
    if (failure === undefined || level === 'observe') return [];
    if (!firstTelling(run.env, call.sessionId, `${id} at ${call.event}: ${failure}`)) return [];
    const lost = call.event.startsWith('PostToolUse') ? ' Its record of this call is lost.' : '';
    return [`Gatehouse ${id} could not judge this ${call.event}: ${failure}.${lost}`];
  });
}

function replyFor(
  run: HookRun,
  call: Call,
  { done, scheduled }: CallDecision,
  replyWith: (answer: Answer) => Reply,
): Reply {
  const [single] = scheduled;
  if (run.only?.length === 1 && single?.gate.standaloneReply !== undefined) {
    const rulings = done.results.flatMap((result) => result.rulings);
    const reply = single.gate.standaloneReply(rulings, call);
    if (reply !== undefined) return reply;
  }
  return replyWith(withMessages(done.answer, failuresToTell(run, call, done)));
}
