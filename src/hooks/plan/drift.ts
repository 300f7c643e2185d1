import type { ScannedFile } from './decision-scan';
import { phasesIn, type Plan } from './plan';

/** Where plan and code disagree. Bare ids are compared: a file's name is no part of a decision. */
export interface Drift {
  /** In the code, not in the plan. */
  readonly unplanned: readonly string[];
  /** A completed phase promised it; no code says it carries it out. Planned and running phases owe nothing yet. */
  readonly unimplemented: readonly string[];
  /** P0 requirements that no decision addresses. */
  readonly unaddressedP0: readonly string[];
  /** Requirements that say what is not to be done. */
  readonly nonGoals: readonly string[];
  /** Every decision that the code names. */
  readonly inCode: readonly string[];
}

export function driftOf(plan: Plan, files: readonly ScannedFile[]): Drift {
  const annotations = files.flatMap((file) => file.annotations);
  const named = annotations.flatMap((annotation) => (annotation.id === undefined ? [] : [annotation.id]));
  const inCode = new Set(named);
  const retiredInCode = annotations.filter((annotation) => annotation.status !== 'accepted');
  const retired = new Set([...plan.retired, ...retiredInCode.flatMap(({ id }) => (id === undefined ? [] : [id]))]);
  const inPlan = new Set(plan.ids.flatMap((id) => (id.kind === 'DEC' && id.valid ? [id.id] : [])));
  const owed = phasesIn(plan, 'completed').flatMap((phase) =>
    phase.ids.flatMap((id) => (id.kind === 'DEC' && id.valid ? [id.id] : [])),
  );
  const requirements = new Set(plan.ids.flatMap((id) => (id.kind === 'REQ' && id.valid ? [id.id] : [])));
  return {
    unplanned: sorted([...inCode].filter((id) => !inPlan.has(id) && !retired.has(id))),
    unimplemented: sorted(owed.filter((id) => !inCode.has(id) && !retired.has(id))),
    unaddressedP0: sorted([...requirements].filter((id) => id.startsWith('REQ-P0-') && !plan.addressed.has(id))),
    nonGoals: sorted([...requirements].filter((id) => id.startsWith('REQ-NOGO-'))),
    inCode: sorted(inCode),
  };
}

function sorted(ids: Iterable<string>): readonly string[] {
  return [...new Set(ids)].sort();
}
