import type { Exec } from '../project/exec';
import type { Git } from '../project/git';
import { runGit } from '../project/git-call';

/** Where attestations lie. A note hangs on a tree, not on a commit: an amend or a rebase of equal content keeps it. */
export const notesRef = 'refs/notes/gatehouse';

const askMs = 20_000;
const ref = `--ref=${notesRef}`;

/** The trees that carry a note. */
export async function notedTrees(git: Git): Promise<ReadonlySet<string>> {
  try {
    const list = await git.ask(['notes', ref, 'list'], { timeoutMs: askMs });
    return new Set(list.split('\n').flatMap((line) => line.split(' ')[1] ?? []));
  } catch {
    return new Set();
  }
}

export async function noteOf(git: Git, tree: string): Promise<string> {
  if (!(await notedTrees(git)).has(tree)) return '';
  return git.ask(['notes', ref, 'show', tree], { timeoutMs: askMs });
}

export async function writeNote(git: Git, tree: string, text: string): Promise<void> {
  const env = await writer(git);
  await git.ask(['notes', ref, 'add', '-f', '-F', '-', tree], { input: text, timeoutMs: askMs, env });
}

/** Notes are commits: a machine without a name for them, as in a CI job, gets one. */
async function writer(git: Git): Promise<Readonly<Record<string, string>>> {
  try {
    await git.ask(['var', 'GIT_COMMITTER_IDENT'], {
      timeoutMs: askMs,
      env: { GIT_CONFIG_PARAMETERS: "'user.useConfigOnly=true'" },
    });
    return {};
  } catch {
    const [name, email] = ['Gatehouse', 'gatehouse@localhost'];
    return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  }
}

export interface RemoteDone {
  readonly ok: boolean;
  readonly problem: string;
}

/** Brings the notes of a remote here; those of both sides stay, each statement being a line of its own. */
export async function fetchNotes(git: Git, exec: Exec, remote: string): Promise<RemoteDone> {
  const incoming = `${notesRef}-of-${remote.replace(/[^\w.-]/g, '_')}`;
  const fetched = await over(git, exec, ['fetch', '--no-tags', '--quiet', remote, `+${notesRef}:${incoming}`]);
  if (!fetched.ok) return fetched;
  try {
    await git.ask(['notes', ref, 'merge', '--strategy=cat_sort_uniq', '--quiet', incoming], {
      timeoutMs: askMs,
      env: await writer(git),
    });
    return fetched;
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

export function pushNotes(git: Git, exec: Exec, remote: string): Promise<RemoteDone> {
  return over(git, exec, ['push', '--quiet', remote, `${notesRef}:${notesRef}`]);
}

/** Only for remotes that a person named or cloned from. */
async function over(git: Git, exec: Exec, args: readonly string[]): Promise<RemoteDone> {
  const { code, stderr, outcome } = await runGit(exec, args, { cwd: git.root, timeoutMs: 60_000, network: true });
  return { ok: code === 0, problem: code === 0 ? '' : stderr.trim() || outcome };
}
