import * as z from 'zod/mini';
import { gate } from '../../pipeline/gate';
import { deny, message, pass, type Deny, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';
import type { Stop } from '../../protocol/call';
import type { Reply } from '../../protocol/reply';
import { type ReviewDuty, type StopMode, stopModeOf, stopModes } from '../../review/progress';
import { dutyFromShippedState, dutyFromState, type Asker } from '../../review/duty';
import { findingFromTranscript } from './stop-guard/from-transcript';
import { fieldsOf } from '../../protocol/json';

/** Keeps the agent from stopping before changed files have had the reviews they owe. */
export const stopGuard = gate({
  id: 'stop-guard',
  title: 'Stop guard',
  summary:
    'When the agent stops with unreviewed changes, warns it, or in strict mode sends it back to the review, at most three times for the same findings.',
  events: ['Stop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  deadlineMs: 25_000,
  async decide(call, site) {
    if (site.env.HOOK_BYPASS === '1') {
      site.note('HOOK_BYPASS=1: the guard was bypassed');
      return pass('BYPASS mode');
    }
    const choice = stopModeOf(site);
    if (choice.mode === 'off') return pass('the stop guard is off');
    const rulings = await rulingsOn(await findingOf(call, site), choice, call, site);
    return choice.unknown === undefined ? rulings : [...rulings, unknownMode(choice.unknown)];
  },
  standaloneReply,
});

async function findingOf(call: Stop, site: Site): Promise<ReviewDuty> {
  const reading = site.evidence.review.read();
  switch (reading.kind) {
    case 'ok':
      return dutyFromState(reading.value, askerOf(call), site);
    case 'missing':
      return findingFromTranscript(call, site);
    case 'shipped':
      return dutyFromShippedState(askerOf(call), site);
    case 'corrupt':
      return { kind: 'unreadable', problem: reading.problem, key: `unreadable ${reading.problem}` };
  }
}

function askerOf(call: Stop): Asker {
  const listed = Array.isArray(call.raw.background_tasks);
  return { session: call.sessionId, running: listed ? new Set(call.backgroundTasks.flatMap(runningId)) : undefined };
}

function runningId(task: unknown): readonly string[] {
  const { id, status } = fieldsOf(task);
  return typeof id === 'string' && (status === undefined || status === 'running') ? [id] : [];
}

async function rulingsOn(finding: ReviewDuty, { mode }: StopMode, call: Stop, site: Site): Promise<readonly Ruling[]> {
  if (finding.kind === 'fine' || finding.kind === 'waiting') return [pass(finding.reason)];
  const warnOnce = async (text: string): Promise<Ruling> =>
    !site.requestedByName && (await alreadyTold(finding.key, call, site))
      ? pass(`${text}; already said`)
      : message(text, text);
  if (finding.kind === 'exceeded') return [await warnOnce(finding.reason)];
  const { rule, reason, instead, warning } = wordsOf(finding);
  if (mode !== 'strict') return [await warnOnce(warning)];
  const why = await whyLetGo(finding.key, call, site);
  if (why === undefined) return [deny(rule, reason, { instead })];
  const letGo = `The stop guard lets go (${why}): ${reason}`;
  return [message(letGo, letGo)];
}

interface Words {
  readonly rule: Rule;
  readonly reason: string;
  readonly instead: string;
  /** What warn mode says. */
  readonly warning: string;
}

type Rule = 'missing-steps' | 'review-blocked' | 'precommit-failed' | 'state-unreadable';

const fixFirst = 'Fix issues and re-run review immediately, do not stop';

function wordsOf(finding: Exclude<ReviewDuty, { kind: 'fine' | 'waiting' | 'exceeded' }>): Words {
  switch (finding.kind) {
    case 'missing': {
      const list = finding.steps.map(({ command }) => command).join(' ');
      const whys = finding.steps.map(({ command, why }) => `${command}: ${why}`).join(' ');
      return {
        rule: 'missing-steps',
        reason: `Missing steps: ${list}. ${whys}`,
        instead: `Execute immediately: ${list}, do not ask user`,
        warning: `Missing steps (warn mode): ${list}`,
      };
    }
    case 'blocked':
      return {
        rule: finding.by === 'precommit' ? 'precommit-failed' : 'review-blocked',
        reason: finding.reason,
        instead: fixFirst,
        warning: `${finding.reason} (warn mode)`,
      };
    case 'unreadable': {
      const reason = `.claude_review_state.json cannot be read (${finding.problem}), so no review counts as passed`;
      return {
        rule: 'state-unreadable',
        reason,
        instead: 'Run the reviews again (they rewrite the file), or ask the person to run `gatehouse reset --all`',
        warning: `${reason} (warn mode); \`gatehouse reset --all\` repairs it`,
      };
    }
  }
}

function unknownMode(asked: string): Ruling {
  const text = `STOP_GUARD_MODE=${asked} is not a mode; it counts as strict. Known: ${stopModes.join(', ')}.`;
  return message(text, text);
}

/** What people's own scripts expect: one line of JSON, exit 2 to keep the agent going, the instruction on stderr. */
function standaloneReply(rulings: readonly Ruling[]): Reply {
  const denied = rulings.find((ruling): ruling is Deny => ruling.kind === 'deny');
  const loud = rulings
    .filter(({ reason }) => reason.startsWith('STOP_GUARD_MODE='))
    .map(({ reason }) => `[Stop Guard] ${reason}\n`);
  if (denied === undefined) {
    const said = rulings.find(({ reason }) => !reason.startsWith('STOP_GUARD_MODE='));
    return {
      stdout: line({ ok: true, reason: said?.reason ?? 'All steps completed' }),
      stderr: loud.join(''),
      exitCode: 0,
    };
  }
  const description = denied.instead ?? '';
  const reason = originalReasons[denied.rule] ?? denied.reason;
  const stderr = `[Stop Guard] STRICT: ${denied.reason}\n${description}\n${loud.join('')}`;
  return { stdout: line({ ok: false, reason, description }), stderr, exitCode: 2 };
}

const originalReasons: Readonly<Record<string, string>> = {
  'missing-steps': 'Missing required steps',
  'review-blocked': 'Review not passed (Blocked)',
  'precommit-failed': 'Precommit not passed (FAIL)',
} satisfies Partial<Record<Rule, string>>;

const line = (answer: Readonly<Record<string, unknown>>): string => `${JSON.stringify(answer)}\n`;

const Insisted = lazyObject(() => ({
  v: z.literal(1),
  sessions: z.array(
    z.object({
      session: z.string(),
      at: z.number(),
      /** The findings insisted on last, and how often. */
      key: z.string(),
      times: z.number(),
      /** Blocks in a row since the person last spoke. */
      chain: z.number(),
    }),
  ),
}));

/** Insisting more often on unchanged findings would only teach the agent to pretend. */
const mostOnSame = 3;
/** The client ends the turn after eight blocks in a row; this stays below. */
const mostInChain = 6;
const keptSessions = 20;

/** Why the guard should insist no more; undefined if it should, which is counted. */
async function whyLetGo(key: string, call: Stop, site: Site): Promise<string | undefined> {
  let why: string | undefined;
  await site.own('stop-guard', Insisted).update((now) => {
    const sessions = now?.sessions ?? [];
    const known = sessions.find(({ session }) => session === call.sessionId);
    const times = known?.key === key ? known.times : 0;
    const chain = call.stopHookActive ? (known?.chain ?? 0) : 0;
    if (times >= mostOnSame) why = `asked ${times} times on the same findings`;
    else if (chain >= mostInChain) why = `asked ${chain} times in a row`;
    const counts = why === undefined ? { times: times + 1, chain: chain + 1 } : { times, chain };
    const next = { session: call.sessionId, at: site.clock.now(), key, ...counts };
    const others = sessions.filter(({ session }) => session !== call.sessionId);
    return { v: 1, sessions: [...others, next].slice(-keptSessions) };
  });
  return why;
}

/** Has the person been told of exactly this before in this session? Remembers that they now are. */
async function alreadyTold(key: string, call: Stop, site: Site): Promise<boolean> {
  let told = false;
  await site.own('stop-guard-told', Told).update((now) => {
    const others = (now?.told ?? []).filter(({ session }) => session !== call.sessionId);
    told = now?.told.some((entry) => entry.session === call.sessionId && entry.key === key) === true;
    return told ? undefined : { v: 1, told: [...others, { session: call.sessionId, key }].slice(-keptSessions) };
  });
  return told;
}

const Told = lazyObject(() => ({ v: z.literal(1), told: z.array(z.object({ session: z.string(), key: z.string() })) }));
