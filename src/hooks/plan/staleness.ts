import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { planDrift } from '../evidence/files';
import type { Site } from '../pipeline/site';
import { churnOf, type Churn } from './churn';
import { scanDecisions } from './decision-scan';
import { driftOf } from './drift';
import { parsePlan, planFile, type Plan } from './plan';

/** The plan of a worktree, or why there is none. */
export type FoundPlan =
  | { readonly kind: 'ok'; readonly plan: Plan; readonly file: string; readonly modifiedAt: number }
  | { readonly kind: 'missing'; readonly file: string };

export function findPlan(root: string): FoundPlan {
  const file = path.join(root, planFile);
  try {
    return { kind: 'ok', plan: parsePlan(readFileSync(file, 'utf8')), file, modifiedAt: statSync(file).mtimeMs };
  } catch {
    return { kind: 'missing', file };
  }
}

/** How far the code has gone away from its plan. */
export interface Staleness {
  readonly churn: Churn | undefined;
  readonly unplanned: number;
  readonly unimplemented: number;
}

export async function stalenessOf(site: Site, found: Extract<FoundPlan, { kind: 'ok' }>): Promise<Staleness> {
  const [churn, files] = await Promise.all([churnOf(site).catch(() => undefined), scanDecisions(site).catch(() => [])]);
  const drift = driftOf(found.plan, files);
  const audited = lastAudit(site, found.modifiedAt);
  return {
    churn,
    unplanned: Math.max(drift.unplanned.length, audited?.unplanned_count ?? 0),
    unimplemented: Math.max(drift.unimplemented.length, audited?.unimplemented_count ?? 0),
  };
}

/** What another tool's audit found counts until the plan changes; the repository's own file never does. */
function lastAudit(site: Site, planModifiedAt: number) {
  const reading = planDrift(site).read();
  if (reading.kind !== 'ok') return undefined;
  return reading.value.audit_epoch * 1000 + 999 >= planModifiedAt ? reading.value : undefined;
}
