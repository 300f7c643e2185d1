import type { ShellWord } from '../../shell/invocation';
import { plainWord, unknownWord } from '../../shell/reader/words';
import { changes, git, runs, unclear, writes, type Action, type Actions } from '../effect';
import type { Definition, Use } from '../program';
import { branch, command, doing, other, settingOf } from './command';
import { externalDiff, logOptions } from './looking';

const listing =
  '--contains=? --no-contains=? --merged=? --no-merged=? --sort= --points-at= --format= --color=? -i,--ignore-case --column=? -l,--list --omit-empty';

/** An order or a format alone lists nothing: `git branch --sort=x y` makes a branch. */
const lists = (use: Use): boolean =>
  use.has('--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at');

/** What becomes of a ref that is deleted by its full name; other spellings of `git branch -D` and `git stash drop`. */
function deletesRef(ref: ShellWord): Action {
  if (ref.value === undefined || /^(?:refs\/heads\/|HEAD$|@$)/.test(ref.text))
    return git('delete-branch', { refs: [branch(ref)], force: true, loses: ['commits'] });
  return ref.text === 'refs/stash'
    ? git('drop-stash', { refs: [ref], loses: ['stash'] })
    : git('delete-ref', { refs: [ref], loses: ['ref'] });
}

function movesRef(ref: ShellWord, to: ShellWord | undefined): Action {
  if (/^(?:HEAD|@)$/.test(ref.text)) return git('move-head', { refs: to === undefined ? [] : [to] });
  return ref.value === undefined || ref.text.startsWith('refs/heads/')
    ? git('move-branch', { refs: [branch(ref)], force: true })
    : doing(`moves ${ref.text}`);
}

/** `git update-ref --stdin`: one step a line. */
function bySteps(use: Use): Actions {
  const { stdin } = use.at;
  if (stdin.kind === 'inherited') return unclear('what comes in is not in the command');
  if (stdin.kind === 'unknown' || stdin.kind === 'names') return deletesRef(unknownWord('--stdin', 'input', stdin));
  if (stdin.kind !== 'text') return doing('moves what its input names');
  return stdin.text.split(/[\n\0]/).map((line): Actions => {
    const [verb, ref, to] = line.trim().split(/\s+/);
    if (ref === undefined) return [];
    if (verb === 'delete') return deletesRef(plainWord(ref));
    return (
      (verb === 'update' || verb === 'create') && movesRef(plainWord(ref), to === undefined ? undefined : plainWord(to))
    );
  });
}

/** Expiry times after which nothing is kept. */
const isNow = (word: ShellWord | string | undefined): boolean =>
  /^(?:now|all|0|(?:0|1)[. ]?(?:second|minute)s?(?:[. ]ago)?)$/i.test(
    typeof word === 'string' ? word : (word?.text ?? ''),
  );

const expires = (now: boolean): Action => git(now ? 'expire-now' : 'expire', { loses: ['commits'] });

const reflogShow: Definition = { style: 'git', options: logOptions, effects: externalDiff };

