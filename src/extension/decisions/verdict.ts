import type { Trace } from '../../hooks/pipeline/trace';
import { said } from '../platform/said';

/** What came of a call, in the one word that its icon stands for. */
export type Verdict =
  'overruled' | 'deny' | 'ask' | 'rewrite' | 'allow' | 'advice' | 'observed' | 'fault' | 'person' | 'pass';

export const verdicts: readonly Verdict[] = [
  'overruled',
  'deny',
  'ask',
  'rewrite',
  'allow',
  'advice',
  'observed',
  'fault',
  'person',
  'pass',
];

const stern = new Set(['deny', 'ask', 'rewrite']);

export function verdictOf({ verdict, gates, problem, act, ranAnyway }: Trace): Verdict {
  if (act !== undefined) return 'person';
  if (problem !== undefined) return 'fault';
  if (verdict.decision === 'deny') return ranAnyway === true ? 'overruled' : 'deny';
  if (verdict.decision === 'ask') return 'ask';
  if (verdict.rewritten === true) return 'rewrite';
  if (verdict.decision === 'allow') return 'allow';
  if (verdict.context !== undefined || verdict.message !== undefined) return 'advice';
  if (gates.some(({ failure }) => failure !== undefined)) return 'fault';
  // A gate that only watches would have stood in the way.
  if (gates.some(({ rulings }) => rulings.some(({ kind }) => stern.has(kind)))) return 'observed';
  return 'pass';
}

export interface VerdictLook {
  readonly icon: string;
  readonly color?: string | undefined;
  readonly word: string;
}

const looks: Readonly<Record<Verdict, VerdictLook>> = {
  overruled: { icon: 'alert', color: 'testing.iconFailed', word: 'refused, and ran all the same' },
  deny: { icon: 'error', color: 'testing.iconFailed', word: 'denied' },
  ask: { icon: 'question', color: 'list.warningForeground', word: 'asks' },
  rewrite: { icon: 'replace', color: 'charts.blue', word: 'rewritten' },
  allow: { icon: 'pass', color: 'testing.iconPassed', word: 'allowed' },
  advice: { icon: 'comment', color: 'charts.blue', word: 'advised' },
  observed: { icon: 'eye', color: 'list.warningForeground', word: 'observed' },
  fault: { icon: 'warning', color: 'list.warningForeground', word: 'fault' },
  person: { icon: 'account', color: 'charts.blue', word: 'by a person' },
  pass: { icon: 'circle-small', word: 'passed' },
};

export function lookOf(verdict: Verdict): VerdictLook {
  const look = looks[verdict];
  return { ...look, word: said(look.word) };
}
