import path from 'node:path';
import { planDrift } from '../evidence/files';
import type { StateLocation } from '../evidence/worktree-files';
import type { Gate } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import { churnOf, type Churn } from './churn';
import { scanDecisions } from './decision-scan';
import { driftOf } from './drift';
import { parsePlan, planFile, type Plan } from './plan';
import { readFile } from '../project/read-file';

/** The plan of a worktree, or why there is none. */
export type FoundPlan =
  | { readonly kind: 'ok'; readonly plan: Plan; readonly file: string; readonly modifiedAt: number }
  | { readonly kind: 'missing'; readonly file: string };

const largestPlan = 2 * 1024 * 1024;

export function findPlan(root: string): FoundPlan {
  const file = path.join(root, planFile);
  const reading = readFile(file, { maxBytes: largestPlan });
  if (reading.kind !== 'bytes') return { kind: 'missing', file };
  return { kind: 'ok', plan: parsePlan(reading.bytes.toString('utf8')), file, modifiedAt: reading.stats.mtimeMs };
}

/** How far the code has gone away from its plan. */
export interface Staleness {
  readonly churn: Churn | undefined;
  readonly unplanned: number;
  readonly unimplemented: number;
}

/** The gate that keeps writes back over it, for code that needs its level without loading gates. */
export const planCheckRating = {
  id: 'plan-check',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
} as const satisfies Pick<Gate, 'id' | 'level'>;

export type StaleTier = 'fine' | 'warn' | 'deny';

/** How far the source may move before it is said, and before it is held against a write; the environment may say otherwise. */
export function churnTier(percent: number, env: Site['env']): StaleTier {
  if (percent >= threshold(env.PLAN_CHURN_DENY, 35)) return 'deny';
  return percent >= threshold(env.PLAN_CHURN_WARN, 15) ? 'warn' : 'fine';
}

export function driftTier(differing: number): StaleTier {
  return differing >= 5 ? 'deny' : differing >= 2 ? 'warn' : 'fine';
}

function threshold(value: string | undefined, fallback: number): number {
  const number = Number(value);
  return value !== undefined && Number.isInteger(number) && number > 0 && number <= 100 ? number : fallback;
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
export function lastAudit(location: StateLocation, planModifiedAt: number) {
  const reading = planDrift(location).read();
  if (reading.kind !== 'ok') return undefined;
  return reading.value.audit_epoch * 1000 + 999 >= planModifiedAt ? reading.value : undefined;
}
