import * as z from 'zod/mini';
import type { Git } from '../../../project/git';
import type { Site } from '../../../pipeline/site';
import { lazyObject } from '../../../project/lazy-schema';
import type { Tampering, Look } from './watched-files';
import { headOf, worktreeFolders } from '../../../project/place';

const Kept = lazyObject(() => ({
  v: z.literal(1),
  /** What was checked out here. */
  branch: z.optional(z.string()),
  commit: z.optional(z.string()),
  /** The commit of every branch, and of every worktree without one. */
  tips: z.record(z.string(), z.string()),
}));
export type Refs = Omit<z.infer<typeof Kept>, 'v'>;

const keptIn = (site: Site) => site.own('kept-refs', Kept, { sealed: true });

/** Remembers where every branch and worktree stands. */
export async function keepRefs(site: Site): Promise<void> {
  const refs = await refsOf(site);
  if (refs !== undefined) await keptIn(site).update(() => ({ v: 1, ...refs }));
}

/** Commits are looked for where a branch or a worktree is on another one than before. */
export async function movedRefs(look: Look, site: Site): Promise<readonly Tampering[]> {
  const before = keptIn(site).value();
  const now = await refsOf(site);
  if (now === undefined) return [];
  const moved = Object.keys(now.tips).filter((ref) => now.tips[ref] !== before?.tips[ref]);
  const same = before?.commit === now.commit && before?.branch === now.branch && moved.length === 0;
  if (before === undefined || same) {
    if (before === undefined && site.dry !== true) await keepRefs(site);
    return [];
  }
  const { hiddenCommits } = await import(/* webpackChunkName: "commands" */ './commits');
  const findings = await hiddenCommits(look, before, now, moved, site);
  if (site.dry !== true) await keepRefs(site);
  return findings;
}

async function refsOf({ git }: Pick<Site, 'git'>): Promise<Refs | undefined> {
  if (git === undefined) return undefined;
  try {
    const listed = await git.ask(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads']);
    const branches = listed.split('\n').flatMap((line) => {
      const at = line.indexOf(' ');
      return at < 0 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
    });
    const [branch, commit] = [git.branch(), git.commit()];
    const tips = Object.fromEntries([...branches, ...detached(git)]);
    return { ...(branch === undefined ? {} : { branch }), ...(commit === undefined ? {} : { commit }), tips };
  } catch {
    return undefined;
  }
}

/** Worktrees that stand on a commit and no branch, by the folder that git has for them. */
function detached({ repository: { commonDir } }: Git): readonly (readonly [string, string])[] {
  return [commonDir, ...worktreeFolders(commonDir)].flatMap((folder) => {
    const head = headOf(folder);
    return /^[0-9a-f]{40,64}$/.test(head) ? [[folder, head] as const] : [];
  });
}
