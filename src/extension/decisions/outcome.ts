import { allowOnceTarget } from '../../hooks/pipeline/allowance';
import type { GateTrace, Trace } from '../../hooks/pipeline/trace';
import { oneLine, t } from '../platform/text';

/** The outcome of a call in one word, the most serious first. */
export const outcomes = [
  'overruled',
  'unguarded',
  'deny',
  'held',
  'feedback',
  'ask',
  'allowed-once',
  'rewrite',
  'fault',
  'advice',
  'observed',
  'allow',
  'person',
  'pass',
] as const;
export type Outcome = (typeof outcomes)[number];

export const moreSevere = (one: Outcome, other: Outcome): Outcome =>
  outcomes.indexOf(one) <= outcomes.indexOf(other) ? one : other;

const objections = new Set(['deny', 'ask', 'rewrite']);

export function outcomeOf(trace: Trace): Outcome {
  const { verdict, gates, problem, act } = trace;
  if (act !== undefined) return 'person';
  if (problem !== undefined) return 'fault';
  if (gates.some(raisedAlarm)) return 'unguarded';
  if (verdict.decision === 'deny') return denialOf(trace);
  if (verdict.decision === 'ask') return 'ask';
  if (gates.some(({ allowedBy }) => allowedBy !== undefined)) return 'allowed-once';
  if (verdict.rewritten === true) return 'rewrite';
  if (verdict.decision === 'allow') return 'allow';
  if (verdict.context !== undefined || verdict.message !== undefined) return 'advice';
  if (gates.some(({ failure }) => failure !== undefined)) return 'fault';
  // An observing gate would have blocked it.
  if (gates.some(({ rulings }) => rulings.some(({ kind }) => objections.has(kind)))) return 'observed';
  return 'pass';
}

const looking = new Set(['call-check', 'tamper-check']);

/** The agent was told that the call that ran differs from the one that was judged, or that it changed what guards it. */
const raisedAlarm = ({ id, rulings }: GateTrace): boolean =>
  looking.has(id) && rulings.some(({ kind }) => kind === 'context');

/** Before a call runs it is blocked, after it ran its result is sent back, and at a stop the agent is told to continue. */
function denialOf({ event, ranAnyway }: Trace): Outcome {
  if (event.startsWith('Post')) return 'feedback';
  if (event.endsWith('Stop')) return 'held';
  return ranAnyway === true ? 'overruled' : 'deny';
}

/** How a verdict is drawn in a chart. */
export type Tone = 'bad' | 'warning' | 'info' | 'good' | 'plain';

interface VerdictLook {
  readonly icon: string;
  readonly color?: string | undefined;
  readonly tone: Tone;
  readonly word: string;
}

const looks: Readonly<Record<Outcome, VerdictLook>> = {
  overruled: { icon: 'alert', color: 'testing.iconFailed', tone: 'bad', word: 'blocked, but it ran' },
  unguarded: { icon: 'alert', color: 'testing.iconFailed', tone: 'bad', word: 'not in force' },
  deny: { icon: 'error', color: 'testing.iconFailed', tone: 'bad', word: 'blocked' },
  held: { icon: 'debug-continue', color: 'list.warningForeground', tone: 'warning', word: 'told to continue' },
  feedback: { icon: 'reply', color: 'list.warningForeground', tone: 'warning', word: 'sent back' },
  ask: { icon: 'question', color: 'list.warningForeground', tone: 'warning', word: 'asks you first' },
  'allowed-once': { icon: 'pass', color: 'list.warningForeground', tone: 'warning', word: 'allowed once' },
  rewrite: { icon: 'replace', color: 'charts.blue', tone: 'info', word: 'changed' },
  fault: { icon: 'warning', color: 'list.warningForeground', tone: 'warning', word: 'error' },
  advice: { icon: 'comment', color: 'charts.blue', tone: 'info', word: 'passed, with advice' },
  observed: { icon: 'eye', color: 'list.warningForeground', tone: 'warning', word: 'only recorded' },
  allow: { icon: 'pass', color: 'testing.iconPassed', tone: 'good', word: 'approved' },
  person: { icon: 'account', color: 'charts.blue', tone: 'info', word: 'by a person' },
  pass: { icon: 'circle-small', tone: 'plain', word: 'passed' },
};

export function lookOf(verdict: Outcome): VerdictLook {
  const look = looks[verdict];
  return { ...look, word: t(look.word) };
}

/** What a gate does with a call. */
const rulingWords: Readonly<Record<string, { readonly word: string }>> = {
  pass: { word: 'no objection' },
  allow: { word: 'approves' },
  ask: { word: 'asks you first' },
  deny: { word: 'blocks' },
  rewrite: { word: 'changes the call' },
  context: { word: 'tells the agent' },
  feedback: { word: 'sends it back' },
  message: { word: 'tells you' },
};

export const rulingWord = (kind: string): string => t(rulingWords[kind]?.word ?? kind);

export const canBeAllowed = (trace: Trace): boolean => typeof allowOnceTarget(trace) !== 'string';

/** The ruling that decided, if one did. */
export function decidingRuling({ gates, verdict }: Trace): Trace['gates'][number]['rulings'][number] | undefined {
  const rulings = gates.find(({ id }) => id === verdict.gate)?.rulings ?? [];
  return rulings.find(({ kind }) => kind === verdict.decision) ?? rulings.find(({ kind }) => kind === 'feedback');
}

/** Why a call was decided as it was, in the words that are meant for people. */
export const reasonOf = (trace: Trace): string =>
  trace.problem ?? decidingRuling(trace)?.reason ?? trace.verdict.reason ?? trace.verdict.message ?? '';

const shownNames = 3;

/** What a notification says of calls that were blocked within a few seconds. */
export function refusalText(traces: readonly Trace[]): string {
  const last = traces.at(-1);
  if (last === undefined) return '';
  const name = (trace: Trace, limit: number) => oneLine(trace.subject.split('\n', 1)[0] ?? '', limit);
  const reason = oneLine(reasonOf(last), 240);
  if (traces.length === 1) return t('Blocked: {0}. {1}', name(last, 120), reason);
  // An agent may try the same call again and again.
  const names = [...new Set([...traces].reverse().map((trace) => name(trace, 50)))];
  if (names.length === 1) return t('Blocked {0} times: {1}. {2}', traces.length, name(last, 120), reason);
  const more = names.length - shownNames;
  const list = [...names.slice(0, shownNames), ...(more > 0 ? [t('and {0} more', more)] : [])].join(' · ');
  return t('{0} calls blocked: {1}. Latest: {2}', traces.length, list, reason);
}
