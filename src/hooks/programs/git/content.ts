import type { ShellWord } from '../../shell/invocation';
import { streamIn } from '../../shell/reader/words';
import { changes, deletes, git, moves, reads, writes, type Action, type Actions, type GitContent } from '../effect';
import { patchedFiles } from '../parts/named-files';
import type { Definition, Use } from '../program';
import { branch, command, doing, isOff, looksLikePath, parted, isFalse, settingOf } from './command';
import { externalDiff, logOptions } from './looking';

const pathspec = '--pathspec-from-file=read --pathspec-file-nul';

/** Discards content of the worktree or the index. */
const discards = (loses: readonly GitContent[], paths?: readonly ShellWord[], inner = false): Action =>
  git('discard', { loses, paths, ...(inner ? { inner } : {}) });

const inSubmodules = (use: Use): boolean => use.has('--recurse-submodules');

/** Overwrites files with a version from git. */
const restores = (paths: readonly ShellWord[]): Actions => paths.map((path) => writes(path, { how: 'restore' }));

/** Paths that a file or standard input names. */
const pathsOf = (use: Use, named: readonly ShellWord[]): readonly ShellWord[] => {
  const list = use.value('--pathspec-from-file');
  return list === undefined ? named : [...named, list];
};

const headMoves = (target: ShellWord | undefined): Actions => target && git('move-head', { refs: [target] });

/** `git checkout --theirs a.lock` decides a conflict in files that it names; a whole directory is more than conflicts. */
function takesSide(use: Use, paths: readonly ShellWord[]): boolean {
  return (
    use.has('--ours', '--theirs') &&
    paths.length > 0 &&
    !paths.some((word) => isWhole(word) || word.value === undefined)
  );
}

const isWhole = ({ text }: ShellWord): boolean => /^(?:\.{1,2}\/?|:\/.*|\*|.*\/)$/.test(text);

/** `git diff | git apply -R` discards uncommitted changes. */
function takesBack(use: Use): boolean {
  const { stdin } = use.at;
  const fromInput = use.operands.length === 0 || use.operands.some(({ text }) => text === '-');
  const patches = [...(fromInput ? [stdin] : []), ...use.operands.flatMap((word) => streamIn(word) ?? [])];
  const back = use.has('--reverse');
  return patches.some(
    (patch) => patch.kind === 'git' && patch.what === 'changes' && (patch.reversed === true) !== back,
  );
}

const drops = (use: Use): Actions => git('drop-stash', { refs: use.operands, loses: ['stash'] });

const pushOptions = `-p,--patch -S,--staged -k,--[no-]keep-index -q,--quiet -u,--[no-]include-untracked -a,--all -m,--message= ${pathspec}`;
const pushStash = command(pushOptions, () => git('stash', { why: 'puts changes out of sight' }));

