import { parsed, unparsed, type Format } from '../format';
import type { StateFile } from '../state-file';
import { count, fieldsFormat, linesOf } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

const lintCacheFormat: Format<string> = {
  parse: (text) => {
    const word = linesOf(text)[0]?.trim() ?? '';
    return /^[\w.+-]{1,60}$/.test(word) ? parsed(word) : unparsed('its first line is not the name of a linter');
  },
  print: (word, before) => `${[word, ...linesOf(before ?? '').slice(1)].join('\n')}\n`,
};

/** `.claude/.lint-cache`: the name of one linter. */
export function lintCache(shelf: Shelf): StateFile<string> {
  return publicFile(shelf, '.claude/.lint-cache', lintCacheFormat);
}

const breakerStates = ['closed', 'half-open', 'open'] as const;

export interface LintBreaker {
  readonly state: (typeof breakerStates)[number];
  /** Failures in a row. */
  readonly count: number;
  /** Seconds since the epoch. */
  readonly at: number;
}

const lintBreakerFormat = fieldsFormat<LintBreaker>(
  3,
  ([word, failures, epoch]) => {
    const state = breakerStates.find((known) => known === word);
    const number = count(failures);
    const at = count(epoch);
    return state === undefined || number === undefined || at === undefined ? undefined : { state, count: number, at };
  },
  ({ state, count: failures, at }) => [state, failures, at],
);

/** `.claude/.lint-breaker`: `closed|half-open|open`, failures, epoch. */
export function lintBreaker(shelf: Shelf): StateFile<LintBreaker> {
  return publicFile(shelf, '.claude/.lint-breaker', lintBreakerFormat);
}
