import { existsSync } from 'node:fs';
import path from 'node:path';
import { answerAtBoundary, type Answered, type HookInput, type HookRun, UnreadCall } from '../boundary';
import { beginCall, rememberFolder } from '../state/sealed-memory';
import { startHostInBackground } from '../host/background-start';
import { heardOwnHooks, isCanary, noteUnknown, recordHeartbeat } from '../client/heartbeat';
import type { YieldingEntry } from '../install/scope';
import { gatehouseHome, projectHome } from '../project/home';
import { isSetByRepository } from '../configuration/layers';
import { placeOf } from '../project/place';
import { readText } from '../project/read-file';
import { stopwatch } from '../project/functions';
import { firstTelling } from '../project/told-once';
import type { Call } from '../protocol/call';
import { readCall, type ReadCall } from '../protocol/dialects/read-call';
import { briefFlag, clientFlag } from '../protocol/events';
import { cutDeep } from '../protocol/json';
import { type Answer, type Reply, silence } from '../protocol/reply';
import { gatesFor } from './catalog';
import { type CallDecision, decideCall, type GateRun } from './decide-call';
import { appendTrace } from './decision-log';
import { withMessages } from './merge';
import { traceOf, traceOfProblem } from './trace';
import { type Clock, type Site, placeFor } from './site';
import { messageOf } from '../project/text';

interface HookWords {
  /** The event that the registration names, for payloads that leave it out. */
  readonly event: string | undefined;
  /** Run just these gates, at `enforce`. */
  readonly only: readonly string[] | undefined;
  readonly lane: 'sync' | 'async';
  /** The entry is in a shared settings file or in the plugin; a person's own file comes first. */
  readonly yielding: YieldingEntry | undefined;
  /** The entry is for tools with a shorter client timeout. */
  readonly brief: boolean;
  /** The client that the entry is for, if it is not Claude Code. */
  readonly client: string | undefined;
}

/** The arguments after `hook`; none from a client that runs the bare shim. */
function readHookWords(args: readonly string[]): HookWords {
  return {
    event: args[0]?.startsWith('--') === true ? undefined : args[0],
    only: option(args, '--only')?.split(','),
    lane: args.includes('--async') ? 'async' : 'sync',
    yielding: args.includes('--shared') ? 'shared' : args.includes('--plugin') ? 'plugin' : undefined,
    brief: args.includes(briefFlag),
    client: option(args, clientFlag),
  };
}

function option(args: readonly string[], name: string): string | undefined {
  const inline = args.find((arg) => arg.startsWith(`${name}=`));
  if (inline !== undefined) return inline.slice(name.length + 1);
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
}

/** Answers one hook, by the arguments of its registered command. */
export async function judgeHook(run: HookRun): Promise<Reply> {
  const { yielding, ...words } = readHookWords(run.args);
  if (yielding !== undefined) {
    const { registeredElsewhere } = await import(/* webpackMode: "eager" */ '../install/scope');
    if (await registeredElsewhere(words.event, words.lane, run.env, yielding)) return silence;
  }
  return runHook({ ...run, ...words });
}

/** Answers a hook; the boundary handles every failure. */
export const answerHook = (input: HookInput): Promise<Answered> => answerAtBoundary(input, judgeHook);

/** What one hook was started with. Without `later`, work for after the reply runs immediately. */
export interface HookOptions
  extends
    Omit<HookInput, 'args'>,
    Partial<Pick<HookRun, 'later' | 'endings'>>,
    Pick<HookWords, 'event'>,
    Partial<Omit<HookWords, 'event' | 'yielding'>> {
  readonly clock?: Clock;
}

const systemClock: Clock = { now: () => Date.now() };

/**
 * Reads a payload, runs the gates, logs the trace. Errors are logged and thrown; the boundary turns them into a reply.
 */
export async function runHook(options: HookOptions): Promise<Reply> {
  if (isDisabled(options)) return silence;
  beginCall();
  const run: Run = {
    ...options,
    clock: options.clock ?? systemClock,
    later: options.later ?? ((work) => work()),
    started: stopwatch(),
  };
  const { call, reply: replyWith, foreign } = await readPayload(run);
  if ('problem' in call) {
    const place = placeOf(run.env.CLAUDE_PROJECT_DIR ?? run.cwd);
    run.later(() => logProblem(run, call.problem, place.root, place.cwd));
    throw new UnreadCall(call.problem, foreign);
  }
  if (await hasOwnHooks(run, call)) return silence;
  if (isCanary(call.sessionId)) return answerToCanary(run, call, replyWith);
  await noteCall(run, call);
  if (run.brief === true && !(await hasShortTimeout(call))) return silence;
  try {
    return await decidedReply(run, call, replyWith);
  } catch (error) {
    run.later(() => logProblem(run, `dispatch failed: ${messageOf(error)}`, placeFor(call).root, call.cwd));
    throw error;
  }
}

interface Run extends HookOptions {
  readonly clock: Clock;
  readonly later: (work: () => void) => void;
  readonly started: number;
}

/** Another client may load Claude Code's hooks besides its own; then its own answer. */
async function hasOwnHooks(run: Run, call: Call): Promise<boolean> {
  if (run.client !== undefined || run.only !== undefined || call.dialect === 'claude') return false;
  const { registersItself } = await import(/* webpackChunkName: "rest" */ '../install/client-settings');
  const { dialect, event, sessionId, cwd } = call;
  return heardOwnHooks(dialect, sessionId, run.env) && registersItself(dialect, event, cwd, run.env);
}

async function noteCall(run: Run, call: Call): Promise<void> {
  const { env, clock, later } = run;
  if (call.unknown !== undefined) later(() => noteUnknownCall(run, call));
  if (run.only !== undefined) return;
  later(() => recordHeartbeat(call, env, clock.now(), run.client !== undefined));
  await cleanUp(run, call);
}

