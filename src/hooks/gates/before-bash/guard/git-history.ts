import { gitSettings, gitSubcommands, type GitCommand } from '../../../shell/git';
import type { Invocation } from '../../../shell/invocation';
import { readOptions } from '../../../shell/options';
import { gitOptions } from './git-options';
import { gitRule } from './git-losing';
import { gitWritten, objection, type InvocationRule, type Objection, type View } from './rule';

const gone = 'It removes the commits that would let you undo a mistake.';
const way = 'Leave old objects to git: plain `git gc` keeps what is recent.';

/** Points in time that keep nothing. */
const now = /^(?:now|all|0|(?:0|1)[. ]?(?:second|minute)s?(?:[. ]ago)?)$/i;

function collecting(command: GitCommand): Objection | undefined {
  const when = gitOptions(command).value('--prune')?.text;
  return when !== undefined && now.test(when) ? objection(gitWritten(command), gone, way) : undefined;
}

function pruning(command: GitCommand): Objection | undefined {
  const read = gitOptions(command);
  const when = read.value('--expire')?.text;
  return when !== undefined && now.test(when) && !read.has('-n', '--dry-run')
    ? objection(gitWritten(command), gone, way)
    : undefined;
}

function expiring(command: GitCommand): Objection | undefined {
  if (command.args[0]?.text !== 'expire') return undefined;
  const read = readOptions(command.args.slice(1), {
    long: ['expire', 'expire-unreachable'],
    known: [
      'expire',
      'expire-unreachable',
      'updateref',
      'rewrite',
      'stale-fix',
      'dry-run',
      'verbose',
      'all',
      'single-worktree',
    ],
  });
  if (read.has('-n', '--dry-run')) return undefined;
  const values = read.options.filter(({ name }) => name.startsWith('--exp')).map(({ value }) => value?.text ?? '');
  return values.some((when) => now.test(when))
    ? objection(gitWritten(command), gone, 'Leave the reflog alone; git expires it by itself.')
    : undefined;
}

function filtering(command: GitCommand): Objection | undefined {
  const flags = command.args.map((word) => word.text);
  const forced = flags.some((flag) => flag === '-f' || flag === '--force');
  if (!forced || flags.includes('--dry-run')) return undefined;
  return objection(
    gitWritten(command),
    'It rewrites all history over the safety copy of the last rewrite.',
    'Work in a fresh clone, without force, and let the person look at the result.',
  );
}

function deletingRef(command: GitCommand): Objection | undefined {
  const deletes =
    command.name === 'update-ref'
      ? command.args.some((word) => word.text === '-d' || word.text === '--delete')
      : gitOptions(command).has('-d', '--delete');
  return deletes
    ? objection(gitWritten(command), 'It deletes a name that others may rely on.', 'Ask the person.')
    : undefined;
}

function skippingHooks(command: GitCommand): Objection | undefined {
  const skips = gitOptions(command).has('--no-verify') || (command.name === 'commit' && gitOptions(command).has('-n'));
  return skips
    ? objection(
        gitWritten(command),
        "It goes round the repository's own hooks.",
        'Run it without `--no-verify` and mend what the hook says.',
      )
    : undefined;
}

function deletingReflog(command: GitCommand): Objection | undefined {
  return command.args[0]?.text === 'delete'
    ? objection(gitWritten(command), gone, 'Leave the reflog alone.')
    : undefined;
}

function pruningAll(command: GitCommand): Objection | undefined {
  return gitOptions(command).has('-n', '--dry-run') ? undefined : objection(gitWritten(command), gone, way);
}

const helpers =
  /^(?:core\.(?:sshcommand|fsmonitor|hookspath|pager|editor)|(?:diff|merge|filter)\..*|credential\..*helper|gpg\.program|uploadpack\..*|protocol\..*allow)$/;
const helperVariables =
  /^(?:GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_PAGER|GIT_EDITOR|GIT_PROXY_COMMAND|GIT_ASKPASS|GIT_EXEC_PATH)$/;

/** git runs the programs that its settings and variables name. */
function runningHelper(command: GitCommand, _view: View, invocation: Invocation): Objection | undefined {
  const named =
    gitSettings(invocation.args, invocation.assignments).some(([key]) => helpers.test(key)) ||
    invocation.assignments.some(({ name }) => helperVariables.test(name));
  if (!named) return undefined;
  const instead = "Leave that setting to the person's own configuration.";
  return objection(gitWritten(command), "It makes git run a program of the command's own choosing.", instead);
}

export const gitHistoryRules: readonly InvocationRule[] = [
  gitRule('git-gc', ['gc'], collecting),
  gitRule('git-prune', ['prune'], pruning),
  gitRule('git-reflog', ['reflog'], expiring),
  gitRule('git-filter', ['filter-branch', 'filter-repo'], filtering),
  gitRule('git-delete-ref', ['tag', 'update-ref'], deletingRef, 'strict'),
  gitRule('git-skip-hooks', ['commit', 'push', 'merge'], skippingHooks, 'strict'),
  gitRule('git-delete-reflog', ['reflog'], deletingReflog, 'strict'),
  gitRule('git-prune-all', ['prune'], pruningAll, 'strict'),
  gitRule('git-helper', [...gitSubcommands], runningHelper, 'strict'),
];
