import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../project/git';
import type { Content } from './content';
import { sparseFiles, type GitAt } from './gather';
import { withFilters } from './index-file';

/** The worktree that a snapshot is of. One that was removed is made again where it was. */
export async function worktreeOf(git: Git, content: Content, gitAt: GitAt): Promise<Git> {
  const { root, worktree } = content;
  if (root === git.root) return git;
  const isGone = !existsSync(root) && worktree === true;
  if (isGone) await add(git, content);
  const there = gitAt(root);
  if (there?.root !== root || there.repository.commonDir !== git.repository.commonDir)
    throw new Error(`the snapshot is of the worktree ${root}, which no longer exists`);
  if (isGone) await fill(there, content);
  return there;
}

async function add(git: Git, { root, head: { ref, commit } }: Content): Promise<void> {
  const branch = ref?.replace('refs/heads/', '');
  const has = ref !== undefined && (await git.ask(['for-each-ref', '--format=%(refname)', ref])).trim() === ref;
  const at = has && branch !== undefined ? [root, branch] : ['--detach', root, commit ?? 'HEAD'];
  await git.ask(['worktree', 'add', '--force', '--quiet', '--no-checkout', ...at]);
}

/** A new worktree takes over which files the other one leaves out; this one has its own. */
async function fill(git: Git, { state }: Content): Promise<void> {
  for (const name of sparseFiles) {
    const file = path.join(git.repository.gitDir, name);
    const kept = state.find((one) => one.name === name);
    rmSync(file, { force: true });
    if (kept === undefined) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, kept.text, 'latin1');
  }
  await git.ask(['reset', '--quiet', '--hard'], { env: withFilters, timeoutMs: 60_000 });
}
