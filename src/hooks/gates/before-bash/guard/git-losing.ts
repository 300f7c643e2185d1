import { gitCommand, gitSettings, type GitCommand } from '../../../shell/git';
import type { Invocation } from '../../../shell/invocation';
import { resolvePath } from '../../../shell/paths';
import { gitOptions, onlyReads } from './git-options';
import { gitWritten, lastOf, objection, type InvocationRule, type Objection, type View } from './rule';

type Check = (command: GitCommand, view: View, invocation: Invocation) => Objection | undefined;

/** A rule about one git subcommand; help and version never reach it. */
export function gitRule(
  id: string,
  names: readonly string[],
  check: Check,
  level: InvocationRule['level'] = 'standard',
): InvocationRule {
  return {
    id,
    level,
    programs: ['git'],
    check(invocation, view) {
      const command = gitCommand(invocation);
      if (command?.name === undefined || !names.includes(command.name) || onlyReads(command)) return undefined;
      // Another machine's branches are not known here.
      const seen = invocation.elsewhere ? { ...view, branchAt: () => undefined } : view;
      return check(command, seen, invocation);
    },
  };
}

const stashFirst = 'Keep the work first: `git stash push -u -m "before …"` or a commit on a branch.';
const loses = 'It throws away uncommitted work that git cannot bring back.';

const resetting: Check = (command) =>
  gitOptions(command).has('--hard', '--merge')
    ? objection(
        gitWritten(command),
        loses,
        `${stashFirst} To move the branch only, use \`git reset --keep\` or \`--soft\`.`,
      )
    : undefined;

const cleaning: Check = (command, _view, invocation) => {
  const read = gitOptions(command);
  const required = gitSettings(invocation.args, invocation.assignments).findLast(
    ([key]) => key === 'clean.requireforce',
  )?.[1];
  const dry = lastOf(read, ['-n', '--dry-run'], ['--no-dry-run']) === true || read.has('-i', '--interactive');
  const force =
    lastOf(read, ['-f', '--force'], ['--no-force']) === true ||
    (required !== undefined && /^(?:false|no|off|0)$/i.test(required));
  return force && !dry
    ? objection(
        gitWritten(command),
        'It deletes untracked files; git has no copy of them.',
        'Look first with `git clean -n`, then remove the files that are meant by name.',
      )
    : undefined;
};

const checkingOut: Check = (command, view) => {
  const read = gitOptions(command);
  const part = gitWritten(command);
  if (lastOf(read, ['-f', '--force'], ['--no-force']) === true) return objection(part, loses, stashFirst);
  if (read.has('--pathspec-from-file') || (read.has('-p', '--patch') && !read.has('--no-patch')))
    return objection(part, loses, fileWay);
  const creates = read.has('-b', '-B', '--orphan');
  if ((read.afterDashes?.length ?? 0) > 0) return objection(part, loses, fileWay);
  const [first] = read.operands;
  if (creates || first === undefined) return undefined;
  if (read.operands.length > 1) return objection(part, loses, fileWay);
  const path = first.value === undefined ? undefined : resolvePath(command.cwd, first.value);
  const named = /^(?:\.{1,2}(?:\/.*)?|:\/.*|.*\/)$/.test(first.text) || first.glob;
  const isFile = path !== undefined && view.isFile(path);
  return named || isFile ? objection(part, loses, fileWay) : undefined;
};

const fileWay =
  'Keep a copy first (`git stash push -- <file>` or `git diff > saved.patch`), then the person may restore it.';

const switching: Check = (command) => {
  const read = gitOptions(command);
  const forced = lastOf(read, ['-f', '--force', '--discard-changes'], ['--no-force', '--no-discard-changes']) === true;
  return forced ? objection(gitWritten(command), loses, `${stashFirst} Then \`git switch\` without force.`) : undefined;
};

const restoring: Check = (command) => {
  const read = gitOptions(command);
  const staged = lastOf(read, ['-S', '--staged'], ['--no-staged']);
  const worktree = lastOf(read, ['-W', '--worktree'], ['--no-worktree']) ?? staged === undefined;
  const patch = lastOf(read, ['-p', '--patch'], ['--no-patch']) === true;
  const names = read.operands.length > 0 || read.has('--pathspec-from-file') || patch;
  return worktree && names
    ? objection(gitWritten(command), loses, `${fileWay} To unstage only: \`git restore --staged <file>\`.`)
    : undefined;
};

const removing: Check = (command) => {
  const read = gitOptions(command);
  const force = lastOf(read, ['-f', '--force'], ['--no-force']) === true;
  const cached = lastOf(read, ['--cached'], ['--no-cached']) === true;
  const dry = lastOf(read, ['-n', '--dry-run'], ['--no-dry-run']) === true;
  return force && !cached && !dry
    ? objection(
        gitWritten(command),
        loses,
        '`git rm` without `-f` keeps changed files; `git rm --cached` keeps them all.',
      )
    : undefined;
};

const stashing: Check = (command) => {
  const [verb] = command.args;
  if (verb?.text !== 'drop' && verb?.text !== 'clear') return undefined;
  return objection(
    gitWritten(command),
    'It throws away stashed work.',
    'Leave the stash, or apply it with `git stash apply` (it stays); the person can drop it.',
  );
};

const removingWorktree: Check = (command) => {
  if (command.args[0]?.text !== 'remove') return undefined;
  const forced = lastOf(gitOptions(command), ['-f', '--force'], ['--no-force']) === true;
  return forced
    ? objection(
        gitWritten(command),
        'It removes a worktree together with uncommitted work in it.',
        '`git worktree remove <path>` without force keeps a worktree that has changes; commit or stash there first.',
      )
    : undefined;
};

const deletingBranch: Check = (command) => {
  const read = gitOptions(command);
  const forced =
    read.has('-D') || (read.has('-d', '--delete') && lastOf(read, ['-f', '--force'], ['--no-force']) === true);
  return forced
    ? objection(
        gitWritten(command),
        'It deletes a branch whether or not it is merged.',
        '`git branch -d <branch>` deletes merged branches only.',
      )
    : undefined;
};

const overwritingTree: Check = (command) => {
  const flags = command.args.map((word) => word.text);
  const overwrites =
    command.name === 'checkout-index'
      ? flags.some((flag) => /^(?:-\w*f\w*|--force)$/.test(flag))
      : flags.includes('--reset') && flags.includes('-u');
  return overwrites ? objection(gitWritten(command), loses, stashFirst) : undefined;
};

const deinitializing: Check = (command) =>
  command.args[0]?.text === 'deinit' && command.args.some((word) => /^(?:-f|--force)$/.test(word.text))
    ? objection(
        gitWritten(command),
        'It removes a submodule together with changes in it.',
        '`git submodule deinit <path>` without force.',
      )
    : undefined;

export const gitLosingRules: readonly InvocationRule[] = [
  gitRule('git-reset', ['reset'], resetting),
  gitRule('git-clean', ['clean'], cleaning),
  gitRule('git-checkout', ['checkout'], checkingOut),
  gitRule('git-switch', ['switch'], switching),
  gitRule('git-restore', ['restore'], restoring),
  gitRule('git-rm', ['rm'], removing),
  gitRule('git-stash', ['stash'], stashing),
  gitRule('git-worktree-remove', ['worktree'], removingWorktree),
  gitRule('git-branch-delete', ['branch'], deletingBranch),
  gitRule('git-overwrite-tree', ['checkout-index', 'read-tree'], overwritingTree),
  gitRule('git-submodule-deinit', ['submodule'], deinitializing),
];
