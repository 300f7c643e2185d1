import type { StateFile } from '../state-file';
import { count, fieldsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** How often a gate has objected, and when it last did (seconds since the epoch). */
export interface Strikes {
  readonly count: number;
  readonly at: number;
}

const strikesFormat = fieldsFormat<Strikes>(
  2,
  ([strikes, epoch]) => {
    const number = count(strikes);
    const at = count(epoch);
    return number === undefined || at === undefined ? undefined : { count: number, at };
  },
  ({ count: strikes, at }) => [strikes, at],
);

/** `.claude/.test-gate-strikes` or `.claude/.mock-gate-strikes`: `count|epoch`. */
export function strikes(shelf: Shelf, gate: 'test-gate' | 'mock-gate'): StateFile<Strikes> {
  return publicFile(shelf, `.claude/.${gate}-strikes`, strikesFormat);
}
