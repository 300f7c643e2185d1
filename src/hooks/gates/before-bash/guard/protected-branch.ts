import type { Invocation } from '../../../shell/invocation';
import { writtenFiles } from '../../../shell/written-files';
import { branchHere, gitRule, type GitEffect } from './git-rule';
import { objection, written, type EffectRule, type LineRule, type Objection, type View } from './rule';

const way = (branch: string): string =>
  `Work on a branch in a separate worktree (\`git worktree add .worktrees/<name> -b <name>\`) and merge it into ${branch} with tests that pass.`;

function moves(invocation: Invocation, branch: string | undefined, view: View): Objection | undefined {
  return branch !== undefined && view.isProtected(branch)
    ? objection(written(invocation), `It moves the protected branch ${branch}.`, way(branch))
    : undefined;
}

/** Commits are put on the branch that is checked out, or on one that is named. */
function replaying(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  return moves(invocation, effect.refs?.[0]?.text ?? branchHere(effect, invocation, view), view);
}

/** Names of other commits than the one the branch is at. */
const elsewhere =
  /^(?:HEAD|@|ORIG_HEAD|FETCH_HEAD)?[~^@{]|^[0-9a-f]{7,64}$|^(?:origin|upstream)\/|^(?:ORIG_HEAD|FETCH_HEAD)$|[~^]\d*$/;

function movingHead(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const [target] = effect.refs ?? [];
  return target !== undefined && elsewhere.test(target.text)
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
          way(branch),
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
