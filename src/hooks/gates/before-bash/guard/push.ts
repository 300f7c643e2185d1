import type { PushedRef, Push } from '../../../programs/effect';
import type { Invocation, CommandReading, Range } from '../../../shell/invocation';
import { writtenFiles } from '../../../shell/written-files';
import { effectsOf, shownInvocation } from '../../../shell/effects';
import {
  branchHere,
  type EffectRule,
  type GitEffect,
  gitRule,
  lineRule,
  objection,
  type Objection,
  type View,
  type Edit,
  type RuledObjection,
} from './rule';

const pushOwnBranch = 'Push a branch of your own and let the person merge it.';

/**
 * The branches that a push changes on the remote. `HEAD`, or no name, stands for the one that is checked out. A name
 * that the shell computes is left out: `forcePushEdits` rewrites a forced push of it, or `remainingForce` refuses it.
 */
function pushedBranches(
  effect: GitEffect,
  invocation: Invocation,
  view: View,
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
function destructivePush(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refuse = (why: string, instead = pushOwnBranch) => objection(invocation, why, instead);
  if (push.mirror) {
    return refuse(
      'It overwrites and deletes every branch on the remote, and publishes the rescue snapshots, which hold discarded work.',
    );
  }
  const forced = push.force || push.lease;
  if (push.everything && forced) return refuse('It overwrites every branch on the remote, including protected ones.');
  for (const { forced: forcedByPlus, source, target } of pushedBranches(effect, invocation, view)) {
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
function directPush(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refs = pushedBranches(effect, invocation, view);
  if (push.deletes || refs.some(({ source }) => source === undefined)) {
    return objection(invocation, 'It deletes a branch on the remote.', 'Ask the person.');
  }
  const hit = refs.find(({ target }) => view.isProtected(target));
  return hit === undefined
    ? undefined
    : objection(invocation, `It pushes directly to the protected branch ${hit.target}.`, pushOwnBranch);
}

export const pushRules: readonly EffectRule[] = [
  gitRule('git-push', ['push'], destructivePush),
  gitRule('git-push-protected', ['push'], directPush, 'strict'),
];

const useWorktree = (branch: string): string =>
  `Work on a branch in a separate worktree (\`git worktree add .worktrees/<name> -b <name>\`) and merge it into ${branch} with tests that pass.`;

function moves(invocation: Invocation, branch: string | undefined, view: View): Objection | undefined {
  return branch !== undefined && view.isProtected(branch)
    ? objection(invocation, `It moves the protected branch ${branch}.`, useWorktree(branch))
    : undefined;
}

/** Merge, rebase, cherry-pick and the like move the branch that they name, or else the one that is checked out. */
function replaying(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  return moves(invocation, effect.refs?.[0]?.text ?? branchHere(effect, invocation, view), view);
}

/** A commit other than the one that is checked out: `HEAD~2`, `@{u}`, `origin/main`, `ORIG_HEAD`, a hash. */
const otherCommit =
  /^(?:HEAD|@|ORIG_HEAD|FETCH_HEAD)?[~^@{]|^[0-9a-f]{7,64}$|^(?:origin|upstream)\/|^(?:ORIG_HEAD|FETCH_HEAD)$|[~^]\d*$/;

function movingHead(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  const [target] = effect.refs ?? [];
  return target !== undefined && otherCommit.test(target.text)
    ? moves(invocation, branchHere(effect, invocation, view), view)
    : undefined;
}

function movingByName(effect: GitEffect, invocation: Invocation, view: View): Objection | undefined {
  const hit = effect.refs?.find(({ text }) => view.isProtected(text));
  return moves(invocation, hit?.text, view);
}

/** `echo <sha> > .git/refs/heads/main` moves a branch without git. */
export const refFileRule = lineRule('protected-branch', (reading, view) => {
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
});

export const protectedBranchRules: readonly EffectRule[] = [
  gitRule('protected-branch', ['replay'], replaying),
  gitRule('protected-branch', ['move-head'], movingHead),
  gitRule('protected-branch', ['move-branch', 'delete-branch'], movingByName),
];

const says = '--force became --force-with-lease, which refuses to overwrite work that you have not fetched';

interface ForcedPush {
  readonly push: Push;
  readonly invocation: Invocation;
}

function forcedPushes(reading: CommandReading): readonly ForcedPush[] {
  return effectsOf(reading).flatMap(({ effect, invocation }) => {
    const push = effect.kind === 'git' ? effect.push : undefined;
    return push !== undefined && (push.force || push.refs.some(({ forced }) => forced)) ? [{ push, invocation }] : [];
  });
}

/** Turns `--force` into `--force-with-lease`, so that a forced push cannot overwrite commits that were never fetched. */
export function forcePushEdits(reading: CommandReading): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { push } of forcedPushes(reading)) {
    let lease = push.lease;
    const seen = new Set<number>();
    for (const { text, range } of push.forcedBy) {
      if (range === undefined || seen.has(range.start)) continue;
      seen.add(range.start);
      edits.push({ ...optionEdit(text, range, reading.source, lease), says });
      lease = true;
    }
    for (const { forced, word } of push.refs) {
      if (!forced || word.range === undefined) continue;
      const plus = reading.source.indexOf('+', word.range.start);
      if (plus < 0 || plus >= word.range.end) continue;
      edits.push({ start: plus, end: plus + 1, text: '', says });
      if (!lease) edits.push({ start: word.range.start, end: word.range.start, text: '--force-with-lease ', says });
      lease = true;
    }
  }
  return edits;
}

function optionEdit(text: string, range: Range, source: string, lease: boolean): Omit<Edit, 'says'> {
  if (text.startsWith('--')) return lease ? without(range, source) : { ...range, text: '--force-with-lease' };
  const rest = text.replace(/f/g, '');
  if (rest === '-') return lease ? without(range, source) : { ...range, text: '--force-with-lease' };
  return { ...range, text: lease ? rest : `${rest} --force-with-lease` };
}

/** Takes a word out together with the space in front of it. */
function without(range: Range, source: string): Omit<Edit, 'says'> {
  return { start: source[range.start - 1] === ' ' ? range.start - 1 : range.start, end: range.end, text: '' };
}

/** Refuses a forced push whose text is computed, because it cannot be edited in place. */
export function remainingForce(reading: CommandReading): RuledObjection | undefined {
  const [left] = forcedPushes(reading);
  return (
    left && {
      rule: 'git-push',
      part: shownInvocation(left.invocation),
      why: 'It overwrites work on the remote, and Gatehouse cannot rewrite this command safely.',
      instead: 'Write the command out with `--force-with-lease` in place of `--force`.',
    }
  );
}
