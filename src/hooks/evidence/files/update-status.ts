import { existsSync } from 'node:fs';
import path from 'node:path';
import { placeOf } from '../../project/place';
import type { StateFile } from '../state-file';
import { count, field, fieldsFormat } from '../text-file';
import { fileAt } from '../worktree-files';

const updateStates = ['up-to-date', 'updated', 'breaking', 'conflict', 'error'] as const;

/** What the last look for a newer harness found. */
export interface UpdateStatus {
  readonly status: (typeof updateStates)[number];
  readonly local: string;
  readonly remote: string;
  /** How many commits lie between the two. */
  readonly count: number;
  /** Seconds since the epoch. */
  readonly at: number;
  readonly summary: string;
}

const updateStatusFormat = fieldsFormat<UpdateStatus>(
  6,
  ([word, local = '', remote = '', commits, epoch, summary = '']) => {
    const status = updateStates.find((state) => state === word);
    const number = count(commits === '' ? '0' : commits);
    const at = count(epoch);
    if (status === undefined || number === undefined || at === undefined) return undefined;
    return {
      status,
      local: local.slice(0, 80),
      remote: remote.slice(0, 80),
      count: number,
      at,
      summary: summary.slice(0, 1_000),
    };
  },
  ({ status, local, remote, count: commits, at, summary }) => [
    status,
    field(local, '|', 80),
    field(remote, '|', 80),
    commits,
    at,
    field(summary, '|', 1_000),
  ],
);

/** `.update-status` in the agent's own configuration folder: `status|local|remote|count|epoch|summary`. */
export function updateStatus(claudeHome: string, home: string): StateFile<UpdateStatus> {
  const place = placeOf(claudeHome);
  const folder = existsSync(claudeHome) ? place.cwd : claudeHome;
  const relative = path.relative(place.root, path.join(folder, '.update-status')).split(path.sep).join('/');
  return fileAt({ place, home }, relative, updateStatusFormat);
}
