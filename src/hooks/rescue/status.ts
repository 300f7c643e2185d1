import type { BytePath } from './byte-path';
import type { IndexEntry } from './content';

/** What `git status --porcelain=v2 -z --no-renames` says of a path. */
export interface StatusEntry {
  readonly path: BytePath;
  /** Against the last commit and against the index: `.` is unchanged. */
  readonly staged: string;
  readonly worktree: string;
  readonly kind: 'tracked' | 'conflict' | 'untracked' | 'ignored';
  /** `N...`, or `S` and what is different in the submodule. */
  readonly submodule: string;
  /** What the index holds. */
  readonly stages: IndexEntry['stages'];
}

export function readStatus(output: string): readonly StatusEntry[] {
  return output
    .split('\0')
    .filter((record) => record !== '')
    .map(read);
}

const nothing = /^0+$/;

function read(record: string): StatusEntry {
  const words = record.split(' ');
  const [type, states = '..', submodule = 'N...'] = words;
  const rest = (from: number) => words.slice(from).join(' ');
  if (type === '?' || type === '!') {
    const kind = type === '?' ? 'untracked' : 'ignored';
    return { path: rest(1), staged: '.', worktree: '.', kind, submodule: 'N...', stages: [] };
  }
  const staged = states[0] ?? '.';
  const worktree = states[1] ?? '.';
  if (type === '1') {
    const mode = words[4] ?? '';
    const id = words[7] ?? '';
    const stages = nothing.test(mode) ? [] : [{ mode, id, stage: 0 }];
    return { path: rest(8), staged, worktree, kind: 'tracked', submodule, stages };
  }
  if (type !== 'u') throw new Error('git status: unexpected record');
  const stages = [1, 2, 3].flatMap((stage) => {
    const mode = words[2 + stage] ?? '';
    return nothing.test(mode) ? [] : [{ mode, id: words[6 + stage] ?? '', stage }];
  });
  return { path: rest(10), staged, worktree, kind: 'conflict', submodule, stages };
}
