import { stopwatch } from '../project/functions';
import { isToolCall, type Call, type ToolCall } from '../protocol/call';
import { isEditTool, mayHaveShellForm } from '../protocol/tools';
import { allowanceFile, AllowanceList, Allowances, levelDuring, Pause, pauseFile, pauseIn } from './allowance';
import { gatesOf, isSafety } from './catalog';
import { reads, type AnyGate, type Level, ask, context, deny, pass, type Ask, type Deny, type Ruling } from './gate';
import { applyLevel, merge, type Merged, type GateResult } from './merge';
import { type Site, placeFor, siteAt, type SiteContext } from './site';
import type { GateTrace } from './trace';
import { clipped, messageOf } from '../project/text';

export interface DecideOptions extends Omit<SiteContext, 'requestedByName'> {
  /** Just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
}

export interface CallDecision {
  readonly done: GateRun;
  readonly scheduled: readonly ScheduledGate[];
  readonly site: Site;
  readonly pause: Pause | undefined;
}

const levelOf = (gate: AnyGate, level: Level): Level =>
  level === 'off' && gate.cannotBeOff === true ? 'observe' : level;

/** Takes a call through its gates: the same for hooks, for `explain --command` and for `replay`. */
export async function decideCall(call: Call, options: DecideOptions): Promise<CallDecision> {
  const { only, lane = 'sync', clock } = options;
  const site = siteAt({ ...options, requestedByName: only !== undefined }, placeFor(call));
  const shellForm = await shellFormFor(call);
  const gates = await gatesOf(call, shellForm);
  const pause = pauseIn(site.own(pauseFile, Pause, { sealed: true }), clock);
  const scheduled: readonly ScheduledGate[] =
    only === undefined
      ? gates
          .filter((gate) => (gate.lane ?? 'sync') === lane)
          .map((gate) => ({ gate, level: levelDuring(pause, gate.id, levelOf(gate, site.config.level(gate))) }))
      : gates.filter((gate) => only.includes(gate.id)).map((gate) => ({ gate, level: 'enforce' }));
  const allowances = new Allowances(site.own(allowanceFile, AllowanceList, { sealed: true }), clock);
  const done = await runGates(
    call,
    scheduled,
    (earlier, note) => ({ ...site, earlier: [...earlier], note }),
    allowances,
    shellForm,
  );
  return { done, scheduled, site, pause };
}

/** What the gates returned for one call. */
export interface GateRun {
  readonly results: readonly GateResult[];
  readonly gates: readonly GateTrace[];
  /** All results merged. */
  readonly answer: Merged;
  /** The call with every rewrite applied. */
  readonly call: Call;
}

export interface ScheduledGate {
  readonly gate: AnyGate;
  readonly level: Level;
}

const defaultDeadlineMs = 5_000;
/** The time that all gates without a deadline of their own share: when one hangs, others usually hang too. */
const sharedMs = 6_000;

/**
 * Runs gates in order. A deny that is sent ends the chain; a rewrite that is sent changes what the later gates see.
 * If a gate throws or hangs, its posture decides whether the call is blocked or the next gate runs, and the trace says so.
 */
export async function runGates(
  first: Call,
  scheduled: readonly ScheduledGate[],
  siteFor: (earlier: readonly GateResult[], note: (line: string) => void) => Site,
  allowances: Allowances,
  shellForm?: Call,
): Promise<GateRun> {
  let call = first;
  const results: GateResult[] = [];
  const gates: GateTrace[] = [];
  let left = sharedMs;
  for (const { gate, level } of scheduled) {
    if (level === 'off') continue;
    const notes: string[] = [];
    const start = stopwatch();
    const limit = gate.deadlineMs ?? Math.min(defaultDeadlineMs, left);
    const gateSite = siteFor(results, (line) => notes.push(line));
    const answer =
      shellForm !== undefined && isToolCall(call) && isSafety(gate) && reads(gate, call.event, 'Bash')
        ? await runGateWithShellForm(gate, call, shellForm, gateSite, limit)
        : await runGate(gate, call, gateSite, limit);
    if (gate.deadlineMs === undefined) left = Math.max(0, left - (stopwatch() - start));
    const asked = answer.rulings.map((ruling) => (ruling.kind === 'ask' ? askable(ruling, call) : ruling));
    const { rulings, allowedBy } = await applyAllowOnce(asked, call, gate, allowances);
    results.push({ gate: gate.id, level, rulings });
    gates.push({
      id: gate.id,
      level,
      ms: Math.round((stopwatch() - start) * 1000) / 1000,
      rulings: rulings.map((ruling) => ({ ...ruling })),
      notes,
      ...(allowedBy === undefined ? {} : { allowedBy }),
      ...(answer.failure === undefined ? {} : { failure: answer.failure }),
    });
    const sent = rulings.map((ruling) => applyLevel(ruling, level, call.event));
    call = sent.reduce<Call>((now, ruling) => rewrittenBy(now, ruling), call);
    if (sent.some((ruling) => ruling?.kind === 'deny')) break;
  }
  return { results, gates, answer: merge(first.event, results), call };
}

/** Loaded for the tools that can have one. */
async function shellFormFor(call: Call): Promise<Call | undefined> {
  if (call.event !== 'PreToolUse' || !mayHaveShellForm(call)) return undefined;
  const { shellFormOf } = await import(/* webpackChunkName: "commands" */ '../protocol/shell-form');
  return shellFormOf(call);
}

/**
 * A safety gate also judges the shell command that would do the same, which it can refuse but not change. Of an edit the
 * person sees every line, so they are asked.
 */
async function runGateWithShellForm(
  gate: AnyGate,
  call: ToolCall,
  shellForm: Call,
  site: Site,
  limit: number,
): Promise<GateOutcome> {
  const own = reads(gate, call.event, call.tool);
  const edits = isEditTool(call.tool);
  if (own && edits) return runGate(gate, call, site, limit);
  const answer = await runGate(gate, shellForm, site, limit);
  const rulings = edits ? answer.rulings.flatMap(asQuestion) : answer.rulings.map(withoutRewrite);
  if (!own || rulings.some(({ kind }) => kind === 'deny')) return { ...answer, rulings };
  const direct = await runGate(gate, call, site, limit);
  return { ...answer, ...direct, rulings: [...rulings, ...direct.rulings] };
}

/** The part of the command is left out: the person sees the edit. */
function asQuestion(ruling: Ruling): readonly Ruling[] {
  if (ruling.kind === 'deny') return [ask(ruling.reason, ruling.rule)];
  return ruling.kind === 'ask' ? [ask(ruling.why ?? ruling.reason, ruling.rule)] : [];
}

const withoutRewrite = (ruling: Ruling): Ruling =>
  ruling.kind !== 'rewrite'
    ? ruling
    : deny('unsafe-form', 'The server would run this as it is, and only another form of it is safe.', {
        instead: `Instead, run it as: ${clipped(String(ruling.input.command), 500)}`,
      });

interface GateOutcome {
  readonly rulings: readonly Ruling[];
  readonly failure?: string;
}

async function runGate(gate: AnyGate, call: Call, site: Site, limit: number): Promise<GateOutcome> {
  try {
    const answer = gate.decide(call, site);
    const settled = answer instanceof Promise ? await withDeadline(answer, limit) : answer;
    if (settled === 'late') return failed(gate, 'no answer in time');
    return { rulings: 'kind' in settled ? [settled] : settled };
  } catch (error) {
    return failed(gate, messageOf(error));
  }
}

async function withDeadline<T>(answer: Promise<T>, limit: number): Promise<T | 'late'> {
  const ready = await settledNow(answer);
  if (ready !== undefined) return ready.value;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limit);
    timer.unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Most gates answer synchronously and need no timer. */
async function settledNow<T>(answer: Promise<T>): Promise<{ readonly value: T } | undefined> {
  let ready: { readonly value: T } | undefined;
  answer.then(
    (value) => {
      ready = { value };
    },
    () => undefined,
  );
  for (let turn = 0; turn < 8 && ready === undefined; turn += 1) await Promise.resolve();
  return ready;
}

function failed(gate: AnyGate, failure: string): GateOutcome {
  if (gate.posture === 'open')
    return { rulings: [pass(`the gate failed and lets the call pass: ${failure}`)], failure };
  const instead =
    'The call itself is not at fault. Ask the person to look at it (Gatehouse: Explain Last Decision); they can allow this call once.';
  return {
    rulings: [
      deny('gate-failed', `${gate.title} could not check this call (${failure}), so the call is blocked.`, { instead }),
    ],
    failure,
  };
}

/** A question that the client cannot ask becomes a refusal that the person can allow once. */
function askable(ask: Ask, { cannotAsk }: Call): Ruling {
  if (cannotAsk === undefined) return ask;
  return deny(ask.rule ?? 'needs-a-person', ask.reason, { instead: cannotAsk });
}

/** Did a person's allowance let this call pass? */
export const wasAllowedOnce = ({ gates }: Pick<GateRun, 'gates'>): boolean =>
  gates.some(({ allowedBy }) => allowedBy !== undefined);

interface AfterAllowOnce {
  readonly rulings: readonly Ruling[];
  /** Who had allowed the call. */
  readonly allowedBy?: string;
}

/** A deny that a person has allowed once becomes a pass that says so. */
async function applyAllowOnce(
  rulings: readonly Ruling[],
  call: Call,
  gate: AnyGate,
  allowances: Allowances,
): Promise<AfterAllowOnce> {
  const denies = rulings.filter((ruling): ruling is Deny => ruling.kind === 'deny');
  const [first] = denies;
  if (first === undefined || denies.some((ruling) => ruling.liftable === false)) return { rulings };
  const allowance = await allowances.take(gate.id, call);
  if (allowance === undefined) return { rulings };
  const others = rulings.filter((ruling) => ruling.kind !== 'deny');
  const told = `allowed once by ${allowance.by} (rule ${first.rule})`;
  return {
    rulings: [...others, context(`A person allowed this once: ${first.reason}`, told)],
    allowedBy: allowance.by,
  };
}

function rewrittenBy(call: Call, ruling: Ruling | undefined): Call {
  if (ruling?.kind !== 'rewrite' || !isToolCall(call)) return call;
  return { ...call, input: ruling.input, raw: { ...call.raw, tool_input: ruling.input } };
}
