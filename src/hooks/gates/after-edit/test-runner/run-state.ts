import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { StateFile } from '../../../evidence/state-file';
import type { Site } from '../../../pipeline/site';

/** What the editor shows of test runs, and how runners of one worktree know of each other. */
export const RunState = z.object({
  v: z.literal(1),
  /** The runner that is at work. */
  runner: z.optional(z.object({ pid: z.number(), start: z.string() })),
  /** When a file was last edited, when the suite was last started (ms since the epoch). */
  requestedAt: z.number(),
  startedAt: z.number(),
  last: z.optional(
    z.object({
      result: z.enum(['pass', 'fail', 'error', 'no-tests', 'timed-out']),
      suite: z.string(),
      failures: z.number(),
      at: z.number(),
      ms: z.number(),
    }),
  ),
});
export type RunState = z.infer<typeof RunState>;

export function runState(site: Site): StateFile<RunState> {
  return site.own('test-run.json', RunState);
}

/** Tells a process from a later one with the same number. */
export function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // Where there is no /proc the number alone has to do.
    return isAlive(pid) ? 'alive' : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Is the runner that the state names still at work? */
export function isAtWork(runner: RunState['runner']): boolean {
  return runner !== undefined && processStart(runner.pid) === runner.start;
}
