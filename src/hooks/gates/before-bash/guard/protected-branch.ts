import type { GitCommand } from '../../../shell/git';
import type { ShellWord } from '../../../shell/invocation';
import { writtenFiles } from '../../../shell/written-files';
import { gitOptions } from './git-options';
import { gitRule } from './git-losing';
import { gitWritten, objection, type InvocationRule, type LineRule, type Objection, type View } from './rule';

const way = (branch: string): string =>
  `Work on a branch in a worktree of its own (\`git worktree add .worktrees/<name> -b <name>\`) and merge it into ${branch} with tests that pass.`;

const short = (ref: string): string => ref.replace(/^refs\/heads\//, '').replace(/^heads\//, '');

function moves(command: GitCommand, branch: string): Objection {
  return objection(gitWritten(command), `It moves the protected branch ${branch}.`, way(branch));
}

/** Subcommands that put commits on the branch that is checked out, and the switches that only clear up. */
const adding: Readonly<Record<string, readonly string[]>> = {
  'cherry-pick': ['--abort', '--quit', '-n', '--no-commit'],
  revert: ['--abort', '--quit', '-n', '--no-commit'],
  am: ['--abort', '--quit', '--show-current-patch'],
  rebase: ['--abort', '--quit', '--show-current-patch', '--edit-todo'],
};

function committingHere(command: GitCommand, view: View): Objection | undefined {
  const read = gitOptions(command);
  const harmless = adding[command.name ?? ''] ?? [];
  if (read.has(...harmless)) return undefined;
  const named = command.name === 'rebase' ? read.operands[read.has('--root') ? 0 : 1] : undefined;
  const branch = named === undefined ? view.branchAt(command.cwd) : short(named.text);
  return branch !== undefined && view.isProtected(branch) ? moves(command, branch) : undefined;
}

function resettingHere(command: GitCommand, view: View): Objection | undefined {
  const branch = view.branchAt(command.cwd);
  if (branch === undefined || !view.isProtected(branch)) return undefined;
  const read = gitOptions(command);
  const [target, ...paths] = read.operands;
  if (target === undefined || paths.length > 0 || read.afterDashes !== undefined || read.has('-p', '--patch'))
    return undefined;
  const other =
    /^(?:HEAD|@|ORIG_HEAD|FETCH_HEAD)?[~^@{]|^[0-9a-f]{7,64}$|^(?:origin|upstream)\/|^(?:ORIG_HEAD|FETCH_HEAD)$|[~^]\d*$/.test(
      target.text,
    );
  return other ? moves(command, branch) : undefined;
}

function movingByName(command: GitCommand, view: View): Objection | undefined {
  for (const name of targetsOf(command)) {
    if (name !== undefined && view.isProtected(short(name.text))) return moves(command, short(name.text));
  }
  return undefined;
}

/** Branches that a command names in order to point them elsewhere, rename or delete them. */
function targetsOf(command: GitCommand): readonly (ShellWord | undefined)[] {
  const read = gitOptions(command);
  switch (command.name) {
    case 'branch': {
      if (read.has('-d', '--delete', '-D')) return read.operands;
      const moved = read.has('-m', '-M', '--move', '-C', '-c', '--copy');
      if (moved) return read.has('-c', '-C', '--copy') ? read.operands.slice(-1) : read.operands;
      return read.has('-f', '--force') ? read.operands.slice(0, 1) : [];
    }
    case 'checkout':
      return read.values('-B');
    case 'switch':
      return read.values('-C', '--force-create');
    case 'worktree':
      return command.args[0]?.text === 'add' ? read.values('-B') : [];
    case 'update-ref':
      return read.has('--stdin') ? [] : read.operands.filter((word) => word.text.startsWith('refs/heads/')).slice(0, 1);
    case 'fetch':
    case 'pull':
      return read.operands.slice(1).flatMap((word) => refspecTarget(word));
    default:
      return [];
  }
}

/** The local branch that a refspec fills. */
function refspecTarget(word: ShellWord): readonly ShellWord[] {
  const forced = word.text.startsWith('+');
  const text = forced ? word.text.slice(1) : word.text;
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  // `main:main` brings the branch to where it is over there, forward only: that is keeping up, not moving.
  if (!forced && short(text.slice(0, colon)) === short(text.slice(colon + 1))) return [];
  const target = text.slice(colon + 1);
  return target.startsWith('refs/remotes/') || target.startsWith('refs/tags/') ? [] : [{ ...word, text: target }];
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
        return objection(word.raw, `It moves the protected branch ${branch} behind git's back.`, way(branch));
      }
    }
    return undefined;
  },
};

export const protectedBranchRules: readonly InvocationRule[] = [
  gitRule('protected-branch', Object.keys(adding), committingHere),
  gitRule('protected-branch', ['reset'], resettingHere),
  gitRule(
    'protected-branch',
    ['branch', 'checkout', 'switch', 'worktree', 'update-ref', 'fetch', 'pull'],
    movingByName,
  ),
];
