import type { StateFile } from '../state-file';
import { count, field, recordsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** What a model said about a command, by the hash of the command. */
export interface CachedReview {
  /** SHA-256 of the command, in hex. */
  readonly hash: string;
  readonly verdict: string;
  readonly reason: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

const llmReviewCacheFormat = recordsFormat<CachedReview>(
  (line) => {
    const [hash = '', verdict = '', reason = '', epoch, ...more] = line.split('|');
    const at = count(epoch);
    if (!/^[0-9a-f]{64}$/.test(hash) || !/^[a-z-]{1,40}$/.test(verdict) || at === undefined || more.length > 0) {
      return undefined;
    }
    return { hash, verdict, reason, at };
  },
  ({ hash, verdict, reason, at }) => [hash, field(verdict, '|', 40), field(reason), String(at)].join('|'),
);

/** `.claude/.llm-review-cache`: `hash|verdict|reason|epoch` per line; the last line of a hash counts. */
export function llmReviewCache(shelf: Shelf): StateFile<CachedReview[]> {
  return publicFile(shelf, '.claude/.llm-review-cache', llmReviewCacheFormat);
}
