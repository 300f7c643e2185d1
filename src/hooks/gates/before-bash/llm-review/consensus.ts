import { llmReviewCache } from '../../../evidence/files/caches';
import type { Site } from '../../../pipeline/site';
import type { Opinion, Situation } from './ask';
import type { Reviewer } from './reviewers';
import { sha256 } from '../../../project/sha256';

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
 * The first model that answers decides, unless it calls the command unsafe: no model refuses alone. A model that
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

/** More lines than this are not kept: the cache is for one session. */
const most = 500;

/**
 * What was said before about the same command in the same situation. The hash covers the keys too: no one without them
 * can write a line that would be believed.
 */
export class Memory {
  private readonly hash: string;

  constructor(
    private readonly site: Site,
    situation: Situation,
    reviewers: readonly Reviewer[],
    strict: boolean,
  ) {
    const { command, cwd, branch, mode, plan } = situation;
    const asked = reviewers.map(({ provider, model, base, key }) => [provider.id, model, base, key]);
    this.hash = sha256(JSON.stringify([command, cwd, branch, mode, plan, strict, asked]));
  }

  recall(): Consensus | undefined {
    const reading = llmReviewCache(this.site).read();
    if (reading.kind !== 'ok') return undefined;
    const last = reading.value.findLast(({ hash }) => hash === this.hash);
    if (last === undefined || !isKept(last.verdict)) return undefined;
    return { kind: last.verdict, reason: last.reason };
  }

  async keep(finding: Consensus): Promise<void> {
    if (finding.kind === 'silent') return;
    const at = Math.floor(this.site.clock.now() / 1000);
    const entry = { hash: this.hash, verdict: finding.kind, reason: finding.reason, at };
    await llmReviewCache(this.site).update((now) => [...(now ?? []).slice(-most), entry]);
  }
}

type Kept = Exclude<Consensus['kind'], 'silent'>;
const kept: readonly string[] = ['safe', 'misaligned', 'unsafe', 'disputed'] satisfies readonly Kept[];

function isKept(verdict: string): verdict is Kept {
  return kept.includes(verdict);
}
