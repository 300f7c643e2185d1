import type { ProofStatus } from '../evidence';
import type { StateFile } from '../state-file';
import { count, fieldsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

const proofStatusFormat = fieldsFormat<ProofStatus>(
  2,
  ([status, at], mtimeMs) => {
    // A bare word is as old as its file.
    const epoch = at === undefined ? Math.floor(mtimeMs / 1000) : count(at);
    if (epoch === undefined) return undefined;
    return status === 'verified' || status === 'pending' ? { status, at: epoch } : undefined;
  },
  ({ status, at }) => [status, at],
);

/** `.claude/.proof-status`: `verified|epoch` or `pending|epoch`. */
export function proofStatus(shelf: Shelf): StateFile<ProofStatus> {
  return publicFile(shelf, '.claude/.proof-status', proofStatusFormat);
}
