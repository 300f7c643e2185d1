import type { FlagStatus, Plane, Receipt } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { countsText } from './finding-counts';
import type { ReviewKind } from './vocabulary';

/** Which reviews are still owed. */
export type ReviewDuty =
  | { readonly kind: 'fine'; readonly reason: string }
  /** A review runs in the background; insisting would only start it twice. */
  | { readonly kind: 'waiting'; readonly reason: string }
  | {
      readonly kind: 'missing';
      readonly steps: readonly Step[];
      /** The same while nothing changes: the steps and the content they are about. */
      readonly key: string;
    }
  /** The maximum of rounds is reached: a person decides about another one. */
  | { readonly kind: 'exceeded'; readonly reason: string; readonly key: string }
  | { readonly kind: 'blocked'; readonly by: 'precommit' | 'review'; readonly reason: string; readonly key: string }
  | { readonly kind: 'unreadable'; readonly problem: string; readonly key: string };

/** A review that is owed. */
export interface Step {
  readonly kind: ReviewKind;
  readonly command: string;
  /** One sentence for people: why it does not count as done. */
  readonly why: string;
}

/** What each plane owes, in order. */
export const requiredReviews: Readonly<Record<Plane, readonly ReviewKind[]>> = {
  code: ['code_review', 'precommit'],
  doc: ['doc_review'],
};

export const commands: Readonly<Record<ReviewKind, string>> = {
  code_review: '/codex-review-fast',
  precommit: '/precommit',
  doc_review: '/codex-review-doc',
};

/** The phase of the work between an edit and a commit. */
export type Phase =
  'idle' | 'pending_review' | 'review_in_progress' | 'addressing_findings' | 'precommit_pending' | 'needs_a_person';

type Rounds = Pick<Site, 'config'>;

/** `Round 3 of 10: 1 P0, 2 P1`; undefined if no verdict was recorded with its round. */
export function progressLine(receipt: Receipt | undefined, { config }: Rounds): string | undefined {
  if (receipt?.round === undefined || receipt.kind === 'tests' || receipt.kind === 'proof') return undefined;
  const { round, findings, verdict, kind } = receipt;
  const of = kind === 'precommit' ? '' : ` of ${config.settings.review.maxRounds}`;
  const found = findings === undefined ? (verdict === 'pass' ? 'passed' : 'failed') : countsText(findings);
  return `round ${round}${of}: ${found}`;
}

/** So many reviews in a row failed that a person should decide about another one. */
export function roundsAreOver(kind: ReviewKind, session: string, { evidence, config }: Site): number | undefined {
  const last = evidence.history(kind).at(-1);
  if (last?.verdict !== 'fail' || last.session !== session || last.round === undefined) return undefined;
  return kind !== 'precommit' && last.round >= config.settings.review.maxRounds ? last.round : undefined;
}

const stuckRounds = 3;

/** The number of findings in each of the last rounds, if no round left fewer than the one before; otherwise undefined. */
export function roundsWithoutProgress(
  kind: ReviewKind,
  session: string,
  { evidence }: Site,
): readonly number[] | undefined {
  const last = evidence.history(kind).slice(-stuckRounds);
  const counts = last.flatMap(({ verdict, findings, session: of, round = 1 }, at) => {
    const goesOn = at === 0 || round > (last[at - 1]?.round ?? 0);
    if (verdict !== 'fail' || findings === undefined || of !== session || !goesOn) return [];
    return [findings.p0 + findings.p1 + findings.p2];
  });
  if (counts.length < stuckRounds || counts.some((count, at) => at > 0 && count < (counts[at - 1] ?? 0)))
    return undefined;
  return counts;
}

/** The phase of each plane's work, computed from the status of its reviews. */
export async function phaseOf(plane: 'code' | 'doc', site: Site): Promise<Phase> {
  const changed = site.evidence.review.value()?.[plane === 'code' ? 'has_code_change' : 'has_doc_change'];
  const [review, ...later] = requiredReviews[plane];
  if (changed !== true || review === undefined) return 'idle';
  const status = await site.evidence.status(review);
  if (!status.trusted) return reviewPhase(status, site);
  for (const kind of later) if (!(await site.evidence.status(kind)).trusted) return 'precommit_pending';
  return 'idle';
}

function reviewPhase({ kind, status }: FlagStatus, { evidence, config }: Site): Phase {
  if (status === 'in-progress') return 'review_in_progress';
  const last = evidence.history(kind).at(-1);
  if (last?.verdict !== 'fail') return 'pending_review';
  return (last.round ?? 1) >= config.settings.review.maxRounds ? 'needs_a_person' : 'addressing_findings';
}

export const stopModes = ['off', 'warn', 'strict'] as const;

/** What the stop guard does about owed reviews. `unknown` is a mode that does not exist, which counts as `strict`. */
export interface StopMode {
  readonly mode: (typeof stopModes)[number];
  readonly unknown?: string;
}

/** The environment variable overrides the configuration. */
export function stopModeOf(site: Pick<Site, 'config' | 'env'>): StopMode {
  const asked = site.env.STOP_GUARD_MODE?.trim();
  if (asked === undefined || asked === '') return { mode: site.config.settings.stopGuard.mode };
  const mode = stopModes.find((known) => known === asked.toLowerCase());
  return mode === undefined ? { mode: 'strict', unknown: asked.slice(0, 40) } : { mode };
}
