import type { Settings } from '../project/settings';
import type { QuestionRecord } from './log';

/** Questions that are known by name: their text, and whether their answer can be taken back. */
export type Registry = Settings['questions']['registry'];

/** Ids of gstack's that stand for approvals of lasting acts, whether or not somebody registered them here. */
const alwaysOneWay: ReadonlySet<string> = new Set(
  (
    'ship-test-failure-triage review-sql-safety review-llm-trust-boundary office-hours-landscape-privacy-gate ' +
    'plan-ceo-review-premise-revise plan-eng-review-arch-finding investigate-fix-apply land-and-deploy-merge-confirm ' +
    'land-and-deploy-rollback cso-global-scan-approval cso-finding-fix autoplan-user-challenge'
  ).split(' '),
);

export function doorIn(registry: Registry, id: string): 'one-way' | 'two-way' | undefined {
  if (alwaysOneWay.has(id)) return 'one-way';
  const entries = registry.filter((entry) => entry.id === id);
  return entries.some(({ door }) => door === 'one-way') ? 'one-way' : entries[0]?.door;
}

/** Is this question asked whatever a person prefers? By its name, or by its text when it was last asked. */
export function isAlwaysAsked(id: string, records: readonly QuestionRecord[], registry: Registry): boolean {
  const last = records.findLast(({ question_id, fingerprint }) => question_id === id || fingerprint === id);
  return last?.door_type === 'one-way' || doorIn(registry, id) === 'one-way';
}

/** One of several questions that belong together: its answer means nothing alone. */
export function isSplit(id: string): boolean {
  return /-split(?:-|$)/.test(id);
}
