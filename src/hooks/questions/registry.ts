import type { Settings } from '../project/settings';

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

/** One of several questions that belong together: its answer means nothing alone. */
export function isSplit(id: string): boolean {
  return /-split(?:-|$)/.test(id);
}
