import type { ShellWord } from '../../shell/invocation';
import { changes, git, runs, runsUnseen, type Action, type Actions } from '../effect';
import type { Definition, Use } from '../program';
import { branch, command, doing } from './command';
import { contacts, externalDiff, isRemoteName, logOptions } from './looking';
import { transferring } from './remotes';

const hooks = (use: Use): Actions => use.has('--no-verify') && git('skip-hooks');

const guardians = 'makes commits: the guardian’s work';

/** `--abort` returns to the start and discards the work since then. */
const leaves = (why: string, use: Use): Action =>
  git('other', { why, ...(use.has('--abort') ? { loses: ['changes', 'index'] as const } : {}) });

const mergeOptions =
  '-n --stat --summary --compact-summary --log=? --squash --commit -e,--edit --cleanup= --ff --ff-only --rerere-autoupdate --verify-signatures ' +
  '-s,--strategy= -X,--strategy-option= -v,--verbose -q,--quiet --allow-unrelated-histories --progress -S,--gpg-sign=? --autostash ' +
  '--overwrite-ignore --signoff --no-verify --verify';

const replays = (refs?: readonly ShellWord[]): Action => git('replay', { refs, why: guardians });

/** Commands that make commits. */
export const making: Readonly<Record<string, Definition>> = {
  commit: command(
    '-q,--quiet -v,--verbose -F,--file=read --author= --date= -m,--message= -c,--reedit-message= -C,--reuse-message= --fixup= --squash= ' +
      '--reset-author --trailer= -s,--signoff -t,--template=read -e,--edit --cleanup= --status -S,--gpg-sign=? -a,--all -i,--include --interactive ' +
      '-p,--patch -U,--unified= --inter-hunk-context= -o,--only -n,--no-verify --verify --dry-run --short --branch --ahead-behind --porcelain --long ' +
      '-z,--null --amend --no-post-rewrite -u,--untracked-files=? --pathspec-from-file=read --pathspec-file-nul --allow-empty --allow-empty-message',
    (use) => {
      if (use.has('--dry-run', '--short', '--porcelain', '--long')) return [];
      return [git('commit', { paths: use.operands, why: guardians }), hooks(use)];
    },
  ),
  merge: command(`${mergeOptions} -m,--message= -F,--file=read --into-name= --abort --quit --continue`, (use) => {
    if (use.has('--abort', '--quit')) return leaves('leaves a merge', use);
    return [git('merge', { refs: use.operands, why: guardians }), hooks(use)];
  }),
  'cherry-pick revert': command(
    '--quit --continue --abort --skip --cleanup= -n,--no-commit --commit -e,--edit -s,--signoff -m,--mainline= --rerere-autoupdate --strategy= ' +
      '-X,--strategy-option= -S,--gpg-sign=? -x -r --ff --allow-empty --allow-empty-message --keep-redundant-commits --empty= --reference',
    (use) => {
      if (use.has('--abort', '--quit')) return leaves('leaves a pick', use);
      return use.has('--no-commit') ? doing('takes over changes of commits') : replays();
    },
  ),
  am: command(
    '-i,--interactive -n,--no-verify --verify -3,--3way -q,--quiet -s,--signoff -u,--utf8 -k,--keep --keep-non-patch -b -m,--message-id --keep-cr ' +
      '-c,--scissors --quoted-cr= --whitespace= --ignore-space-change --ignore-whitespace --directory= --exclude= --include= -C= -p= --patch-format= ' +
      '--reject --resolvemsg= --continue -r,--resolved --skip --abort --quit --show-current-patch=? --retry --allow-empty ' +
      '--committer-date-is-author-date --ignore-date --rerere-autoupdate -S,--gpg-sign=? --empty=',
    {
      operands: 'read*',
      effects(use) {
        if (use.has('--show-current-patch')) return [];
        if (use.has('--abort', '--quit')) return leaves('leaves a series of patches', use);
        return [replays(), hooks(use)];
      },
    },
  ),
  rebase: command(
    '--onto= --keep-base --no-verify --verify -q,--quiet -v,--verbose -n,--no-stat --stat --signoff --committer-date-is-author-date ' +
      '--reset-author-date --ignore-date -C= --ignore-whitespace --whitespace= -f,--force-rebase --no-ff --ff --continue --skip --abort --quit ' +
      '--edit-todo --show-current-patch --apply -m,--merge -i,--interactive --rerere-autoupdate --empty= --autosquash --update-refs ' +
      '-S,--gpg-sign=? --autostash -x,--exec=shell -r,--rebase-merges=? --fork-point -s,--strategy= -X,--strategy-option= --root ' +
      '--reschedule-failed-exec --reapply-cherry-picks -k,--keep-empty --trailer= -p',
    (use) => {
      if (use.has('--show-current-patch')) return [];
      if (use.has('--abort', '--quit', '--edit-todo')) return leaves('leaves a rebase', use);
      const named = use.operands[use.has('--root') ? 0 : 1];
      return [replays(named === undefined ? undefined : [branch(named)]), hooks(use)];
    },
  ),
  bisect: {
    options: '-h,--help',
    inert: '--help',
    subcommands: {
      'log terms': command('--term-good --term-bad --term-old --term-new'),
      // Words that are no options are another command of git.
      'view visualize': command(logOptions, (use) => [
        externalDiff(use),
        use.operands.length > 0 && doing('runs a command of git'),
      ]),
      // `git bisect run cmd args`: the words are a command.
      run: {
        style: 'strict',
        options: '',
        effects: (use) => [
          runs({ form: 'command', words: use.words, via: 'git bisect run' }),
          doing('moves through the history'),
        ],
      },
    },
    other: { style: 'git', options: '*', effects: () => doing('moves through the history') },
  },
  pull: command(
    `${mergeOptions} ${transferring} -r,--rebase=? --squash --set-upstream`,
    {
      effects(use) {
        const [remote, ...names] = use.operands;
        const own = remote === undefined || (isRemoteName(remote) && names.length === 0);
        const rebases = use.has('--rebase') && use.value('--rebase')?.text !== 'false';
        const why = rebases ? 'rewrites commits' : own ? undefined : 'merges other work';
        return [
          contacts(remote),
          !use.has('--dry-run') && git('pull', { refs: use.operands, why }),
          use.has('--force') && doing('forces'),
          hooks(use),
        ];
      },
      prints: 'filtered',
    },
  ), // prettier-ignore
  'commit-tree': command('-p= -m= -F=read -S,--gpg-sign=?', () => doing('makes a commit')),
  citool: command('*', () => git('commit', { why: guardians })),
  mergetool: command('-t,--tool= --tool-help -y,--no-prompt --prompt -g,--gui -O=read', {
    inert: '--help --tool-help',
    effects: () => [runsUnseen('runs the merge tool of the configuration'), changes('merges')],
  }),
};
