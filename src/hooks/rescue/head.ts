import type { Git } from '../project/git';
import type { Head } from './content';

/** git's own filters write the files that a checkout changes; the rest of what a snapshot restores is bytes. */
export const withFilters = { GIT_CONFIG_COUNT: '0' };
const checkoutMs = 60_000;

/**
 * Goes back to the commit that was checked out, where that overwrites nothing: git itself refuses otherwise, and a tip
 * that no other ref leads to stays where it is. Says what could not be done.
 */
export async function returnTo(git: Git, { ref, commit }: Head): Promise<readonly string[]> {
  if (commit === undefined) return [];
  const branch = ref?.replace('refs/heads/', '');
  const now = git.branch();
  try {
    if (now !== branch) {
      const exists = branch !== undefined && (await refExists(git, `refs/heads/${branch}`));
      const target = branch !== undefined && exists ? [branch] : ['--detach', commit];
      await git.ask(['checkout', '--quiet', ...target, '--'], { env: withFilters, timeoutMs: checkoutMs });
    }
    const tip = git.commit();
    if (tip === undefined || tip === commit) return [];
    if (!(await isKept(git, tip, git.branch())))
      return [`There are new commits on ${branch ?? 'HEAD'}: it stays at ${tip.slice(0, 9)}.`];
    await git.ask(['reset', '--keep', '--quiet', commit, '--'], { env: withFilters, timeoutMs: checkoutMs });
    return [`${branch ?? 'HEAD'} is back at ${commit.slice(0, 9)}.`];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [`HEAD stays where it is; it was at ${commit.slice(0, 9)} (${why})`];
  }
}

async function refExists(git: Git, name: string): Promise<boolean> {
  return (await git.ask(['for-each-ref', '--format=%(refname)', name])).split('\n').includes(name);
}

async function isKept(git: Git, commit: string, branch: string | undefined): Promise<boolean> {
  const names = await git.ask(['for-each-ref', '--format=%(refname)', `--contains=${commit}`]);
  return names.split('\n').some((name) => name !== '' && name !== `refs/heads/${branch ?? ''}`);
}
