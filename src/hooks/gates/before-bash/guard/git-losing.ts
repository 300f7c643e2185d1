import type { EffectOf, GitContent } from '../../../programs/effect';
import type { Invocation, Stream } from '../../../shell/invocation';
import { shownInvocation } from '../../../shell/effects';
import { resolvePath, resolveWord, within } from '../../../shell/paths';
import {
  effectRule,
  type EffectRule,
  type GitEffect,
  gitRule,
  objection,
  type Objection,
  refused,
  type View,
} from './rule';

const loses = 'It discards uncommitted work that git cannot restore.';
const stashFirst =
  'Keep the work first: `git stash push -u -m "before …"` or a commit on a branch. To move the branch only, use `git reset --keep` or `--soft`.';
const fileWay =
  'Keep a copy first (`git stash push -- <file>` or `git diff > saved.patch`), then the person may restore it. To unstage only: `git restore --staged <file>`.';

const losesAny = (effect: GitEffect, ...content: readonly GitContent[]): boolean =>
  content.some((kind) => effect.loses?.includes(kind) === true);

function discarding(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  if (!losesAny(effect, 'changes')) return undefined;
  const { paths, cwd, ifFile } = effect;
  if (ifFile === true && paths?.some((word) => view.isFile(resolveWord(cwd, word) ?? '')) !== true) return undefined;
  return objection(invocation, loses, paths === undefined ? stashFirst : fileWay);
}

function cleaning(effect: GitEffect, invocation: Invocation): Objection | undefined {
  return losesAny(effect, 'untracked', 'ignored')
    ? objection(
        invocation,
        'It deletes untracked files; git has no copy of them.',
        'Look first with `git clean -n`, then remove the right files by name.',
      )
    : undefined;
}

/** `git show HEAD:f > f`, `git archive HEAD | tar x`: the committed content overwrites the file. */
function overwriting(effect: EffectOf<'write'>, invocation: Invocation): Objection | undefined {
  const { path, content, from, cwd, how } = effect;
  const target = how === 'append' ? undefined : resolveWord(cwd, path);
  if (target === undefined || invocation.elsewhere) return undefined;
  const sources = [
    content,
    ...(from ?? []).flatMap(({ parts }) => parts.map((part) => (part.kind === 'unknown' ? part.stream : undefined))),
  ];
  return sources.some((stream) => stream !== undefined && isSamePlace(stream, target, cwd))
    ? objection(invocation, loses, fileWay)
    : undefined;
}

/** `echo x > .git/HEAD`: writes into git's own files without git. */
function writingHistory({ path, cwd, how }: EffectOf<'write'>, invocation: Invocation): Objection | undefined {
  const target = how === 'create' || invocation.elsewhere ? undefined : resolveWord(cwd, path);
  return target !== undefined &&
    /\/\.git\/(?:HEAD|index|packed-refs|ORIG_HEAD|(?:objects|refs|logs|worktrees|modules)\/.+)$/.test(target)
    ? objection(
        shownInvocation(invocation) || `> ${path.raw}`,
        'It overwrites files inside .git directly.',
        'Let git do it: `git symbolic-ref`, `git update-ref`, `git switch`.',
      )
    : undefined;
}

/** `HEAD:a/b` is counted from the top of the worktree, which is the directory or one above it. */
function isSamePlace(stream: Stream, target: string, cwd: string | undefined): boolean {
  if (stream.kind !== 'git' || stream.path === undefined || cwd === undefined) return false;
  if (stream.what === 'tree') return target === stream.path;
  if (stream.what !== 'file') return false;
  if (stream.path.startsWith('.')) return resolvePath(cwd, stream.path) === target;
  const top = target.endsWith(`/${stream.path}`) ? target.slice(0, -stream.path.length - 1) : undefined;
  return top !== undefined && within(cwd, top === '' ? '/' : top);
}

const worktreeLoss = 'It removes a worktree together with uncommitted work in it.';
const worktreeWay =
  '`git worktree remove <path>` without force keeps a worktree that has changes; commit or stash there first.';

function removingWorktree(effect: GitEffect, invocation: Invocation): Objection | undefined {
  return effect.force === true ? objection(invocation, worktreeLoss, worktreeWay) : undefined;
}

/** `rm -rf` of a linked worktree is `git worktree remove --force`. */
function deletingWorktree(effect: EffectOf<'delete'>, invocation: Invocation, view: View): Objection | undefined {
  const { path, recursive, cwd } = effect;
  const place = !recursive || invocation.elsewhere ? undefined : resolveWord(cwd, path);
  return place !== undefined && view.holdsWorktree(place.replace(/\/\*+$/, ''))
    ? objection(invocation, worktreeLoss, worktreeWay)
    : undefined;
}

function deletingBranch(effect: GitEffect, invocation: Invocation): Objection | undefined {
  return effect.force === true
    ? objection(
        invocation,
        'It deletes a branch whether or not it is merged.',
        '`git branch -d <branch>` deletes merged branches only.',
      )
    : undefined;
}

export const gitLosingRules: readonly EffectRule[] = [
  gitRule('git-discard', ['discard'], discarding),
  effectRule('git-discard', 'write', overwriting),
  gitRule('git-clean', ['discard'], cleaning),
  refused(
    'git-stash',
    ['drop-stash'],
    'It discards stashed work.',
    'Leave the stash, or apply it with `git stash apply` (it stays); the person can drop it.',
  ),
  gitRule('git-worktree-remove', ['remove-worktree'], removingWorktree),
  effectRule('git-worktree-remove', 'delete', deletingWorktree),
  gitRule('git-branch-delete', ['delete-branch'], deletingBranch),
];

/** Rules that ask the person. */
export const gitQuestions: readonly EffectRule[] = [effectRule('write-git-files', 'write', writingHistory)];

const gone = 'It removes the commits that would let you undo a mistake.';
const way = 'Leave old objects and the reflog to git: plain `git gc` keeps what is recent.';

export const gitHistoryRules: readonly EffectRule[] = [
  refused('git-expire', ['expire-now'], gone, way),
  gitRule('rescue-snapshot', ['delete-ref'], (effect, invocation) =>
    effect.refs?.some(({ text }) => text.startsWith('refs/gatehouse/')) === true
      ? objection(
          invocation,
          'It removes the snapshots that keep discarded work.',
          'The person drops them with `gatehouse rescue drop` or in the editor.',
        )
      : undefined,
  ),
  gitRule('git-filter', ['rewrite-history'], (effect, invocation) =>
    effect.force === true
      ? objection(
          invocation,
          'It rewrites all history over the safety copy of the last rewrite.',
          'Work in a fresh clone, without force, and let the person look at the result.',
        )
      : undefined,
  ),
  refused('git-expire-old', ['expire'], gone, way, 'strict'),
  refused('git-delete-ref', ['delete-ref'], 'It deletes a name that others may rely on.', 'Ask the person.', 'strict'),
  refused(
    'git-skip-hooks',
    ['skip-hooks'],
    "It bypasses the repository's own hooks.",
    'Run it without `--no-verify` and fix what the hook reports.',
    'strict',
  ),
  refused(
    'git-helper',
    ['configure-program'],
    'It makes git run a program that the command chooses.',
    "Leave that setting to the person's own configuration.",
    'strict',
  ),
];
