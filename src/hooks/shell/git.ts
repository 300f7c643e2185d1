import type { Assignment, Invocation, ShellWord } from './invocation';
import { resolvePath } from './paths';
import { dropStart } from './reader/words';

/** A git command taken apart: what stands before the subcommand, and the subcommand's own words. */
export interface GitGlobals {
  readonly subcommand: ShellWord | undefined;
  /** Behind the subcommand. */
  readonly args: readonly ShellWord[];
  /** `-C` directories in order. */
  readonly directories: readonly ShellWord[];
  readonly gitDir: ShellWord | undefined;
  readonly workTree: ShellWord | undefined;
  /** `-c key=value`; keys in lower case. */
  readonly config: readonly (readonly [string, string])[];
  /** Words before the subcommand. */
  readonly length: number;
  /** `--help`, `--version`, … : git only prints. */
  readonly prints: boolean;
}

const withValue: ReadonlySet<string> = new Set([
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--super-prefix',
  '--config-env',
  '--attr-source',
  '--list-cmds',
]);

export function readGlobals(words: readonly ShellWord[]): GitGlobals {
  const directories: ShellWord[] = [];
  const config: (readonly [string, string])[] = [];
  let gitDir: ShellWord | undefined;
  let workTree: ShellWord | undefined;
  let prints = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !word.text.startsWith('-') || word.text === '-') break;
    const equals = word.text.indexOf('=');
    const name = word.text.startsWith('--') && equals > 0 ? word.text.slice(0, equals) : word.text;
    let value = name === word.text ? undefined : dropStart(word, equals + 1);
    if (/^-[cC]/.test(word.text)) value = word.text.length > 2 ? dropStart(word, 2) : words[++at];
    else if (value === undefined && withValue.has(name)) value = words[++at];
    if (word.text.startsWith('-C') && value !== undefined) directories.push(value);
    else if (word.text.startsWith('-c') && value !== undefined) config.push(setting(value.text));
    else if (name === '--git-dir') gitDir = value;
    else if (name === '--work-tree') workTree = value;
    else if (
      ['--help', '-h', '--version', '-v', '--exec-path', '--html-path', '--man-path', '--info-path'].includes(word.text)
    )
      prints = true;
  }
  return {
    subcommand: words[at],
    args: words.slice(at + 1),
    directories,
    gitDir,
    workTree,
    config,
    length: at,
    prints,
  };
}

function setting(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals < 0 ? [text.toLowerCase(), 'true'] : [text.slice(0, equals).toLowerCase(), text.slice(equals + 1)];
}

/** Every setting that this one command is given, by `-c` and by environment. */
export function gitSettings(
  words: readonly ShellWord[],
  assignments: readonly Assignment[],
): readonly (readonly [string, string])[] {
  const found = [...readGlobals(words).config];
  const value = (name: string) => assignments.find((entry) => entry.name === name)?.value?.text;
  const count = Math.min(Number(value('GIT_CONFIG_COUNT') ?? 0) || 0, 50);
  for (let i = 0; i < count; i++) {
    const key = value(`GIT_CONFIG_KEY_${i}`);
    if (key !== undefined) found.push([key.toLowerCase(), value(`GIT_CONFIG_VALUE_${i}`) ?? '']);
  }
  for (const [, entry] of (value('GIT_CONFIG_PARAMETERS') ?? '').matchAll(/'([^']*(?:'='[^']*)?)'/g)) {
    if (entry !== undefined) found.push(setting(entry.replace("'='", '=')));
  }
  return found;
}

/** Aliases that this one command brings along, by lower-case name. */
export function gitAliases(
  words: readonly ShellWord[],
  assignments: readonly Assignment[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of gitSettings(words, assignments)) {
    if (key.startsWith('alias.')) found.set(key.slice('alias.'.length), value);
  }
  return found;
}

/** A git invocation read for judging. */
export interface GitCommand extends GitGlobals {
  /** Undefined where it cannot be known. */
  readonly name: string | undefined;
  /** The directory git works in, after `-C`; undefined where it cannot be known. */
  readonly cwd: string | undefined;
}

/** Many rules ask about the same invocation. */
const commands = new WeakMap<Invocation, GitCommand>();

export function gitCommand(invocation: Invocation): GitCommand | undefined {
  if (invocation.program !== 'git') return undefined;
  const known = commands.get(invocation);
  if (known !== undefined) return known;
  const command = readGitCommand(invocation);
  commands.set(invocation, command);
  return command;
}

function readGitCommand(invocation: Invocation): GitCommand {
  const globals = readGlobals(invocation.args);
  let cwd = invocation.cwd;
  for (const directory of globals.directories) {
    if (directory.value === '') continue;
    cwd = directory.value === undefined ? undefined : resolvePath(cwd, directory.value);
  }
  const given = (name: string) => invocation.assignments.find((entry) => entry.name === name)?.value;
  const workTree = globals.workTree ?? given('GIT_WORK_TREE');
  const gitDir = globals.gitDir ?? given('GIT_DIR');
  if (workTree !== undefined) {
    cwd = workTree.value === undefined ? undefined : resolvePath(cwd, workTree.value);
  } else if (gitDir !== undefined) {
    // A repository named by its git directory is the one around it.
    const path = gitDir.value === undefined ? undefined : resolvePath(cwd, gitDir.value);
    cwd = path?.endsWith('/.git') === true ? path.slice(0, -'/.git'.length) : path;
  }
  return { ...globals, name: globals.subcommand?.value?.toLowerCase(), cwd };
}

/** What git knows itself: an alias cannot replace these. */
export const gitSubcommands: ReadonlySet<string> = new Set(
  (
    'add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap ' +
    'check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config ' +
    'count-objects credential credential-cache credential-store daemon describe diagnose diff diff-files diff-index diff-tree difftool ' +
    'fast-export fast-import fetch fetch-pack filter-branch filter-repo fmt-merge-msg for-each-ref for-each-repo format-patch fsck ' +
    'fsmonitor--daemon gc get-tar-commit-id grep gui hash-object help hook index-pack init init-db instaweb interpret-trailers last-modified log ' +
    'ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file ' +
    'merge-ours merge-recursive merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes ' +
    'pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack ' +
    'reflog refs remote repack replace replay request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack ' +
    'shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree switch symbolic-ref ' +
    'tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit ' +
    'verify-pack verify-tag version whatchanged worktree write-tree lfs svn p4'
  ).split(' '),
);
