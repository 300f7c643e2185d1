import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { defaultTarget, recipe } from '../../../programs/makefile';
import { scriptText } from '../../../programs/manifest';
import { readText } from '../../../project/read-file';
import { gitCommand, shownInvocation, type GitCommand } from '../../../shell/effects';
import type { CommandReading, Invocation } from '../../../shell/invocation';
import { readCommand } from '../../../shell/read-command';
import { contextOf } from '../../../shell/shared-reading';
import { upward } from '../../../source/local-tool';
import { gitWritten, type View } from './rule';

/** Something in a command that makes a commit. */
export interface Commit {
  readonly act: 'commit' | 'merge';
  /** Where; undefined where that cannot be known. */
  readonly cwd: string | undefined;
  /** As written, with what leads to it. */
  readonly part: string;
  /** Present where it is `git commit` itself. */
  readonly command?: GitCommand;
}

/** Every commit that a command would make: by git, by an alias, by a tool, or by a script that it runs. */
export function commitsOf(reading: CommandReading, site: Site, view: View): readonly Commit[] {
  return commitsIn(reading, site, view, { depth: 0, seen: new Set() });
}

interface Search {
  readonly depth: number;
  readonly seen: Set<string>;
}

/** Scripts that start scripts are followed so far. */
const deepest = 3;

function commitsIn(reading: CommandReading, site: Site, view: View, search: Search): readonly Commit[] {
  return reading.invocations.flatMap((one) => {
    if (one.elsewhere) return [];
    const command = gitCommand(one);
    if (command !== undefined) return byGit(command, view);
    if (writesBranch(one)) return [{ act: 'commit', cwd: one.cwd, part: shownInvocation(one) } as const];
    if (isReleaseTool(one)) return [{ act: 'commit', cwd: one.cwd, part: shownInvocation(one) } as const];
    return byScript(one, site, view, search);
  });
}

function byGit(command: GitCommand, view: View): readonly Commit[] {
  if (command.prints) return [];
  const act = actOf(command, view);
  if (act === undefined) return [];
  return [{ act, cwd: command.cwd, part: gitWritten(command), ...(command.name === 'commit' ? { command } : {}) }];
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
const copying: ReadonlySet<string> = new Set(['cp', 'mv', 'tee', 'install', 'dd', 'ln', 'rsync']);

const releaseTools: ReadonlySet<string> = new Set(
  'standard-version release-it semantic-release bumpversion bump2version bump-my-version git-cz commit-and-tag-version np'.split(
    ' ',
  ),
);
const withRelease: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'lerna', 'cargo', 'cz']);

/** Tools that raise a version commit what they changed. */
function isReleaseTool({ program = '', args }: Invocation): boolean {
  if (!releaseTools.has(program) && !withRelease.has(program)) return false;
  const words = args.map(({ text }) => text);
  if (words.some((word) => /^(?:--help|--dry-run|--no-git-tag-version|--no-commit)$/.test(word))) return false;
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  if (program === 'npm' || program === 'pnpm' || program === 'yarn') return first === 'version' && second !== undefined;
  if (program === 'lerna') return first === 'version' || first === 'publish';
  if (program === 'cargo') return first === 'release';
  if (program === 'cz') return first === 'commit' || first === 'c' || first === 'bump';
  return true;
}