/** Commands that change the worktree or the index. */
export const content: Readonly<Record<string, Definition>> = {
  reset: command(`-q,--quiet --refresh --mixed --soft --hard --merge --keep --recurse-submodules=? -p,--patch -U,--unified= --inter-hunk-context= -N,--intent-to-add ${pathspec}`, (use) => {
      const { before, paths } = parted(use);
      const [target, ...more] = before;
      const files = pathsOf(use, [...more, ...paths]);
      if (use.has('--hard', '--merge')) return [discards(['changes', 'index'], undefined, inSubmodules(use)), headMoves(target)];
      if (use.has('--patch') || files.length > 0) return discards(['index'], files);
      if (use.has('--soft', '--keep')) return headMoves(target);
      return [discards(['index']), headMoves(target)];
    }), // prettier-ignore
  restore: command(
    `-s,--source= -S,--staged -W,--worktree --ignore-unmerged --overlay -q,--quiet --recurse-submodules=? --progress -m,--merge --conflict= -2,--ours ` +
      `-3,--theirs -p,--patch -U,--unified= --inter-hunk-context= --ignore-skip-worktree-bits ${pathspec}`,
    (use) => {
      const files = pathsOf(use, use.operands);
      const staged = use.has('--staged');
      const given = use.given.some(({ name }) => name === '--staged');
      const worktree = use.has('--worktree') || (!given && !isOff(use, '--worktree'));
      if (files.length === 0 && !use.has('--patch')) return [];
      if (!worktree) return staged && discards(['index'], files);
      if (takesSide(use, files)) return doing('resolves a conflict');
      const paths = files.length === 0 ? undefined : files;
      return [discards(staged ? ['changes', 'index'] : ['changes'], paths), restores(use.operands)];
    },
  ),
  checkout: command(
    `-b= -B= -l --guess --overlay -q,--quiet --recurse-submodules=? --progress -m,--merge --conflict= -d,--detach -t,--track=? -f,--force --orphan= ` +
      `--overwrite-ignore --ignore-other-worktrees -2,--ours -3,--theirs -p,--patch -U,--unified= --inter-hunk-context= --ignore-skip-worktree-bits ${pathspec}`,
    (use) => {
      const { before, paths } = parted(use);
      const [first, ...more] = before;
      const moved = use.values('-B').map(branch);
      const creates = moved.length > 0 || use.has('-b', '--orphan');
      const made = moved.length > 0 ? git('move-branch', { refs: moved }) : creates && changes('makes a branch');
      if (use.has('--force')) return [made, discards(['changes', 'index'], undefined, inSubmodules(use))];
      const rev = first !== undefined && (paths.length > 0 || more.length > 0) && !creates;
      const files = pathsOf(use, [...(rev ? more : []), ...paths]);
      if (takesSide(use, files)) return doing('resolves a conflict');
      if (use.has('--patch') || files.length > 0) {
        const loses: readonly GitContent[] = rev ? ['changes', 'index'] : ['changes'];
        return [made, discards(loses, files.length === 0 ? undefined : files), restores(files)];
      }
      if (creates || first === undefined) return made;
      if (looksLikePath(first))
        return takesSide(use, [first])
          ? doing('resolves a conflict')
          : [discards(['changes'], [first]), restores([first])];
      return [git('discard', { loses: ['changes'], paths: [first], ifFile: true }), git('switch', { refs: [first] })];
    },
  ),
  switch: command(
    '-c,--create= -C,--force-create= --guess --discard-changes -q,--quiet --recurse-submodules=? --progress -m,--merge --conflict= -d,--detach ' +
      '-t,--track=? -f,--force --orphan= --overwrite-ignore --ignore-other-worktrees',
    (use) => {
      const moved = use.values('--force-create').map(branch);
      return [
        moved.length > 0 && git('move-branch', { refs: moved }),
        use.has('--force', '--discard-changes') && discards(['changes', 'index'], undefined, inSubmodules(use)),
        use.has('--create', '--orphan') ? changes('makes a branch') : git('switch', { refs: use.operands }),
      ];
    },
  ),
  clean: command('-q,--quiet -n,--dry-run -f,--force -i,--interactive -d -e,--exclude= -x -X', (use) => {
    if (use.has('--dry-run')) return [];
    const force = use.has('--force', '--interactive') || isFalse(settingOf(use, 'clean.requireforce') ?? 'true');
    // Piped input chooses instead of a person.
    if (use.has('--interactive') && use.at.stdin.kind === 'inherited')
      return doing('deletes files that a person picks');
    if (!force) return doing('asks for force before it deletes');
    // What `-e` names counts as ignored, and `-X` deletes just that.
    const loses: readonly GitContent[] = use.has('-X')
      ? use.has('--exclude')
        ? ['untracked', 'ignored']
        : ['ignored']
      : use.has('-x')
        ? ['untracked', 'ignored']
        : ['untracked'];
    const paths = use.operands.length === 0 ? undefined : use.operands;
    // Only a second force deletes repositories inside this one.
    const inner = use.given.filter(({ name }) => name === '--force').length > 1;
    return [
      git('discard', { loses, paths, ...(inner ? { inner } : {}) }),
      use.operands.map((path) => deletes(path, { recursive: true })),
    ];
  }),
  rm: command(`-n,--dry-run -q,--quiet --cached -f,--force -r --ignore-unmatch --sparse ${pathspec}`, (use) => {
    const files = pathsOf(use, use.operands);
    if (use.has('--dry-run')) return [];
    if (use.has('--cached')) return doing('takes files out of the index');
    const listed = use.has('--pathspec-from-file') && doing('deletes the files of a list');
    const gone = [listed, use.operands.map((path) => deletes(path, { recursive: use.has('-r') }))];
    return use.has('--force') ? [discards(['changes', 'index'], files), gone] : gone;
  }),
  mv: command('-v,--verbose -n,--dry-run -f,--force -k --sparse', (use) => {
    const target = use.operands.at(-1);
    const sources = use.operands.slice(0, -1);
    if (target === undefined || use.has('--dry-run')) return [];
    const why = use.has('--force') ? 'overwrites by force' : undefined;
    return [sources.map((word) => moves(word, target)), { ...writes(target, { from: sources }), why }];
  }),
  'add stage': command(
    `-n,--dry-run -v,--verbose -i,--interactive -p,--patch -U,--unified= --inter-hunk-context= -e,--edit -f,--force -u,--update --renormalize ` +
      `-N,--intent-to-add -A,--all --ignore-removal --refresh --ignore-errors --ignore-missing --sparse --chmod= ${pathspec}`,
    (use) => {
      if (use.has('--dry-run')) return [];
      if (use.has('--force')) return doing('adds files that are to be ignored');
      return changes('adds to the index');
    },
  ),
  apply: command(
    '--exclude= --include= -p= --no-add --stat --numstat --summary --check --index -N,--intent-to-add --cached --unsafe-paths --apply -3,--3way --ours ' +
      '--theirs --union --build-fake-ancestor=write -z -C= --whitespace= --ignore-space-change --ignore-whitespace -R,--reverse --unidiff-zero --reject ' +
      '--allow-overlap -v,--verbose -q,--quiet --inaccurate-eof --recount --directory= --allow-empty --allow-binary-replacement --binary',
    {
      operands: 'read*',
      effects(use) {
        if (use.has('--check', '--numstat', '--summary') && !use.has('--apply')) return [];
        const discarding = takesBack(use);
        if (use.has('--reverse') || discarding)
          return [discarding && discards(['changes']), doing('takes changes back')];
        if (use.has('--unsafe-paths', '--directory')) return doing('writes outside of the directory');
        return use.has('--cached')
          ? changes('adds to the index')
          : [
              changes('changes files by a patch'),
              patchedFiles(
                use,
                use.operands.filter(({ text }) => text !== '-'),
              ),
            ];
      },
    },
  ),
  'read-tree': command(
    '--index-output=write --empty -v,--verbose -m --trivial --aggressive --reset --prefix= -u --exclude-per-directory= -i -n,--dry-run ' +
      '--no-sparse-checkout --debug-unpack --recurse-submodules=? -q,--quiet',
    (use) => {
      if (use.has('--dry-run')) return [];
      return use.has('--reset') && use.has('-u') ? discards(['changes', 'index']) : doing('replaces the index');
    },
  ),
  'checkout-index': command('-a,--all --ignore-skip-worktree-bits -f,--force -q,--quiet -n,--no-create -u,--index -z --stdin --temp --prefix= --stage=', (use) => {
      const prefix = use.value('--prefix');
      if (prefix !== undefined) return writes(prefix, { tree: true });
      if (!use.has('--force') || use.has('--temp')) return changes('writes files of the index that are missing');
      const paths = use.has('--all', '--stdin') || use.operands.length === 0 ? undefined : use.operands;
      return [discards(['changes'], paths), restores(paths ?? [])];
    }), // prettier-ignore
  stash: {
    ...command(pushOptions),
    style: 'strict',
    subcommands: {
      list: { style: 'git', options: logOptions, effects: externalDiff },
      show: {
        style: 'git',
        options: `${logOptions} -u,--include-untracked --only-untracked --no-include-untracked`,
        effects: (use) => [externalDiff(use), (use.afterDashes ?? []).map((path) => reads(path))],
      },
      'apply pop': command('-q,--quiet --index', () => changes('puts changes back')),
      'branch create store': {
        style: 'git',
        options: '* -m,--message=',
        effects: () => changes('puts changes aside or back'),
      },
      drop: command('-q,--quiet', drops),
      clear: command('', drops),
      'push save': pushStash,
    },
    bare: pushStash,
    other: pushStash,
  },
  'update-index': command('*', () => doing('changes the index by hand')),
  'write-tree': command('--missing-ok --prefix=', () => changes('writes an object')),
  'unpack-file': command('', () => changes('writes a temporary file')),
};
