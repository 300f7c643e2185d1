/** What `git status --porcelain=v2 -z --no-renames` says of one path. */
export interface StatusEntry {
  readonly path: string;
  readonly kind: 'tracked' | 'conflict' | 'untracked' | 'ignored';
  /** The index against the last commit, and the worktree against the index: `.` is unchanged, `D` is removed. */
  readonly staged: string;
  readonly worktree: string;
  readonly submodule: 'none' | 'clean' | 'dirty';
  /** The mode in the worktree; empty where git does not say it. */
  readonly mode: string;
  /** What the last commit holds there; undefined where it holds nothing. */
  readonly committed: Blob | undefined;
  /** What the index holds: one entry, or the sides of a conflict. */
  readonly stages: readonly (Blob & { readonly stage: number })[];
}

interface Blob {
  readonly mode: string;
  readonly id: string;
}

export function readStatus(output: string): readonly StatusEntry[] {
  const entries: StatusEntry[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\0', at);
    if (end < 0) throw new Error('git status: unexpected output');
    entries.push(read(output.slice(at, end)));
    at = end + 1;
  }
  return entries;
}

function read(record: string): StatusEntry {
  switch (record[0]) {
    case '1':
      return tracked(record);
    case 'u':
      return conflict(record);
    case '?':
      return { ...unknown, path: record.slice(2), kind: 'untracked' };
    case '!':
      return { ...unknown, path: record.slice(2), kind: 'ignored' };
    default:
      throw new Error('git status: unexpected record');
  }
}

const unknown = { staged: '.', worktree: '.', submodule: 'none', mode: '', committed: undefined, stages: [] } as const;

function tracked(record: string): StatusEntry {
  const [, states, submodule, headMode = '', indexMode = '', mode = '', headId = '', id = ''] = record.split(' ', 8);
  return {
    ...common(states, submodule),
    path: after(record, 8),
    kind: 'tracked',
    mode,
    committed: isNothing(headMode) ? undefined : { mode: headMode, id: headId },
    stages: isNothing(indexMode) ? [] : [{ mode: indexMode, id, stage: 0 }],
  };
}

function conflict(record: string): StatusEntry {
  const [, states, submodule, ...words] = record.split(' ', 10);
  const stages = [1, 2, 3].flatMap((stage) => {
    const [mode = '', id = ''] = [words[stage - 1], words[stage + 3]];
    return isNothing(mode) ? [] : [{ mode, id, stage }];
  });
  return {
    ...common(states, submodule),
    path: after(record, 10),
    kind: 'conflict',
    mode: words[3] ?? '',
    committed: undefined,
    stages,
  };
}

function common(states = '..', submodule = 'N...') {
  const inner = submodule.startsWith('N') ? 'none' : /[MU]/.test(submodule.slice(2)) ? 'dirty' : 'clean';
  return { staged: states[0] ?? '.', worktree: states[1] ?? '.', submodule: inner } as const;
}

const isNothing = (mode: string): boolean => /^0+$/.test(mode);

/** What follows the nth space: the path, which may hold spaces itself. */
function after(record: string, spaces: number): string {
  let at = 0;
  for (let count = 0; count < spaces; count++) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}
