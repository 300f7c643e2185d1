import path from 'node:path';
import * as z from 'zod/mini';
import { planDrift } from '../evidence/files/session';
import type { StateLocation } from '../state/stored-files';
import type { Gate } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import { readFile } from '../project/read-file';
import { isOwnSource, nameKind } from '../source/file-kind';
import { scanDecisions, type ScannedFile } from './annotation';
import { parsePlan, planFile, phasesIn, type Plan } from './plan';

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

/** The id and levels of the gate that blocks writes because of drift, for code that must not load gates. */
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

export const driftTier = (differing: number): StaleTier => (differing >= 5 ? 'deny' : differing >= 2 ? 'warn' : 'fine');

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
  const audit = planDrift(location).value();
  return audit !== undefined && audit.audit_epoch * 1000 + 999 >= planModifiedAt ? audit : undefined;
}

/** How far the source has moved since the plan was last changed, by git's history and not by file times. */
const Churn = lazyObject(() => ({
  /** Source files that changed since. */
  changed: z.number(),
  /** Source files that git tracks. */
  total: z.number(),
  /** Whole percent, at most 100. */
  percent: z.number(),
  /** Commits since. */
  commits: z.number(),
}));
export type Churn = z.infer<typeof Churn>;

/** The last measurement, kept because half a dozen questions to git are behind it. */
export const churnFile = 'plan-churn';
export const MeasuredChurn = lazyObject(() => ({
  v: z.literal(1),
  /** The commit and the plan it was measured at. */
  of: z.string(),
  at: z.number(),
  churn: z.nullable(Churn),
}));

/**
 * Undefined if there is no history to compare with: no repository, no commit of the plan. A plan that is being
 * edited right now counts as just changed.
 */
export async function churnOf(site: Site): Promise<Churn | undefined> {
  const { git } = site;
  if (git?.commit() === undefined) return undefined;
  const [last, edited] = await Promise.all([
    git.ask(['log', '-1', '--format=%H', '--', planFile]),
    git.ask(['status', '--porcelain', '-z', '--', planFile]),
  ]);
  const since = last.trim();
  if (since === '') return undefined;
  const tracked = sources(await git.ask(['ls-files', '-z']));
  if (edited !== '') return { changed: 0, total: tracked.size, percent: 0, commits: 0 };
  const [differing, commits] = await Promise.all([
    git.ask(['diff', '--name-only', '-z', '--no-renames', since, '--']),
    git.ask(['rev-list', '--count', `${since}..HEAD`]),
  ]);
  // A deleted file is a change too, so it belongs to the whole as well: never more than all of it.
  const changed = sources(differing);
  const total = new Set([...tracked, ...changed]).size;
  const percent = total === 0 ? 0 : Math.floor((100 * changed.size) / total);
  return { changed: changed.size, total, percent, commits: Number(commits.trim()) || 0 };
}

const sources = (listed: string): ReadonlySet<string> =>
  new Set(listed.split('\0').filter((name) => name !== '' && isOwnSource(nameKind(name))));

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
  };
}

const sorted = (ids: Iterable<string>): readonly string[] => [...new Set(ids)].sort();
