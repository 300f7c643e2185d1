import type { Opinion } from './opinion';
import type { Reviewer } from './reviewers';

/** What came of asking. */
export type Consensus =
  | { readonly kind: 'safe'; readonly reason: string }
  | { readonly kind: 'misaligned'; readonly reason: string }
  /** Two models agree. */
  | { readonly kind: 'unsafe'; readonly reason: string }
  /** One model objects, and no second one agrees. */
  | { readonly kind: 'disputed'; readonly reason: string }
  | { readonly kind: 'silent' };

type Asking = (reviewer: Reviewer, prior: Opinion | undefined) => Promise<Opinion | undefined>;

/**
 * The first model that answers is believed, except where it calls a command unsafe: no model refuses alone. Whoever
 * fails to answer is not asked again.
 */
export async function agree(reviewers: readonly Reviewer[], asking: Asking): Promise<Consensus> {
  const left = [...reviewers];
  const next = async (prior: Opinion | undefined): Promise<(Opinion & { readonly by: string }) | undefined> => {
    for (let reviewer = left.shift(); reviewer !== undefined; reviewer = left.shift()) {
      const opinion = await asking(reviewer, prior);
      if (opinion !== undefined) return { ...opinion, by: reviewer.provider.title };
    }
    return undefined;
  };
  const first = await next(undefined);
  if (first === undefined) return { kind: 'silent' };
  const said = `${first.by}: ${first.reason}`;
  if (first.verdict !== 'unsafe') return { kind: first.verdict, reason: said };
  const second = await next({ verdict: first.verdict, reason: first.reason });
  if (second === undefined) return { kind: 'disputed', reason: `${said} (no second opinion)` };
  const both = `${said}; ${second.by}: ${second.reason}`;
  return second.verdict === 'unsafe'
    ? { kind: 'unsafe', reason: both }
    : { kind: 'disputed', reason: `${both} (${second.by} calls it ${second.verdict})` };
}
