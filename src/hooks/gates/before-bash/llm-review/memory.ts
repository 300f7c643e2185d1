import { createHash } from 'node:crypto';
import { llmReviewCache } from '../../../evidence/files';
import type { Site } from '../../../pipeline/site';
import type { Consensus } from './consensus';
import type { Situation } from './question';
import type { Reviewer } from './reviewers';

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
    this.hash = createHash('sha256')
      .update(JSON.stringify([command, cwd, branch, mode, plan, strict, asked]))
      .digest('hex');
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
