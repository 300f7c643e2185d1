/** One entry of the index as `git ls-files -s -v -z` prints it. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  /** Git was told not to look at the file in the worktree (assume-unchanged, skip-worktree). */
  readonly unwatched: 'no' | 'assumed' | 'skipped';
}

export interface Listing {
  readonly entries: readonly IndexEntry[];
  /** Paths with several stages: an unfinished merge. */
  readonly conflicts: readonly string[];
}

export function readListing(output: string): Listing {
  const entries: IndexEntry[] = [];
  const conflicts: string[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\0', at);
    if (end < 0) throw new Error('git ls-files: unexpected output');
    const tab = output.indexOf('\t', at);
    const [tag = '', mode = '', id = '', stage] = output.slice(at, tab).split(' ');
    const path = output.slice(tab + 1, end);
    if (stage === '0') entries.push({ path, mode, id, unwatched: watching(tag) });
    else conflicts.push(path);
    at = end + 1;
  }
  return { entries, conflicts };
}

function watching(tag: string): IndexEntry['unwatched'] {
  if (tag === 'S' || tag === 's') return 'skipped';
  return tag === tag.toLowerCase() ? 'assumed' : 'no';
}
