import type { Evidence } from '../evidence/evidence';
import { rehearsed } from '../evidence/state-file';
import type { Exec } from '../project/exec';

/** Evidence that can be read and not changed. */
export function unwritten(evidence: Evidence): Evidence {
  return {
    review: rehearsed(evidence.review),
    tests: rehearsed(evidence.tests),
    proof: rehearsed(evidence.proof),
    status: (kind) => evidence.status(kind),
    history: (kind) => evidence.history(kind),
    digest: (plane) => evidence.digest(plane),
    record: () => Promise.resolve('recorded'),
    invalidate: () => Promise.resolve(),
    begin: () => Promise.resolve(),
    forget: () => Promise.resolve(false),
    reset: () => Promise.resolve(),
    unbound: () => evidence.unbound(),
    accept: () => Promise.resolve(),
    voidTampered: () => Promise.resolve(),
    sessionStarted: () => Promise.resolve(),
  };
}

/** What git answers without changing anything. */
const questions: ReadonlySet<string> = new Set(
  (
    'status diff log show rev-parse rev-list ls-files ls-tree cat-file merge-base for-each-ref show-ref name-rev ' +
    'describe blame check-ignore check-attr hash-object diff-index diff-files diff-tree grep cherry shortlog var'
  ).split(' '),
);

/** Questions only with this word behind them. */
const furtherQuestions: ReadonlySet<string> = new Set([
  'config --get',
  'config --get-all',
  'config --get-regexp',
  'config --list',
  'worktree list',
  'remote get-url',
  'stash list',
  'branch --list',
  'branch --show-current',
]);

/** Starts nothing but questions to git: no formatter, no linter, no test run. */
export function onlyQuestions(exec: Exec): Exec {
  return (command, args, options) => {
    // The word behind `-c` and `-C` is a value of git's own.
    const start = args.findIndex((arg, at) => !arg.startsWith('-') && !/^-[cC]$/.test(args[at - 1] ?? ''));
    const [verb = '', next = ''] = start < 0 ? [] : args.slice(start);
    const asks = questions.has(verb) || furtherQuestions.has(`${verb} ${next}`);
    if (command === 'git' && asks) return exec(command, args, options);
    return Promise.resolve({ code: -1, stdout: '', stderr: 'not started in a rehearsal', outcome: 'not-found' });
  };
}
