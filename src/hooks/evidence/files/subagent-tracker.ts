import type { StateFile } from '../state-file';
import { count, field, recordsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** A sub-agent that runs, or ran for so many seconds. Times are seconds since the epoch. */
export type TrackedAgent =
  | { readonly state: 'active'; readonly type: string; readonly start: number }
  | { readonly state: 'done'; readonly type: string; readonly start: number; readonly seconds: number };

const subagentTrackerFormat = recordsFormat<TrackedAgent>(
  (line) => {
    const [state, type = '', epoch, duration, ...more] = line.split('|');
    const start = count(epoch);
    if (start === undefined || more.length > 0) return undefined;
    if (state === 'ACTIVE' && duration === undefined) return { state: 'active', type, start };
    const seconds = count(duration);
    return state === 'DONE' && seconds !== undefined ? { state: 'done', type, start, seconds } : undefined;
  },
  (agent) =>
    agent.state === 'active'
      ? `ACTIVE|${field(agent.type, '|', 80)}|${String(agent.start)}`
      : `DONE|${field(agent.type, '|', 80)}|${String(agent.start)}|${String(agent.seconds)}`,
);

/** `.claude/.subagent-tracker`: `ACTIVE|type|epoch` or `DONE|type|start|seconds` per line. */
export function subagentTracker(shelf: Shelf): StateFile<TrackedAgent[]> {
  return publicFile(shelf, '.claude/.subagent-tracker', subagentTrackerFormat);
}
