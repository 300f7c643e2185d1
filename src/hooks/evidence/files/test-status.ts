import type { TestStatus } from '../evidence';
import type { StateFile } from '../state-file';
import { count, fieldsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

const testStatusFormat = fieldsFormat<TestStatus>(
  3,
  ([result, failures, at]) => {
    const failed = count(failures);
    const epoch = count(at);
    if (failed === undefined || epoch === undefined) return undefined;
    if (result === 'pass' && failed === 0) return { result, failures: 0, at: epoch };
    return result === 'fail' ? { result, failures: failed, at: epoch } : undefined;
  },
  ({ result, failures, at }) => [result, result === 'pass' ? 0 : failures, at],
);

/** `.claude/.test-status`: `pass|0|epoch` or `fail|n|epoch`. Anything else is no pass. */
export function testStatus(shelf: Shelf): StateFile<TestStatus> {
  return publicFile(shelf, '.claude/.test-status', testStatusFormat);
}
