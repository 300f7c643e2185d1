import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { openEvidence, ownFile } from '../evidence/store';
import { isCanary, recordHeartbeat } from '../install/heartbeat';
import { loadConfig } from '../project/load-config';
import { execIn } from '../project/exec';
import { Git } from '../project/git';
import { projectHome } from '../project/home';
import { placeOf, type Place } from '../project/place';
import { isToolCall, readCall, type Call } from '../protocol/call';
import { replyTo, silence, type Reply } from '../protocol/reply';
import { editOf } from '../protocol/tools';
import { allowanceFile, AllowanceList, Allowances, fingerprint } from './allowance';
import { gatesFor } from './catalog';
import { appendTrace, masked, recordedCall, subjectOf } from './decision-log';
import { dispatch, type Dispatch, type Posted } from './dispatch';
import type { AnyGate } from './gate';
import { denial, merge, type Said } from './merge';
import { levelDuring, Pause, pauseFile, pauseIn } from './pause';
import type { Clock, Site } from './site';
import type { Trace } from './trace';

/** One run of a hook: the same for the cold runner and the warm host. */
export interface HookRun {
  /** The event that the registration names, for payloads that leave it out. */
  readonly event: string | undefined;
  /** Run just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
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
  if (run.env.GATEHOUSE_DISABLE === '1') return silence;
  const clock = run.clock ?? systemClock;
  const started = performance.now();
  const call = readPayload(run);
  if ('problem' in call) {
    const place = placeOf(run.env.CLAUDE_PROJECT_DIR ?? run.cwd);
    const home = projectHome(run.env, place.root);
    appendTrace(home, unread(run, place, clock, call.problem));
    return silence;
  }
  if (run.only === undefined) recordHeartbeat(call, run.env, clock.now());
  if (isCanary(call.sessionId)) return silence;
  const place = placeFor(call);
  try {
    return await answer(run, call, place, clock, started);
  } catch (error) {
    const problem = `dispatch failed: ${error instanceof Error ? error.message : String(error)}`;
    appendTrace(projectHome(run.env, place.root), unread(run, place, clock, problem));
    return silence;
  }
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

/** A file that is edited belongs to its own repository, wherever the agent stands; everything else to the cwd's. */
function placeFor(call: Call): Place {
  const here = placeOf(call.cwd);
  const edit = isToolCall(call) ? editOf(call) : undefined;
  if (edit?.path.startsWith('/') !== true) return here;
  const there = placeOf(edit.path);
  return there.repository === undefined ? here : { ...there, cwd: here.cwd };
}

async function answer(run: HookRun, call: Call, place: Place, clock: Clock, started: number): Promise<Reply> {
  const surroundings = surround(run, clock);
  const outer = surroundings.site(place, run.only !== undefined);
  const gates = await gatesFor(call.event, isToolCall(call) ? call.tool : undefined);
  const pause = pauseIn(outer.own(pauseFile, Pause), clock);
  const posted = post(gates, run, outer, pause);
  const allowances = new Allowances(outer.own(allowanceFile, AllowanceList), clock);
  const done = await dispatch(
    call,
    posted,
    (_now, earlier, note) => ({ ...outer, earlier: [...earlier], note }),
    allowances,
  );
  const reply = replyFor(run, call, done, posted);
  const trace = traced(run, call, place, clock, done, performance.now() - started);
  appendTrace(outer.home, { ...trace, paused: pause?.by });
  return reply;
}

function post(gates: readonly AnyGate[], run: HookRun, site: Site, pause: Pause | undefined): readonly Posted[] {
  const { only, lane = 'sync' } = run;
  if (only !== undefined) {
    return gates.filter((gate) => only.includes(gate.id)).map((gate) => ({ gate, level: 'enforce' }));
  }
  return gates
    .filter((gate) => (gate.lane ?? 'sync') === lane)
    .map((gate) => ({ gate, level: levelDuring(pause, gate.id, site.config.level(gate)) }));
}

/** Everything a site is made of that does not depend on the directory. */
function surround(run: HookRun, clock: Clock) {
  const exec = execIn(run.env);
  const site = (place: Place, alone: boolean): Site => {
    const home = projectHome(run.env, place.root);
    const config = loadConfig({ env: run.env, place, alone });
    const git = place.repository === undefined ? undefined : new Git(place.root, place.repository, exec);
    return {
      place,
      root: place.root,
      cwd: place.cwd,
      git,
      evidence: openEvidence({ place, home, clock, git, settings: config.settings }),
      config,
      env: run.env,
      home,
      clock,
      exec,
      fetch,
      alone,
      earlier: [],
      at: (directory) => site(placeOf(directory), alone),
      own: (name, schema) => ownFile(home, name, schema),
      note: () => undefined,
    };
  };
  return { site };
}

function replyFor(run: HookRun, call: Call, done: Dispatch, posted: readonly Posted[]): Reply {
  const [single] = posted;
  if (run.only?.length === 1 && single?.gate.alone !== undefined) {
    const rulings = done.said.flatMap((said) => said.rulings);
    const reply = single.gate.alone(rulings, call);
    if (reply !== undefined) return reply;
  }
  return replyTo(call.event, merge(call.event, done.said));
}

function traced(run: HookRun, call: Call, place: Place, clock: Clock, done: Dispatch, ms: number): Trace {
  const merged = merge(call.event, done.said);
  return {
    ...outline(run, place, clock),
    ms: Math.round(ms * 100) / 100,
    event: call.event,
    tool: isToolCall(call) ? call.tool : undefined,
    session: call.sessionId,
    prompt: call.promptId,
    agent: call.agentId,
    toolUseId: isToolCall(call) ? call.toolUseId : undefined,
    cwd: call.cwd,
    subject: subjectOf(call),
    call: recordedCall(call),
    fingerprint: merged.decision === 'deny' ? fingerprint(done.call) : undefined,
    gates: done.gates.map((gate) => ({ ...gate })),
    verdict: {
      decision: merged.decision,
      reason: merged.reason === undefined ? undefined : masked(merged.reason),
      ...decider(done.said, merged.reason),
      rewritten: merged.updatedInput !== undefined,
      context: merged.context === undefined ? undefined : masked(merged.context),
      message: merged.message === undefined ? undefined : masked(merged.message),
    },
  };
}

/** Whose ruling became the decision. */
function decider(said: readonly Said[], reason: string | undefined): { gate?: string; rule?: string } {
  for (const { gate, rulings } of said) {
    for (const ruling of rulings) {
      if (ruling.kind === 'deny' && denial(gate, ruling) === reason) return { gate, rule: ruling.rule };
      if (reason?.includes(ruling.reason) === true && (ruling.kind === 'ask' || ruling.kind === 'allow'))
        return { gate };
      if (ruling.kind === 'feedback' && reason?.includes(ruling.text) === true) return { gate };
    }
  }
  return {};
}

function unread(run: HookRun, place: Place, clock: Clock, problem: string): Trace {
  return {
    ...outline(run, place, clock),
    ms: 0,
    event: run.event ?? '',
    session: '',
    cwd: place.cwd,
    subject: '',
    gates: [],
    verdict: {},
    problem,
  };
}

function outline(run: HookRun, place: Place, clock: Clock) {
  return {
    v: 1 as const,
    id: randomUUID().slice(0, 8),
    at: clock.now(),
    via: run.via,
    root: place.root,
    ...(run.only === undefined ? {} : { only: [...run.only] }),
  };
}
