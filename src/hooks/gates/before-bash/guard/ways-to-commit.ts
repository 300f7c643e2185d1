import { readText } from '../../../project/read-file';
import { gitCommand, shownInvocation, shownWords, type GitCommand } from '../../../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../../../shell/invocation';
import { resolveWord } from '../../../shell/paths';
import { wordSet } from '../../../project/text';
import type { View } from './rule';

export interface Commit {
  readonly act: 'commit' | 'merge';
  /** Where; undefined if that cannot be known. */
  readonly cwd: string | undefined;
  /** As written, with what leads to it. */
  readonly part: string;
  /** Present where it is `git commit` itself. */
  readonly command?: GitCommand;
}

/** Every commit that a command would make: by git, by an alias, by a tool, or by code that it runs. */
export function commitsOf(reading: CommandReading, view: View): readonly Commit[] {
  return reading.invocations.flatMap((one) => {
    if (one.elsewhere) return [];
    const command = gitCommand(one);
    if (command !== undefined) return byGit(command, one.cwd, view);
    if (writesBranch(one)) return [{ act: 'commit', cwd: one.cwd, part: shownInvocation(one) } as const];
    const act = actOfTool(one);
    if (act !== undefined) return [{ act, cwd: one.cwd, part: shownInvocation(one) }];
    return byCode(one);
  });
}

function byGit(command: GitCommand, from: string | undefined, view: View): readonly Commit[] {
  if (command.prints) return [];
  const act = actOf(command, view);
  if (act === undefined) return [];
  return [
    {
      act,
      cwd: repositoryOf(command, from),
      part: shownWords(['git', command.name ?? '', ...command.args], 160),
      ...(command.name === 'commit' ? { command } : {}),
    },
  ];
}

/** The commit is the repository's, also where its files are taken from another folder: `--git-dir=.git --work-tree=/tmp`. */
function repositoryOf({ cwd, globals }: GitCommand, from: string | undefined): string | undefined {
  const store = globals.value('--git-dir') ?? globals.at.variable?.('GIT_DIR');
  const folder = resolveWord(from, store);
  return folder?.endsWith('/.git') === true ? folder.slice(0, -'/.git'.length) : cwd;
}

/** What a git command does to the branch, by its words. */
function actOf(command: GitCommand, view: View): Commit['act'] | undefined {
  const read = command.use;
  const has = (...names: readonly string[]) => read.has(...names);
  switch (command.name) {
    case 'commit':
      return has('--dry-run', '--short', '--porcelain', '--long') ? undefined : 'commit';
    case 'merge':
      return has('--abort', '--quit') ? undefined : 'merge';
    case 'pull':
      return pulls(command, view) ? 'merge' : undefined;
    case 'cherry-pick':
    case 'revert':
      return has('--abort', '--quit', '-n', '--no-commit') ? undefined : 'commit';
    case 'am':
      return has('--abort', '--quit', '--show-current-patch') ? undefined : 'commit';
    case 'rebase':
      return has('--continue') ? 'commit' : undefined;
    case 'commit-tree':
    case 'fast-import':
    case 'citool':
      return 'commit';
    case 'update-ref':
      return movesBranch(
        read.operands.map(({ text }) => text),
        has('-d', '--delete'),
        has('--stdin'),
      )
        ? 'commit'
        : undefined;
    case 'absorb':
      return has('--dry-run', '-n') ? undefined : 'commit';
    case 'cz':
      return 'commit';
    case 'subtree':
      return /^(?:add|merge|pull)$/.test(read.operands[0]?.text ?? '') ? 'merge' : undefined;
    default:
      return undefined;
  }
}

function movesBranch([ref = '']: readonly string[], deletes: boolean, fromInput: boolean): boolean {
  return fromInput || (!deletes && /^(?:HEAD|refs\/heads\/.*)$/.test(ref));
}

