import * as z from 'zod/mini';
import { lazySchema } from '../project/lazy-schema';
import type { Site } from '../pipeline/site';
import { isOwnSource, nameKind } from '../source/file-kind';
import { planFile } from './plan';

/** How far the source has moved since the plan was last changed, by git's history and not by file times. */
export interface Churn {
  /** Source files that changed since. */
  readonly changed: number;
  /** Source files that git tracks. */
  readonly total: number;
  /** Whole percent, at most 100. */
  readonly percent: number;
  /** Commits since. */
  readonly commits: number;
}

/** The last measurement, kept because half a dozen questions to git are behind it. */
export const churnFile = 'plan-churn';
export const MeasuredChurn = lazySchema(() =>
  z.object({
    v: z.literal(1),
    /** The commit and the plan it was measured at. */
    of: z.string(),
    at: z.number(),
    churn: z.nullable(z.object({ changed: z.number(), total: z.number(), percent: z.number(), commits: z.number() })),
  }),
);

/**
 * Undefined where there is no history to compare with: no repository, no commit of the plan. A plan that is being
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

function sources(listed: string): ReadonlySet<string> {
  return new Set(listed.split('\0').filter((name) => name !== '' && isOwnSource(nameKind(name))));
}
