import { existsSync } from 'node:fs';
import path from 'node:path';
import { isOutsideContent } from '../evidence/public-names';
import type { Site } from '../pipeline/site';
import { namesIn } from '../project/read-file';
import { wildcard } from '../project/pattern';
import { headOf, worktreeFolders, worktreeOf } from '../project/place';
import { inline, counted } from '../project/text';

interface Worktree {
  readonly path: string;
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
}

export interface GitFacts {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** Files that differ from the last commit, without the hooks' own state; undefined where git gave no answer. */
  readonly dirty: number | undefined;
  /** True where this is itself a linked worktree. */
  readonly linked: boolean;
  /** All linked worktrees whose folders exist. */
  readonly worktrees: readonly Worktree[];
}

/** Runs git once; everything else is read from files. Undefined outside a repository. */
export async function gitFacts(site: Site): Promise<GitFacts | undefined> {
  const { git } = site;
  if (git === undefined) return undefined;
  const listed = await git
    .ask(['status', '--porcelain', '-z', '--no-renames'], { timeoutMs: 3_000 })
    .catch(() => undefined);
  return {
    branch: git.branch(),
    commit: git.commit()?.slice(0, 9),
    dirty: listed === undefined ? undefined : changedPaths(listed, site.root).length,
    linked: git.repository.linked,
    worktrees: worktreesOf(git.repository.commonDir),
  };
}

/** The project's own paths in `git status --porcelain -z`. */
function changedPaths(listed: string, root: string): readonly string[] {
  return listed
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3))
    .filter((name) => (name === '.claude/' ? holdsWork(path.join(root, name)) : !isOutsideContent(name)));
}

/** An untracked `.claude/` is listed as a whole: does it hold more than state? */
function holdsWork(folder: string): boolean {
  return namesIn(folder).some((name) => !isOutsideContent(`.claude/${name}`));
}

function worktreesOf(commonDir: string): readonly Worktree[] {
  return worktreeFolders(commonDir).flatMap((gitDir) => {
    const top = worktreeOf(gitDir);
    if (top === undefined || !existsSync(path.join(top, '.git'))) return [];
    return [{ path: top, branch: /^ref: refs\/heads\/(.+)$/.exec(headOf(gitDir))?.[1] }];
  });
}

/** `Git: branch main, 3 uncommitted files, 2 linked worktrees.` */
export function gitLine(facts: GitFacts): string {
  const where =
    facts.branch === undefined ? `detached HEAD at ${facts.commit ?? 'no commit'}` : `branch ${inline(facts.branch)}`;
  const state =
    facts.dirty === undefined
      ? 'state of the files unknown'
      : facts.dirty === 0
        ? 'clean'
        : counted(facts.dirty, 'uncommitted file');
  const trees = facts.worktrees.length === 0 ? '' : `, ${counted(facts.worktrees.length, 'linked worktree')}`;
  const here = facts.linked ? ' (this folder is one of them)' : '';
  return `Git: ${where}, ${state}${trees}${here}.`;
}

const shownWorktrees = 8;

export function worktreeLines(facts: GitFacts, root: string): readonly string[] {
  const lines = facts.worktrees
    .slice(0, shownWorktrees)
    .map(
      (tree) =>
        `  worktree ${inline(path.relative(root, tree.path) || '.')} (${tree.branch === undefined ? 'detached' : inline(tree.branch)})`,
    );
  const more = facts.worktrees.length - lines.length;
  return more > 0 ? [...lines, `  and ${counted(more, 'more worktree')}`] : lines;
}

export function isProtected(branch: string | undefined, site: Site): boolean {
  return branch !== undefined && site.config.settings.branches.protected.some((name) => wildcard(name)(branch));
}