async function decidedReply(run: Run, call: Call, replyWith: ReadCall['reply']): Promise<Reply> {
  const { env, later, via } = run;
  const decision = await decideCall(call, run);
  const { done, pause, site } = decision;
  const home = gatehouseHome(env);
  if (via === 'warm') for (const folder of [site.home, home]) rememberFolder(folder);
  const occasion = { ...run, root: site.root, at: run.clock.now(), ms: stopwatch() - run.started };
  later(() => appendTrace(site.home, { ...traceOf(call, done, occasion), paused: pause?.by }));
  if (run.only === undefined && run.lane !== 'async') {
    await updateStatusLine(run, call, site);
    const startsHost = via === 'cold' && site.config.settings.host.start === 'auto';
    if (startsHost) later(() => startHostInBackground(home, env));
  }
  return replyFor(run, call, decision, replyWith);
}

/** A host cleans up when it is idle; without one it happens at the start or end of a session, after the reply. */
async function cleanUp({ via, env, clock, later }: Run, call: Call): Promise<void> {
  if (via === 'warm' || (call.event !== 'SessionStart' && call.event !== 'SessionEnd')) return;
  const { isHousekeepingDue, keepHouse } = await import(/* webpackChunkName: "moments" */ '../session/housekeeping');
  const home = gatehouseHome(env);
  if (isHousekeepingDue(home, clock.now())) later(() => void keepHouse(home, clock.now()));
}

/** Updates the status line's text. A cold runner exits with its reply, so it does this before. */
async function updateStatusLine({ via, env, later }: Run, call: Call, site: Site): Promise<void> {
  const mayChange = call.event !== 'PreToolUse' && existsSync(path.join(gatehouseHome(env), 'statusline'));
  if (!mayChange || (via === 'cold' && call.event === 'PostToolUse')) return;
  const line = await import(/* webpackChunkName: "moments" */ '../session/status-line');
  if (!line.mayChangeStatusLine(call.event)) return;
  if (via === 'warm') later(() => void line.keepStatusLine(site, call.event));
  else await line.keepStatusLine(site, call.event);
}

/**
 * A self-test call: the guard decides at its level and nothing is written. An event without a guard is only
 * acknowledged.
 */
async function answerToCanary(run: Run, call: Call, replyWith: ReadCall['reply']): Promise<Reply> {
  const decision = await decideCall(call, { ...run, only: ['guard'], dry: true });
  return decision.scheduled.length > 0
    ? replyFor(run, call, decision, replyWith)
    : heardCanary(replyWith({ message: `heard ${call.sessionId}` }), call.sessionId);
}

/** Adds the answer to the self-test where a client has no field for messages; only the self-test reads it. */
const heardCanary = (reply: Reply, session: string): Reply =>
  reply.stdout.includes(session) ? reply : { ...reply, stdout: JSON.stringify({ heard: `heard ${session}` }) };

/**
 * Is the call of a tool with a shorter client timeout? A client that ignores matchers sends every call to both entries,
 * and the one for short timeouts must answer only these.
 */
async function hasShortTimeout(call: Call): Promise<boolean> {
  const gates = await gatesFor(call.event, 'tool' in call ? call.tool : undefined);
  return gates.some(({ clientTimeoutSeconds }) => clientTimeoutSeconds !== undefined);
}

/** Did the person switch Gatehouse off? The variable does not count if the repository's settings set it. */
function isDisabled({ env, cwd }: HookOptions): boolean {
  if (env.GATEHOUSE_DISABLE !== '1') return false;
  return !isSetByRepository(env, placeOf(env.CLAUDE_PROJECT_DIR ?? cwd), 'GATEHOUSE_DISABLE');
}

function noteUnknownCall({ env, clock }: Run, call: Call): void {
  const { event, unknown: why = '', sessionId: session, client = 'Claude Code', raw } = call;
  noteUnknown(env, { at: clock.now(), client: withVersion(client, raw.transcript_path), event, why, session });
}

/** Some clients give their version only in the transcript. */
function withVersion(client: string, transcript: unknown): string {
  if (/\d$/.test(client) || typeof transcript !== 'string') return client;
  const head = readText(transcript, { maxBytes: 64 * 1024 * 1024 })?.slice(0, 4_096) ?? '';
  const version = /"(?:cli_version|copilotVersion)":"([^"]{1,40})"/.exec(head)?.[1];
  return version === undefined ? client : `${client} ${version}`;
}

/** Logs a call that could not be decided; it has no other record. */
function logProblem(run: Run, problem: string, root: string, cwd: string): void {
  const occasion = { ...run, root, at: run.clock.now(), ms: 0 };
  appendTrace(projectHome(run.env, root), traceOfProblem(problem, cwd, occasion));
}

async function readPayload(run: HookOptions): Promise<ReadCall> {
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
    return unread(`the payload is not JSON (${messageOf(error).slice(0, 120)})`);
  }
}

/**
 * Reports a failed gate to the person once per session, event and cause. After a tool its job was to record something,
 * and evidence must not be lost silently.
 */
function failuresToTell(run: HookOptions, call: Call, { gates }: GateRun): readonly string[] {
  if (run.only !== undefined) return [];
  return gates.flatMap(({ id, level, failure }) => {
    if (failure === undefined || level === 'observe') return [];
    if (!firstTelling(run.env, call.sessionId, `${id} at ${call.event}: ${failure}`)) return [];
    const lost = call.event.startsWith('PostToolUse') ? ' Its record of this call is lost.' : '';
    return [`Gatehouse ${id} could not check this ${call.event}: ${failure}.${lost}`];
  });
}

function replyFor(
  run: HookOptions,
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
