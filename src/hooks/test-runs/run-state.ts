import * as z from 'zod/mini';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';
import { lazyObject } from '../project/lazy-schema';
import { processStart } from '../project/process-state';

/** What may come of a run. Only the first two say anything about the code. */
const testResults = [
  'pass',
  'fail',
  /** The suite could not run. */
  'error',
  'no-tests',
  /** A suite is set up and its program is not installed. */
  'no-runner',
  'timed-out',
  /** A person ended it. */
  'cancelled',
] as const;
export type TestResult = (typeof testResults)[number];

const LastRun = lazyObject(() => ({
  result: z.enum(testResults),
  suite: z.string(),
  failures: z.number(),
  at: z.number(),
  ms: z.number(),
}));
export type LastRun = z.infer<typeof LastRun>;

/** What the editor shows of test runs, and how runners of one worktree know of each other. */
export const RunState = lazyObject(() => ({
  v: z.literal(1),
  /** The runner that is at work: it waits for edits to settle, or runs the suite. */
  runner: z.optional(z.object({ pid: z.number(), start: z.string(), post: z.string() })),
  /** The suite that is running right now. */
  running: z.optional(z.object({ suite: z.string(), at: z.number() })),
  /** When a file was last edited, when the suite was last started, when a person last asked for an end (ms since the epoch). */
  requestedAt: z.number(),
  startedAt: z.number(),
  cancelAt: z.optional(z.number()),
  last: z.optional(LastRun),
}));
export type RunState = z.infer<typeof RunState>;

const runStateFile = 'test-run.json';
/** The whole output of the last run, in Gatehouse's own folder for the worktree; it grows while the suite runs. */
export const testOutputFile = 'test-output.txt';

export const runState = (home: string): StateFile<RunState> => ownFile(home, runStateFile, RunState);

/** The current state, without runners that have exited. */
export function readRun(home: string): RunState | undefined {
  const state = runState(home).value();
  if (state === undefined || isAtWork(state.runner)) return state;
  return { ...state, runner: undefined, running: undefined };
}

/** Asks the runner that is at work to end its suite, in whichever process it is. */
export async function cancelRun(home: string, now: number): Promise<void> {
  await runState(home).update((state) => state && { ...state, cancelAt: now });
}

export const isAtWork = (runner: RunState['runner']): boolean =>
  runner !== undefined && processStart(runner.pid) === runner.start;

/** How long one run of a suite may take. */
export const suiteMs = 600_000;
