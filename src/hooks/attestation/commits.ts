import type { Plane } from '../evidence/evidence';
import { digestPlanes, inGitOrder, type IndexEntry } from '../evidence/digest/content';
import { isOutsideContent } from '../evidence/public-names';
import { ActionableError } from '../project/actionable-error';
import type { Git } from '../project/git';

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly subject: string;
}

const askMs = 20_000;
const show = '--format=%H%x00%T%x00%s';

/** The commit that a word names. */
export async function commitNamed(git: Git, word: string): Promise<Commit> {
  const notThere = (why: string) =>
    new ActionableError(`There is no commit '${word}' here${why}.`, 'Name a commit, a branch or a tag.');
  if (word.startsWith('-')) throw notThere('');
  let text: string;
  try {
    text = await git.ask(['log', '-1', show, '--end-of-options', word, '--'], { timeoutMs: askMs });
  } catch (error) {
    throw notThere(word === 'HEAD' ? ': there is no commit yet' : ` (${error instanceof Error ? error.message : ''})`);
  }
  const [commit] = commitsIn(text);
  if (commit === undefined) throw notThere('');
  return commit;
}

/** A commit and those before it, the newest first. */
export async function commitsUpTo(git: Git, commit: Commit, most: number): Promise<readonly Commit[]> {
  return commitsIn(await git.ask(['log', `-${most}`, show, commit.id, '--'], { timeoutMs: askMs }));
}

function commitsIn(text: string): readonly Commit[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', tree = '', subject = ''] = line.split('\0');
      return { id, tree, subject };
    });
}

/** The digests that the worktree has while it holds exactly this tree. */
export async function digestsOf(
  git: Git,
  tree: string,
  docExtensions: readonly string[],
): Promise<Record<Plane, string>> {
  const output = await git.ask(['ls-tree', '-r', '-z', '--full-tree', tree], { timeoutMs: askMs });
  const entries = output
    .split('\0')
    .filter(Boolean)
    .map((row): IndexEntry => {
      const tab = row.indexOf('\t');
      const [mode = '', , id = ''] = row.slice(0, tab).split(' ');
      return { path: row.slice(tab + 1), mode, id, unwatched: 'no' };
    })
    .sort((a, b) => inGitOrder(a.path, b.path));
  const { code, doc } = digestPlanes({ entries, conflicts: [] }, new Map(), docExtensions);
  return { code: code.kind === 'whole' ? code.value : '', doc: doc.kind === 'whole' ? doc.value : '' };
}

/** The paths in which two trees differ. */
export async function changedBetween(git: Git, from: string, to: string): Promise<readonly string[]> {
  const output = await git.ask(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to], {
    timeoutMs: askMs,
  });
  return output.split('\0').filter((file) => file !== '' && !isOutsideContent(file));
}

/** Tracked files that are not as in the last commit. */
export async function changedInWorktree(git: Git): Promise<readonly string[]> {
  const output = await git.ask(
    ['diff', '-z', '--name-only', '--no-renames', '--ignore-submodules=untracked', 'HEAD', '--'],
    {
      timeoutMs: askMs,
    },
  );
  return output.split('\0').filter((file) => file !== '' && !isOutsideContent(file));
}
