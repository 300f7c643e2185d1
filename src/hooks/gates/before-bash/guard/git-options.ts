import type { GitCommand } from '../../../shell/git';
import { readOptions, type OptionSpec, type Options } from '../../../shell/options';

const list = (text: string): readonly string[] => text.split(' ');

/** How git's subcommands read their options; the long names are needed to resolve abbreviations. */
const specs: Readonly<Record<string, OptionSpec>> = {
  reset: {
    long: ['pathspec-from-file'],
    known: list(
      'hard soft mixed merge keep quiet no-quiet patch intent-to-add refresh no-refresh pathspec-from-file pathspec-file-nul recurse-submodules',
    ),
  },
  clean: { short: 'e', long: ['exclude'], known: list('force no-force dry-run no-dry-run interactive quiet exclude') },
  push: {
    short: 'o',
    long: ['push-option', 'receive-pack', 'exec', 'repo', 'recurse-submodules'],
    known: list(
      'all branches mirror tags follow-tags force no-force force-with-lease no-force-with-lease force-if-includes no-force-if-includes delete ' +
        'prune dry-run porcelain quiet verbose set-upstream push-option receive-pack exec repo recurse-submodules atomic signed thin no-verify verify ipv4 ipv6 progress',
    ),
  },
  branch: {
    short: 'u',
    long: ['set-upstream-to', 'sort', 'format', 'points-at'],
    known: list(
      'delete force no-force move copy list all remotes verbose quiet track no-track set-upstream-to unset-upstream show-current contains no-contains ' +
        'merged no-merged sort format points-at edit-description create-reflog color no-color column no-column ignore-case abbrev no-abbrev recurse-submodules',
    ),
  },
  checkout: {
    short: 'bBU',
    long: ['orphan', 'conflict', 'pathspec-from-file', 'unified', 'inter-hunk-context'],
    known: list(
      'force no-force quiet no-quiet progress no-progress ours theirs track no-track detach no-detach guess no-guess orphan merge no-merge conflict patch no-patch ' +
        'ignore-skip-worktree-bits ignore-other-worktrees recurse-submodules no-recurse-submodules overlay no-overlay pathspec-from-file pathspec-file-nul overwrite-ignore',
    ),
  },
  switch: {
    short: 'cC',
    long: ['create', 'force-create', 'orphan', 'conflict'],
    known: list(
      'create force-create detach guess no-guess force no-force discard-changes no-discard-changes merge conflict quiet progress no-progress track no-track orphan ignore-other-worktrees recurse-submodules',
    ),
  },
  restore: {
    short: 'sU',
    long: ['source', 'pathspec-from-file', 'conflict', 'unified', 'inter-hunk-context'],
    known: list(
      'source staged no-staged worktree no-worktree patch no-patch quiet progress no-progress ours theirs merge conflict ignore-unmerged ignore-skip-worktree-bits recurse-submodules overlay no-overlay pathspec-from-file pathspec-file-nul unified inter-hunk-context',
    ),
  },
  rm: {
    long: ['pathspec-from-file'],
    known: list('force no-force dry-run no-dry-run cached no-cached quiet ignore-unmatch sparse pathspec-from-file'),
  },
  gc: { known: list('aggressive auto no-auto prune no-prune quiet force keep-largest-pack cruft no-cruft') },
  prune: { long: ['expire'], known: list('dry-run verbose progress expire') },
  tag: {
    short: 'mFun',
    long: ['message', 'file', 'local-user', 'sort', 'format'],
    known: list(
      'annotate sign no-sign local-user force delete verify list sort color no-color ignore-case column contains no-contains merged no-merged points-at message file edit cleanup create-reflog format',
    ),
  },
  commit: {
    short: 'mCcFtuS',
    long: [
      'message',
      'file',
      'reuse-message',
      'reedit-message',
      'fixup',
      'squash',
      'author',
      'date',
      'template',
      'cleanup',
      'pathspec-from-file',
      'trailer',
    ],
    known: list(
      'all patch interactive message file reuse-message reedit-message fixup squash author date template cleanup pathspec-from-file trailer amend no-edit edit no-verify verify dry-run short branch porcelain long null allow-empty allow-empty-message include only reset-author signoff no-signoff status no-status quiet verbose gpg-sign no-gpg-sign untracked-files no-post-rewrite ahead-behind',
    ),
  },
  merge: {
    short: 'msXF',
    long: ['message', 'strategy', 'strategy-option', 'file', 'into-name', 'cleanup'],
    known: list(
      'abort quit continue commit no-commit edit no-edit ff no-ff ff-only squash no-squash message file strategy strategy-option stat verify no-verify quiet allow-unrelated-histories autostash into-name cleanup',
    ),
  },
  pull: {
    short: 'sXSj',
    long: ['strategy', 'strategy-option', 'depth', 'jobs'],
    known: list(
      'rebase no-rebase ff no-ff ff-only squash all append depth force tags no-tags prune dry-run autostash quiet verbose',
    ),
  },
  fetch: {
    short: 'jo',
    long: ['depth', 'jobs', 'refmap', 'upload-pack', 'server-option'],
    known: list(
      'all append depth force keep multiple prune prune-tags tags no-tags dry-run jobs refmap quiet verbose unshallow upload-pack server-option update-head-ok',
    ),
  },
  rebase: {
    short: 'xsXC',
    long: ['exec', 'onto', 'strategy', 'strategy-option'],
    known: list(
      'onto abort quit continue skip edit-todo show-current-patch interactive exec root autosquash no-autosquash autostash keep-base strategy strategy-option no-verify force-rebase fork-point rebase-merges update-refs',
    ),
  },
  worktree: {
    short: 'bB',
    long: ['reason', 'expire'],
    known: list(
      'force no-force detach checkout no-checkout lock reason orphan quiet track guess-remote porcelain expire dry-run verbose',
    ),
  },
  stash: { short: 'm', long: ['message', 'pathspec-from-file'] },
  'update-ref': { short: 'm' },
};

export function gitOptions(command: GitCommand, name = command.name ?? ''): Options {
  return readOptions(command.args, Object.hasOwn(specs, name) ? specs[name] : {});
}

/** `git x -h`, `git x --help`, `git help x`, `git --version`: nothing happens. */
export function onlyReads(command: GitCommand): boolean {
  if (command.prints || command.name === 'help') return true;
  const dashes = command.args.findIndex((word) => word.text === '--');
  const options = dashes < 0 ? command.args : command.args.slice(0, dashes);
  return options.some((word) => word.text === '--help' || word.text === '-h' || word.text === '--version');
}
