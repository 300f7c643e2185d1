import { sha256 } from '../../project/sha256';
import type { Digest, Plane } from '../evidence';
import { isOutsideContent } from '../public-names';

/** What differs from the last commit, by path: `mode id`, or nothing where the path is gone. */
export type Overlay = ReadonlyMap<string, string | null>;

/** The content of a worktree at one moment. */
export interface Content {
  readonly digests: Readonly<Record<Plane, Digest>>;
  /** The commit that the overlays are laid over; undefined before the first one. */
  readonly head: string | undefined;
  readonly overlays: Readonly<Record<Plane, Overlay>>;
  /** The files that git knows; none if the content has no digest. */
  readonly files: readonly string[];
  /** When a file that differs from the commit last changed, by the file system's clock; 0 without any. */
  readonly changedAt: Readonly<Record<Plane, number>>;
}

/**
 * One hash per plane over every path with its mode and id, in git's own order. What is committed, staged or only lies
 * there makes no difference: the same files give the same digest.
 */
export function digestPlanes(
  entries: readonly IndexEntry[],
  worktree: ReadonlyMap<string, string | null>,
  docExtensions: readonly string[],
): Record<Plane, Digest> {
  const lines: Record<Plane, string[]> = { code: [], doc: [] };
  const add = (file: string, held: string) => lines[planeOfPath(file, docExtensions)].push(`${held} ${file}\0`);
  const left = new Map(worktree);
  for (const { path: file } of entries) left.delete(file);
  const untracked = [...left]
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .sort(([a], [b]) => inGitOrder(a, b));
  let next = 0;
  for (const { path: file, mode, id } of entries) {
    for (; next < untracked.length; next += 1) {
      const entry = untracked[next];
      if (entry === undefined || inGitOrder(entry[0], file) >= 0) break;
      add(...entry);
    }
    if (isOutsideContent(file)) continue;
    const held = worktree.get(file);
    if (held === null) continue;
    add(file, held ?? `${mode} ${id}`);
  }
  for (const entry of untracked.slice(next)) add(...entry);
  const digest = (plane: Plane): Digest => ({ kind: 'whole', value: sha256(lines[plane].join('')) });
  return { code: digest('code'), doc: digest('doc') };
}

/** Git sorts by the bytes of the name; strings of JavaScript sort the same way unless a pair of surrogates is in them. */
export function inGitOrder(a: string, b: string): number {
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const surrogate = /[\uD800-\uDFFF]/;

/** One entry of the index as `git ls-files -s -v -z` prints it. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  /** Git was told not to look at the file in the worktree (assume-unchanged, skip-worktree). */
  readonly unwatched: 'no' | 'assumed' | 'skipped';
}

/** Paths with several stages, of an unfinished merge, are left out. */
export function readListing(output: string): readonly IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\0', at);
    if (end < 0) throw new Error('git ls-files: unexpected output');
    const tab = output.indexOf('\t', at);
    const [tag = '', mode = '', id = '', stage] = output.slice(at, tab).split(' ');
    const path = output.slice(tab + 1, end);
    if (stage === '0') entries.push({ path, mode, id, unwatched: watching(tag) });
    at = end + 1;
  }
  return entries;
}

function watching(tag: string): IndexEntry['unwatched'] {
  if (tag === 'S' || tag === 's') return 'skipped';
  return tag === tag.toLowerCase() ? 'assumed' : 'no';
}

/** The plane of a path: by its extension in any case, everything that is not documentation is code. */
export function planeOfPath(file: string, docExtensions: readonly string[]): Plane {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase();
  return extension !== undefined && docExtensions.some((doc) => doc.replace(/^\./, '').toLowerCase() === extension)
    ? 'doc'
    : 'code';
}
