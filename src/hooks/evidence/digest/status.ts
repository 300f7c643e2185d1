/** One path that differs from the last commit, as `git status --porcelain=v2 -z --no-renames` says it. */
interface StatusEntry {
  readonly path: string;
  /** What the worktree holds against the index. */
  readonly worktree: 'same' | 'changed' | 'removed' | 'untracked';
  /** The mode in the worktree; empty for untracked files. */
  readonly mode: string;
  /** What the last commit holds there: `mode id`; undefined where it holds nothing. */
  readonly committed: string | undefined;
  /** What the index holds there: `mode id`; undefined where it holds nothing. */
  readonly staged: string | undefined;
  readonly submodule: 'none' | 'clean' | 'dirty';
}

export interface Status {
  readonly entries: readonly StatusEntry[];
  readonly conflicts: readonly string[];
}

export function readStatus(output: string): Status {
  const entries: StatusEntry[] = [];
  const conflicts: string[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\0', at);
    if (end < 0) throw new Error('git status: unexpected output');
    const record = output.slice(at, end);
    at = end + 1;
    switch (record[0]) {
      case '1':
        entries.push(ordinary(record));
        break;
      case 'u':
        conflicts.push(after(record, 10));
        break;
      case '?':
        entries.push({
          path: record.slice(2),
          worktree: 'untracked',
          mode: '',
          committed: undefined,
          staged: undefined,
          submodule: 'none',
        });
        break;
      default:
        throw new Error('git status: unexpected record');
    }
  }
  return { entries, conflicts };
}

function ordinary(record: string): StatusEntry {
  const [, states = '..', submodule = 'N...', headMode = '', indexMode = '', mode = '', headId = '', indexId = ''] =
    record.split(' ', 8);
  return {
    path: after(record, 8),
    worktree: worktreeState(states[1]),
    mode,
    committed: held(headMode, headId),
    staged: held(indexMode, indexId),
    submodule: submodule.startsWith('N') ? 'none' : /[MU]/.test(submodule.slice(2)) ? 'dirty' : 'clean',
  };
}

function worktreeState(letter: string | undefined): StatusEntry['worktree'] {
  if (letter === '.') return 'same';
  return letter === 'D' ? 'removed' : 'changed';
}

function held(mode: string, id: string): string | undefined {
  return /^0+$/.test(mode) ? undefined : `${mode} ${id}`;
}

/** What follows the nth space: the path, which may hold spaces itself. */
function after(record: string, spaces: number): string {
  let at = 0;
  for (let count = 0; count < spaces; count++) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}
