import { liftOf } from '../../hooks/cli/allow-once';
import type { Trace } from '../../hooks/pipeline/trace';
import { oneLine } from '../platform/plain-text';
import { t } from '../platform/l10n';

export const canBeAllowed = (trace: Trace): boolean => typeof liftOf(trace) !== 'string';

/** The ruling that decided, where one did. */
export function decidingRuling({ gates, verdict }: Trace): Trace['gates'][number]['rulings'][number] | undefined {
  const rulings = gates.find(({ id }) => id === verdict.gate)?.rulings ?? [];
  return rulings.find(({ kind }) => kind === verdict.decision) ?? rulings.find(({ kind }) => kind === 'feedback');
}

/** Why a call was decided as it was, in the words that are meant for people. */
export function reasonOf(trace: Trace): string {
  return trace.problem ?? decidingRuling(trace)?.reason ?? trace.verdict.reason ?? trace.verdict.message ?? '';
}

const shownNames = 3;

/** What a notification says of calls that were blocked within a few seconds. */
export function refusalText(traces: readonly Trace[]): string {
  const last = traces.at(-1);
  if (last === undefined) return '';
  const name = (trace: Trace, limit: number) => oneLine(trace.subject.split('\n', 1)[0] ?? '', limit);
  const reason = oneLine(reasonOf(last), 240);
  if (traces.length === 1) return t('Blocked: {0}. {1}', name(last, 120), reason);
  // An agent may try the same again and again.
  const names = [...new Set([...traces].reverse().map((trace) => name(trace, 50)))];
  if (names.length === 1) return t('Blocked {0} times: {1}. {2}', traces.length, name(last, 120), reason);
  const more = names.length - shownNames;
  const list = [...names.slice(0, shownNames), ...(more > 0 ? [t('and {0} more', more)] : [])].join(' · ');
  return t('{0} calls blocked: {1}. Latest: {2}', traces.length, list, reason);
}
