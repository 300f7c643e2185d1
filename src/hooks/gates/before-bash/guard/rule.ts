import { statSync } from 'node:fs';
import type { Effect, EffectOf, GitAct } from '../../../programs/effect';
import { shownInvocation } from '../../../shell/effects';
import type { CommandReading, Invocation } from '../../../shell/invocation';
import type { PreToolUse } from '../../../protocol/call';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { readText, namesIn } from '../../../project/read-file';
import { resolvePath, within } from '../../../shell/paths';
import { wildcard } from '../../../project/pattern';

/** The rules in force: every `standard` rule always, the `strict` ones only where `guard.strictness` says so. */
export type Strictness = 'standard' | 'strict';

/** What a rule may know about the machine and the repository. */
export interface View {
  readonly strict: boolean;
  /** Worktree tops that count as the project: removing inside them is ordinary work. */
  readonly roots: readonly string[];
  readonly home: string;
  /** Directories for throw-away files. */
  readonly temporary: readonly string[];
  /** The tool by which a client types into a running command unseen. */
  readonly typesUnseen?: string | undefined;
  /** Is this branch in `branches.protected`? The agent may not commit to it, move it or overwrite it. */
  isProtected(branch: string): boolean;
  /** The branch that is checked out at a directory; undefined when detached or outside a repository. */
  branchAt(directory: string | undefined): string | undefined;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Is this a linked worktree, or a folder of the project with linked worktrees in it? */
  holdsWorktree(path: string): boolean;
}

interface RuleBase {
  /** Public: documentation, allow-once and the decision log name it. */
  readonly id: string;
  readonly level: Strictness;
}

/** A rule about one effect of a program, whichever program has it. */
export interface EffectRule<Kind extends Effect['kind'] = Effect['kind']> extends RuleBase {
  readonly kind: Kind;
  check(effect: EffectOf<Kind>, invocation: Invocation, view: View): Objection | undefined;
}

/** States an effect rule with the kind that its check is about. */
export function effectRule<Kind extends Effect['kind']>(
  id: string,
  kind: Kind,
  check: EffectRule<Kind>['check'],
  level: Strictness = 'standard',
): EffectRule {
  return {
    id,
    level,
    kind,
    check: (effect, invocation, view) =>
      effect.kind === kind ? check(effect as EffectOf<Kind>, invocation, view) : undefined,
  };
}

/** All rules together; returns the first objection. */
export type Policy = (reading: CommandReading, view: View) => RuledObjection | undefined;

/** A rule about a whole line. */
export interface LineRule extends RuleBase {
  /** `judge` is the whole policy, for text of the line that other programs will run. */
  readonly checkLine: (reading: CommandReading, view: View, judge: Policy) => Objection | undefined;
}

export const lineRule = (id: string, checkLine: LineRule['checkLine'], level: Strictness = 'standard'): LineRule => ({
  id,
  level,
  checkLine,
});

/** What a rule objects to. */
export interface Objection {
  /** The part of the command it is about, as written. */
  readonly part: string;
  /** Why, in one sentence. */
  readonly why: string;
  /** What to run or do instead. */
  readonly instead: string;
}

/** An objection and the id of its rule. */
export interface RuledObjection extends Objection {
  readonly rule: string;
}

/** An objection to a part of the command, or to an invocation as a person would write it. */
export const objection = (about: Invocation | string, why: string, instead: string): Objection => ({
  part: typeof about === 'string' ? about : shownInvocation(about),
  why,
  instead,
});

/** A change of one stretch of the command; every other byte stays. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What the person and the model are told. */
  readonly says: string;
}

/** Applies edits that do not overlap; insertions come before what is replaced there. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

/** Characters that mean the same inside and outside of every kind of quotes. */
export const isPlain = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text);

/** A path as one shell word; double quotes where they suffice, as people write them. */
export function asShellWord(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replace(/'/g, "'\\''")}'` : `"${text}"`;
}

export type GitEffect = EffectOf<'git'>;

/** A rule about some of the things that git does. */
export function gitRule(
  id: string,
  acts: readonly GitAct[],
  check: EffectRule<'git'>['check'],
  level: Strictness = 'standard',
): EffectRule {
  return effectRule(
    id,
    'git',
    (effect, invocation, view) => (acts.includes(effect.act) ? check(effect, invocation, view) : undefined),
    level,
  );
}

/** A rule that refuses every one of these acts, whatever it is about. */
export const refused = (
  id: string,
  acts: readonly GitAct[],
  why: string,
  way: string,
  level?: Strictness,
): EffectRule => gitRule(id, acts, (_effect, invocation) => objection(invocation, why, way), level);

/** The branch that is checked out where git works; another machine's is not known here. */
export function branchHere(effect: GitEffect, invocation: Invocation, view: View): string | undefined {
  return invocation.elsewhere ? undefined : view.branchAt(effect.cwd);
}

export function viewOf(site: Site, call: Pick<PreToolUse, 'scratchpadDir' | 'typesUnseen'>): View {
  const patterns = site.config.settings.branches.protected.map(wildcard);
  const temporary = ['/tmp', '/var/tmp', '/var/folders'].flatMap((folder) => [folder, `/private${folder}`]);
  temporary.push('/dev/shm');
  for (const extra of [site.env.TMPDIR, call.scratchpadDir]) {
    const path = extra === undefined ? undefined : resolvePath('/', extra);
    if (path !== undefined && path !== '/') temporary.push(path);
  }
  const branches = new Map<string, string | undefined>();
  return {
    strict: site.config.settings.guard.strictness === 'strict',
    roots: [
      ...new Set([site.root, site.cwd].filter((root) => root !== personHome(site.env) || site.git !== undefined)),
    ],
    home: personHome(site.env),
    temporary,
    typesUnseen: call.typesUnseen,
    isProtected: (branch) => patterns.some((matches) => matches(branch)),
    branchAt(directory) {
      // A directory that cannot be known is judged as the one the command starts in.
      if (directory === undefined) return site.git?.branch();
      if (!branches.has(directory)) {
        const git = directory === site.cwd ? site.git : site.at(directory).git;
        branches.set(directory, git?.branch());
      }
      return branches.get(directory);
    },
    isFile: (path) => kindOf(path) === 'file',
    isDirectory: (path) => kindOf(path) === 'directory',
    holdsWorktree: (path) =>
      isWorktree(path) || (within(path, site.root) && foldersIn(path).some((name) => isWorktree(`${path}/${name}`))),
  };
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? 'file' : stats?.isDirectory() === true ? 'directory' : undefined;
  } catch {
    // A parent of the path is a file, or not readable.
    return undefined;
  }
}

/** In a linked worktree `.git` is a file that names its folder in the main repository. */
function isWorktree(path: string): boolean {
  return kindOf(`${path}/.git`) === 'file' && (readText(`${path}/.git`) ?? '').includes('/worktrees/');
}

function foldersIn(path: string): readonly string[] {
  if (kindOf(path) !== 'directory' || kindOf(`${path}/.git`) === 'directory') return [];
  return namesIn(path).slice(0, 200);
}