/** Pulling a branch's own upstream keeps up; pulling something else into a protected branch is a merge. */
function pulls(command: GitCommand, view: View): boolean {
  const read = command.use;
  if (read.has('--dry-run')) return false;
  const [from, ...names] = read.operands;
  const branch = view.branchAt(command.cwd);
  const other =
    from !== undefined &&
    (from.text === '.' || names.some((name) => name.text.replace(/^refs\/heads\//, '') !== branch));
  return branch !== undefined && view.isProtected(branch) && other;
}

/** A ref that is written as a file. */
function writesBranch({ redirects, args, program = '' }: Invocation): boolean {
  if (redirects.some(({ operator, target }) => operator.startsWith('>') && isRef(target?.text))) return true;
  return copying.has(program) && args.some(({ text }) => isRef(text.replace(/^of=/, '')));
}

const isRef = (text = ''): boolean => /(?:^|\/)\.git\/(?:HEAD|packed-refs|refs\/heads\/.+)$/.test(text);
const copying = wordSet('cp mv tee install dd ln rsync');

const always = /^/;
const version = /^version \S/;
/** Tools that commit to a repository of git, or raise a version and commit that, by their words without options. */
const committing: ReadonlyMap<string, RegExp> = new Map([
  ...'standard-version release-it semantic-release bumpversion bump2version bump-my-version git-cz commit-and-tag-version np'
    .split(' ')
    .map((tool) => [tool, always] as const),
  ['npm', version],
  ['pnpm', version],
  ['yarn', version],
  ['lerna', /^(?:version|publish)\b/],
  ['cargo', /^release\b/],
  ['mvn', /\brelease:(?:prepare|perform)\b/],
  ['mvnw', /\brelease:(?:prepare|perform)\b/],
  ['cz', /^(?:commit|c|bump)\b/],
  ['jj', /^(?:commit|ci|squash|split)\b/],
  ['sl', /^(?:commit|ci|amend)\b/],
  ['stg', /^(?:new|refresh)\b/],
  ['gt', /^(?:create|c|modify|m|commit|squash|absorb)\b/],
  ['got', /^(?:commit|ci)\b/],
  ['but', /^commit\b/],
  ['git-absorb', always],
  ['git-town', /^(?:ship|commit|append|hack.*--commit)\b/],
  ['dulwich', /^commit\b/],
]);
/** Where the repository is hosted. */
const merging: ReadonlyMap<string, RegExp> = new Map([
  ['gh', /^pr merge\b/],
  ['glab', /^mr (?:merge|accept)\b/],
]);

/** What a tool that is not git does to the branch. */
function actOfTool({ program = '', args }: Invocation): Commit['act'] | undefined {
  const pattern = committing.get(program) ?? merging.get(program);
  if (pattern === undefined) return undefined;
  const words = args.map(({ text }) => text);
  if (words.some((word) => /^(?:--help|--dry-run|--no-git-tag-version|--no-commit)$/.test(word))) return undefined;
  if (!pattern.test(words.filter((word) => !word.startsWith('-')).join(' '))) return undefined;
  return merging.has(program) ? 'merge' : 'commit';
}

/** Names a commit in code that is no shell's: by git's own words, or by a library's. */
const commitsInCode =
  /\b(?:isomorphic-git|simple-git|nodegit|dulwich|rugged)\b[^]{0,4000}?\b(?:commit|Commit\.create)\s*\(|\bgit\b["'\s,[\]]{1,12}(?:-[cC]["'\s,]{1,8}\S{1,80}["'\s,]{1,8})*(?:commit|commit-tree|cherry-pick|revert|am|merge|update-ref)\b|\b(?:create_commit|createCommit|porcelain\.commit|index\.commit|git\.commit)\s*\(/;

/** Code of another language: in the words of its interpreter, in a file that it is given, or in a program of the project. */
function byCode(one: Invocation): readonly Commit[] {
  const { effects, name, cwd } = one;
  const code = (effects ?? []).flatMap((effect) => (effect.kind === 'run' ? [effect.code] : []));
  const inline = code.flatMap((one) => (one.form === 'inline' ? [one.text.text] : []));
  const files = code.flatMap((one) => (one.form === 'file' && one.language !== 'sh' ? [one.path] : []));
  const own = effects === undefined && name.value?.includes('/') === true ? [name] : [];
  return [...inline, ...[...files, ...own].flatMap((word) => fileText(word, cwd))].flatMap((text) => {
    const found = commitsInCode.exec(text)?.[0];
    return found === undefined ? [] : [{ act: 'commit', cwd, part: `${shownInvocation(one)} → ${found}` } as const];
  });
}

function fileText(word: ShellWord, cwd: string | undefined): readonly string[] {
  const file = resolveWord(cwd, word);
  const text = file === undefined ? undefined : readText(file, { maxBytes: 512 * 1024 });
  return text === undefined || text.includes('\0') ? [] : [text];
}