/** Commands for refs, and for how git stores objects. */
export const refs: Readonly<Record<string, Definition>> = {
  branch: command(
    `${listing} -v,--verbose -q,--quiet -t,--track=? -u,--set-upstream-to= --unset-upstream -r,--remotes --abbrev=? -a,--all -d,--delete -D -m,--move -M ` +
      '-c,--copy -C --show-current --create-reflog --edit-description -f,--force --recurse-submodules',
    (use) => {
      const named = use.operands.map(branch);
      const force = use.has('--force');
      if (use.has('-D') || (use.has('--delete') && force))
        return git('delete-branch', { refs: named, force: true, loses: ['commits'] });
      if (use.has('--delete')) return git('delete-branch', { refs: named });
      if (use.has('--move', '-M')) return git('move-branch', { refs: named, force: force || use.has('-M') });
      if (use.has('--copy', '-C')) return git('move-branch', { refs: named.slice(-1), force: force || use.has('-C') });
      if (use.has('--set-upstream-to', '--unset-upstream')) return doing('changes what is tracked');
      if (use.has('--edit-description')) return doing('opens an editor');
      if (use.operands.length === 0 || lists(use) || use.has('--all', '--remotes', '--show-current')) return [];
      return force ? git('move-branch', { refs: named.slice(0, 1), force }) : changes('makes a branch');
    },
  ),
  tag: command(
    `${listing} -n=? -d,--delete -v,--verify -a,--annotate -m,--message= -F,--file=read -e,--edit -s,--sign --cleanup= -u,--local-user= -f,--force ` +
      '--create-reflog --trailer=',
    (use) => {
      if (use.has('--delete')) return git('delete-ref', { refs: use.operands, loses: ['ref'] });
      if (use.has('--verify') || lists(use) || use.has('-n') || use.operands.length === 0) return [];
      if (use.has('--force')) return doing('moves a tag');
      return use.has('--annotate', '--sign', '--local-user', '--message', '--file')
        ? doing('signs off a release')
        : changes('makes a tag');
    },
  ),
  'update-ref': command('-m= -d,--delete --no-deref --deref -z --stdin --create-reflog --batch-updates', (use) => {
    const [ref, to] = use.operands;
    if (use.has('--stdin')) return bySteps(use);
    if (ref === undefined) return [];
    return use.has('--delete') ? deletesRef(ref) : movesRef(ref, to);
  }),
  'symbolic-ref': command('-q,--quiet -d,--delete --short --recurse -m=', (use) => {
    const [name] = use.operands;
    if (name !== undefined && use.has('--delete')) return deletesRef(name);
    return use.operands.length > 1 && doing('points a name at another branch');
  }),
  worktree: {
    options: '',
    subcommands: {
      list: command('--porcelain -z -v,--verbose --expire='),
      add: command(
        '-b= -B= -f,--force -d,--detach --checkout --lock --reason= --orphan -q,--quiet --track --guess-remote --relative-paths',
        (use) => {
          const moved = use.values('-B').map(branch);
          const [path] = use.operands;
          return [
            moved.length > 0 && git('move-branch', { refs: moved, force: true }),
            use.has('--force') && doing('checks a branch out twice'),
            path && writes(path, { how: 'create', tree: true }),
            changes('makes a worktree'),
          ];
        },
      ),
      remove: command('-f,--force', (use) =>
        git('remove-worktree', {
          paths: use.operands,
          force: use.has('--force'),
          ...(use.has('--force') ? { loses: ['changes', 'index', 'untracked'] as const } : {}),
        }),
      ),
      'prune move lock unlock repair': other('changes the worktrees'),
    },
  },
  reflog: {
    options: `-h,--help ${logOptions}`,
    inert: '--help',
    effects: externalDiff,
    subcommands: {
      'show list exists': reflogShow,
      expire: command(
        '--expire= --expire-unreachable= --updateref --rewrite --stale-fix -n,--dry-run --verbose --all --single-worktree',
        (use) => {
          if (use.has('--dry-run')) return [];
          return use.values('--expire', '--expire-unreachable').some(isNow)
            ? expires(true)
            : doing('expires old entries');
        },
      ),
      write: other('writes an entry'),
      'delete drop': command(
        '-n,--dry-run --updateref --rewrite --verbose --all --single-worktree',
        (use) => !use.has('--dry-run') && expires(false),
      ),
    },
    bare: reflogShow,
    other: reflogShow,
  },
  gc: command(
    '-q,--quiet --prune=? --cruft --expire-to= --max-cruft-size= --aggressive --auto --detach --force --keep-largest-pack',
    (use) =>
      [
        use.value('--prune'),
        ...['gc.pruneexpire', 'gc.reflogexpire', 'gc.reflogexpireunreachable'].map((key) => settingOf(use, key)),
      ].some(isNow)
        ? expires(true)
        : doing('rewrites what git stores'),
  ),
  prune: command(
    '-n,--dry-run -v,--verbose --progress --expire= --exclude-promisor-objects',
    (use) => !use.has('--dry-run') && expires(isNow(use.value('--expire'))),
  ),
  'filter-branch': {
    style: 'git',
    options:
      '--setup=shell --subdirectory-filter= --env-filter=shell --tree-filter=shell --index-filter=shell --parent-filter=shell --msg-filter=shell ' +
      '--commit-filter=shell --tag-name-filter=shell --prune-empty --original= -d= -f,--force --state-branch=',
    effects: (use) => git('rewrite-history', { force: use.has('--force'), why: 'rewrites the history' }),
  },
  // git-filter-repo: a Python program of its own.
  'filter-repo': {
    style: 'git',
    options:
      '-h,--help --version --analyze --report-dir=write --invert-paths --path-match= --path= --path-glob= --path-regex= --use-base-name ' +
      '--paths-from-file=read --path-rename-match= --path-rename= --path-rename-prefix= --to-subdirectory-filter= --subdirectory-filter= ' +
      '--replace-text=read --strip-blobs-bigger-than= --strip-blobs-with-ids=read --tag-rename= --replace-message=read --preserve-commit-hashes ' +
      '--preserve-commit-encoding --no-ff --mailmap=read --use-mailmap --replace-refs= --prune-empty= --prune-degenerate= --filename-callback=text ' +
      '--file-info-callback= --message-callback= --name-callback= --email-callback= --refname-callback= --blob-callback= --commit-callback= ' +
      '--tag-callback= --reset-callback= --source= --target= --date-order --refs= --dry-run --debug --stdin --quiet --partial --force --proceed ' +
      '--sensitive-data-removal --sdr',
    inert: '--help --version',
    effects(use) {
      const callbacks = use.given.flatMap(({ name, value }) =>
        name.endsWith('-callback') && value !== undefined ? [value] : [],
      );
      const code = callbacks.map((text) => runs({ form: 'inline', language: 'python', text }));
      if (use.has('--analyze', '--dry-run')) return [code, changes('writes what it found')];
      return [code, git('rewrite-history', { force: use.has('--force'), why: 'rewrites the history' })];
    },
  },
  replace: command(
    '-l,--list -d,--delete -e,--edit -g,--graft --convert-graft-file -f,--force --raw --format=',
    (use) => !use.has('--list') && use.operands.length !== 0 && doing('replaces objects'),
  ),
  notes: {
    options: '-h,--help --ref=',
    inert: '--help',
    subcommands: {
      'list show get-ref': command(''),
      'add copy append edit merge remove prune': other('changes notes'),
    },
    bare: command(''),
  },
  bundle: {
    options: '',
    subcommands: {
      'verify list-heads': command('-q,--quiet', { operands: 'read' }),
      create: command(`${logOptions} --progress --all-progress --version=`, { operands: 'write' }),
      unbundle: other('brings objects in'),
    },
  },
  'repack maintenance pack-refs pack-objects pack-redundant prune-packed unpack-objects index-pack multi-pack-index commit-graph update-server-info mktag mktree fast-import':
    other('rewrites what git stores'),
  rerere: {
    options: '--rerere-autoupdate',
    subcommands: {
      'status diff remaining': command(''),
      'clear forget gc': other('forgets how conflicts were resolved'),
    },
    bare: command('', () => changes('resolves conflicts as before')),
  },
  'sparse-checkout': {
    options: '',
    subcommands: {
      list: command(''),
      'init set add reapply disable check-rules': other('changes which files are there'),
    },
  },
};