/** Names a commit in code that is no shell's: by git's own words, or by a library's. */
const commitsInCode =
  /\bgit\b["'\s,[\]]{1,12}(?:-[cC]["'\s,]{1,8}\S{1,80}["'\s,]{1,8})*(?:commit|commit-tree|cherry-pick|revert|am|merge|update-ref)\b|\b(?:create_commit|createCommit|porcelain\.commit|index\.commit|git\.commit)\s*\(/;

function byScript(one: Invocation, site: Site, view: View, search: Search): readonly Commit[] {
  if (search.depth >= deepest) return [];
  return innerScripts(one, site).flatMap((script) => {
    const key = `${script.file}\0${script.label}`;
    if (search.seen.has(key)) return [];
    search.seen.add(key);
    return commitsInScript(script, site, view, search).map((commit) => ({
      act: commit.act,
      cwd: commit.cwd,
      part: `${shownInvocation(one)} → ${commit.part}`,
    }));
  });
}

function commitsInScript(script: InnerScript, site: Site, view: View, search: Search): readonly Commit[] {
  if (script.kind === 'code') {
    const found = commitsInCode.exec(script.text)?.[0];
    return found === undefined ? [] : [{ act: 'commit', cwd: script.cwd, part: found }];
  }
  if (!/git|make|npm|pnpm|yarn|bun|sh\b|python|node|\.\//.test(script.text)) return [];
  const reading = readCommand(script.text, { ...contextOf(site), cwd: script.cwd });
  return commitsIn(reading, site, view, { ...search, depth: search.depth + 1 });
}

/** Text that a command runs without naming it: a package.json script, a Makefile's recipe, a script file. */
interface InnerScript {
  readonly file: string;
  /** The script's or target's name; empty for a whole file. */
  readonly label: string;
  readonly kind: 'shell' | 'code';
  readonly text: string;
  /** Where it runs. */
  readonly cwd: string;
}

const shells = /^(?:ba|z|da|k|a)?sh$/;
const interpreters = /^(?:node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|Rscript)$/;
/** Programs whose output says nothing: `.` and `source` run a file in the shell itself. */
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const sourcing: ReadonlySet<string> = new Set(['.', 'source']);
const maxBytes = 512 * 1024;

/** What lies behind an invocation, as far as files say. */
function innerScripts(one: Invocation, site: Site): readonly InnerScript[] {
  const cwd = one.cwd ?? site.cwd;
  const { program = '' } = one;
  const known = packageManagers.has(program) || program === 'make' || program === 'gmake' || interpreters.test(program);
  if (!known && !shells.test(program) && !sourcing.has(program) && one.name.value?.includes('/') !== true) return [];
  const words = one.args.map(({ value }) => value ?? '');
  if (packageManagers.has(program)) return packageScript(program, words, cwd, site);
  if (program === 'make' || program === 'gmake') return targets(words, cwd);
  const inline = interpreters.test(program) ? inlineCode(words) : undefined;
  if (inline !== undefined) return [{ file: '', label: inline, kind: 'code', text: inline, cwd }];
  const runs = shells.test(program) || sourcing.has(program) || interpreters.test(program);
  const name = runs ? words.find((word) => !word.startsWith('-')) : (one.name.value ?? '');
  if (name === undefined || (!runs && !name.includes('/'))) return [];
  return wholeFile(path.resolve(cwd, name), program, cwd);
}

function wholeFile(file: string, program: string, cwd: string): readonly InnerScript[] {
  const text = readText(file, { maxBytes });
  if (text === undefined || text.includes('\0')) return [];
  const shebang = /^#!.*?(\w[\w.]*)(?:\s|$)/.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? '';
  const isShell =
    shells.test(program) ||
    sourcing.has(program) ||
    (!interpreters.test(program) && !/python|node|ruby|perl|php/.test(shebang));
  return [{ file, label: '', kind: isShell ? 'shell' : 'code', text, cwd }];
}

function packageScript(program: string, words: readonly string[], cwd: string, site: Site): readonly InnerScript[] {
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
  const runs = /^(?:run|run-script)$/.test(first);
  const short = program !== 'npm' || /^(?:test|t|start|stop|restart)$/.test(first);
  const name = runs ? second : short ? (first === 't' ? 'test' : first) : '';
  for (const folder of name === '' ? [] : upward(cwd, site.root)) {
    const file = path.join(folder, 'package.json');
    const manifest = readText(file, { maxBytes });
    const text = manifest === undefined ? undefined : scriptText(manifest, name);
    if (text !== undefined) return [{ file, label: name, kind: 'shell', text, cwd: folder }];
    if (manifest !== undefined) return [];
  }
  return [];
}

function targets(words: readonly string[], cwd: string): readonly InnerScript[] {
  const at = words.findIndex((word) => word === '-C');
  const folder = at < 0 ? cwd : path.resolve(cwd, words[at + 1] ?? '');
  const named = words[words.findIndex((word) => word === '-f') + 1];
  const names = words.includes('-f') && named !== undefined ? [named] : ['GNUmakefile', 'makefile', 'Makefile'];
  const file = names
    .map((name) => path.resolve(folder, name))
    .find((name) => readText(name, { maxBytes }) !== undefined);
  const makefile = file === undefined ? undefined : readText(file, { maxBytes });
  if (file === undefined || makefile === undefined) return [];
  const wanted = words.filter(
    (word, index) => /^[\w./-]+$/.test(word) && !word.startsWith('-') && !/^-[Cf]$/.test(words[index - 1] ?? ''),
  );
  const all = wanted.length === 0 ? [defaultTarget(makefile) ?? ''] : wanted;
  return all.flatMap((label) => {
    const text = recipe(makefile, label);
    return text === undefined ? [] : [{ file, label, kind: 'shell' as const, text, cwd: folder }];
  });
}

function inlineCode(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-(?:c|e|p|pe|r)$|^--(?:eval|print)$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}
