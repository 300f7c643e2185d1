import type { PushedRef } from '../../../programs/effect';
import type { Invocation } from '../../../shell/invocation';
import { writtenFiles } from '../../../shell/written-files';
import {
  branchHere,
  type EffectRule,
  type GitEffect,
  gitRule,
  type LineRule,
  objection,
  type Objection,
  type View,
  written,
} from './rule';

const pushOwnBranch = 'Push a branch of your own and let the person merge it.';

/**
 * The branches that a push changes on the remote. `HEAD`, or no name, stands for the one that is checked out. A name
 * that the shell computes is left out; if the push is forced, force-with-lease.ts rewrites or refuses it.
 */
function pushedBranches(
  effect: GitEffect,
  view: View,
  invocation: Invocation,
): readonly Pick<PushedRef, 'forced' | 'source' | 'target'>[] {
  const here = branchHere(effect, invocation, view);
  const { refs = [], current = false } = effect.push ?? {};
  if (current) return here === undefined ? [] : [{ forced: false, source: here, target: here }];
  return refs.flatMap((ref) => {
    if (ref.word.value === undefined) return [];
    const isCurrent = ref.target === 'HEAD' || ref.target === '@';
    if (isCurrent && here === undefined) return [];
    const target = isCurrent ? (here ?? '') : ref.target;
    const source = ref.source === 'HEAD' || ref.source === '@' ? here : ref.source?.replace(/^(?:refs\/)?heads\//, '');
    return [{ forced: ref.forced, source: ref.source === undefined ? undefined : (source ?? ref.source), target }];
  });
}

/** Rule `git-push`: refuses to overwrite or delete a protected branch, or to push another branch onto it. */
function destructivePush(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refuse = (why: string, instead = pushOwnBranch) => objection(written(invocation), why, instead);
  if (push.mirror) {
    return refuse(
      'It overwrites and deletes every branch on the remote, and publishes the rescue snapshots, which hold discarded work.',
    );
  }
  const forced = push.force || push.lease;
  if (push.everything && forced) return refuse('It overwrites every branch on the remote, including protected ones.');
  for (const { forced: forcedByPlus, source, target } of pushedBranches(effect, view, invocation)) {
    if (!view.isProtected(target)) continue;
    if (push.deletes || source === undefined) {
      return refuse(`It deletes the protected branch ${target} on the remote.`, 'Ask the person.');
    }
    if (forced || forcedByPlus) return refuse(`It overwrites the history of the protected branch ${target}.`);
    if (source !== target) return refuse(`It points the protected branch ${target} at unreviewed work.`);
  }
  return undefined;
}

/** Rule `git-push-protected`, strict only: refuses any push to a protected branch, and deleting any remote branch. */
function directPush(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refs = pushedBranches(effect, view, invocation);
  if (push.deletes || refs.some(({ source }) => source === undefined)) {
    return objection(written(invocation), 'It deletes a branch on the remote.', 'Ask the person.');
  }
  const hit = refs.find(({ target }) => view.isProtected(target));
  return hit === undefined
    ? undefined
    : objection(written(invocation), `It pushes directly to the protected branch ${hit.target}.`, pushOwnBranch);
}

export const pushRules: readonly EffectRule[] = [
  gitRule('git-push', ['push'], destructivePush),
  gitRule('git-push-protected', ['push'], directPush, 'strict'),
];

const useWorktree = (branch: string): string =>
  `Work on a branch in a separate worktree (\`git worktree add .worktrees/<name> -b <name>\`) and merge it into ${branch} with tests that pass.`;

function moves(invocation: Invocation, branch: string | undefined, view: View): Objection | undefined {
  return branch !== undefined && view.isProtected(branch)
    ? objection(written(invocation), `It moves the protected branch ${branch}.`, useWorktree(branch))
    : undefined;
}

/** Merge, rebase, cherry-pick and the like move the branch that they name, or else the one that is checked out. */
function replaying(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  return moves(invocation, effect.refs?.[0]?.text ?? branchHere(effect, invocation, view), view);
}

/** A commit other than the one that is checked out: `HEAD~2`, `@{u}`, `origin/main`, `ORIG_HEAD`, a hash. */
const otherCommit =
  /^(?:HEAD|@|ORIG_HEAD|FETCH_HEAD)?[~^@{]|^[0-9a-f]{7,64}$|^(?:origin|upstream)\/|^(?:ORIG_HEAD|FETCH_HEAD)$|[~^]\d*$/;

function movingHead(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const [target] = effect.refs ?? [];
  return target !== undefined && otherCommit.test(target.text)
    ? moves(invocation, branchHere(effect, invocation, view), view)
    : undefined;
}

function movingByName(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const hit = effect.refs?.find(({ text }) => view.isProtected(text));
  return moves(invocation, hit?.text, view);
}

/** `echo <sha> > .git/refs/heads/main` moves a branch without git. */
export const refFileRule: LineRule = {
  id: 'protected-branch',
  level: 'standard',
  checkLine(reading, view) {
    if (!reading.source.includes('.git')) return undefined;
    for (const { path, word } of writtenFiles(reading)) {
      const branch = path === undefined ? undefined : /\.git\/refs\/heads\/(.+)$/.exec(path)?.[1];
      if (branch !== undefined && view.isProtected(branch)) {
        return objection(
          word.raw,
          `It moves the protected branch ${branch} by writing files inside .git.`,
          useWorktree(branch),
        );
      }
    }
    return undefined;
  },
};

export const protectedBranchRules: readonly EffectRule[] = [
  gitRule('protected-branch', ['replay'], replaying),
  gitRule('protected-branch', ['move-head'], movingHead),
  gitRule('protected-branch', ['move-branch', 'delete-branch'], movingByName),
];
