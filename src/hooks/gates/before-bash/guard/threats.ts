import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import type { Effect, EffectOf } from '../../../programs/effect';
import { isReplaceable } from '../../../source/file-kind';
import { bytePath } from '../../../rescue/content';
import type { Discard, Threat } from '../../../rescue/snapshot';
import { effectsOf, gitCommand, type Happening } from '../../../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../../../shell/invocation';
import { isDevice, resolveFile, resolvePath, resolveWord, within } from '../../../shell/paths';
import { foundIn } from '../../../shell/reader/words';
import type { View } from './rule';
import { linkedWorktrees } from '../../../project/place';
import { attempt } from '../../../project/functions';
import { wordSet } from '../../../project/text';

/** What a command may take away, by worktree; a reason where that cannot be told. */
export interface Threats {
  readonly all: readonly Threat[];
  /** Why the effect of a git discard cannot be determined. */
  readonly unclear: string | undefined;
}

type GitEffect = EffectOf<'git'>;

/** Could this effect take something away? Cheap: every command is asked. */
function mayLose(effect: Effect): boolean {
  switch (effect.kind) {
    case 'git':
      return effect.loses !== undefined;
    case 'delete':
    case 'link':
    case 'move':
      return true;
    case 'write':
      return effect.how === 'replace';
    default:
      return false;
  }
}

export function threatsOf(reading: CommandReading, site: Site, view: View): Threats {
  const collecting = new Collection(site, view);
  const happenings = effectsOf(reading).filter(({ invocation }) => !invocation.elsewhere);
  for (const happening of happenings) collecting.add(happening);
  return { all: [...collecting.threats.values()].filter(isReal), unclear: collecting.unclear };
}

interface Growing {
  readonly root: string;
  readonly discards: Discard[];
  stashes: boolean;
  readonly refs: string[];
  worktree: boolean;
}

const isReal = ({ discards, stashes, refs }: Threat): boolean => discards.length > 0 || stashes || refs.length > 0;

/** Everything in a worktree except ignored files. */
const everything = (cwd: string): Discard => ({ how: 'discard', changes: true, index: true, untracked: true, cwd });

class Collection {
  readonly threats = new Map<string, Growing>();
  unclear: string | undefined;
  /** What the line does earlier. */
  private readonly earlier: Happening[] = [];
  private readonly earlierMoves: EffectOf<'move'>[] = [];
  private readonly folders = new Map<string, string | undefined>();

  constructor(
    private readonly site: Site,
    private readonly view: View,
  ) {}

  add(happening: Happening): void {
    if (mayLose(happening.effect)) this.addLoss(happening);
    this.earlier.push(happening);
    if (happening.effect.kind === 'move') this.earlierMoves.push(happening.effect);
  }

  private addLoss({ effect, invocation }: Happening): void {
    switch (effect.kind) {
      case 'git':
        this.addGit(effect, invocation);
        break;
      case 'delete':
        // git's definition already lists the loss.
        if (invocation.program !== 'git') this.addDelete(effect);
        break;
      case 'write':
        if (effect.tree !== true || effect.from?.length === 1) this.addWrite(effect.path, effect.cwd, effect.from?.[0]);
        if (isFromGit(effect) && !this.isInside(effect)) this.unclear ??= 'the file is outside of this project';
        break;
      case 'move':
        if (effect.to !== undefined) this.addWrite(effect.to, effect.cwd, effect.path, effect.path);
        break;
      case 'link':
        if (effect.at !== undefined) this.addWrite(effect.at, effect.cwd, effect.path);
        break;
      default:
    }
  }

  private addGit(effect: GitEffect, invocation: Invocation): void {
    const { loses = [], cwd, ifFile, paths } = effect;
    const isFile = (word: ShellWord) => this.view.isFile(resolveWord(cwd, word) ?? '');
    if (ifFile === true && paths?.some(isFile) !== true) return;
    const place = this.repositoryFor(effect, invocation);
    if (typeof place === 'string') {
      this.unclear ??= place;
      return;
    }
    const threat = this.threatAt(place.root);
    const has = (kind: (typeof loses)[number]) => loses.includes(kind);
    if (effect.act === 'remove-worktree') {
      this.addWorktrees(effect);
      return;
    }
    if (has('stash')) threat.stashes = true;
    if (has('commits') || has('ref')) this.addRefs(threat, effect);
    const inWorktree = has('changes') || has('index') || has('untracked') || has('ignored');
    // What the line itself stashes, adds or moves before is not there yet: everything is looked at.
    const changed =
      (inWorktree || has('stash')) && this.earlier.some((one) => one.invocation !== invocation && changes(one));
    if (changed) threat.discards.push(everything(place.root));
    if (!inWorktree) return;
    const whole = paths === undefined || invocation.openEnded || !areReadable(paths, invocation);
    threat.discards.push({
      how: has('changes') || has('index') ? 'discard' : 'clean',
      changes: has('changes'),
      index: has('index'),
      // A commit that is named may hold files of the same names.
      untracked: has('untracked') || (whole && has('index') && (gitCommand(invocation)?.use.operands.length ?? 0) > 0),
      ignored: has('ignored'),
      inner: effect.inner === true,
      cwd: place.cwd,
      pathspecs: whole ? undefined : paths.flatMap(({ value }) => value ?? []),
    });
  }

  private addRefs(threat: Growing, { refs = [] }: GitEffect): void {
    for (const { value } of refs) {
      if (value === undefined || /^(?:-|@|HEAD)$|@\{/.test(value)) {
        this.unclear ??= 'the command does not say which refs it deletes';
      } else threat.refs.push(value);
    }
    if (refs.length === 0) this.unclear ??= 'it removes commits that only the reflog refers to';
  }

  /** The worktree that git works on; a reason where that is not certain. */
  private repositoryFor({ cwd }: GitEffect, invocation: Invocation): { root: string; cwd: string } | string {
    if (cwd === undefined) return 'the command does not say in which directory it works';
    if (isRedirected(invocation, this.site)) return 'it names the repository by options or variables';
    const there = this.site.at(cwd);
    if (there.git === undefined) return `there is no repository at ${cwd}`;
    return this.isOurs(there) ? { root: there.git.root, cwd: there.cwd } : `${there.root} is outside of this project`;
  }

  private isOurs(there: Site): boolean {
    const own = this.site.git;
    if (there.git === undefined || own === undefined) return false;
    return there.git.repository.commonDir === own.repository.commonDir || within(there.git.root, own.root);
  }

  private addWorktrees({ paths = [], cwd }: GitEffect): void {
    for (const { value } of paths) {
      const named = value === undefined ? [] : this.worktreesNamed(value, cwd);
      const [place] = named;
      const there = place === undefined ? undefined : this.worktreeAt(place);
      if (there !== undefined && named.length === 1) this.addWorktree(there);
      else if (value === undefined || cwd === undefined || named.length > 0) {
        this.unclear ??= 'it is unclear which worktree it removes';
      }
    }
  }

  /** Git takes a path, or the end of one. */
  private worktreesNamed(name: string, cwd: string | undefined): readonly string[] {
    const place = resolvePath(cwd, name);
    const own = (cwd === undefined ? this.site : this.site.at(cwd)).git;
    if (own === undefined) return [];
    const all = linkedWorktrees(own.repository.commonDir);
    const exact = all.filter((one) => place !== undefined && real(one) === real(place));
    return exact.length > 0 ? exact : all.filter((one) => one.endsWith(`/${name}`));
  }

  private addWorktree(there: Site): void {
    const threat = this.threatAt(there.root);
    threat.worktree = true;
    threat.discards.push({ ...everything(there.root), ignored: true, inner: true });
  }

  /** A linked worktree of this repository, by its top. */
  private worktreeAt(place: string): Site | undefined {
    const there = this.site.at(place);
    const isTop = there.git?.repository.linked === true && there.root === real(place);
    return isTop && this.isOurs(there) ? there : undefined;
  }

  private addDelete(effect: EffectOf<'delete'>): void {
    if (effect.trash === true) return;
    const found = foundIn(effect.path);
    if (found !== undefined) {
      for (const root of found.roots) this.addRemoved(root, found.cwd, effect.recursive);
      return;
    }
    // A name that the command computes may be any folder of the project.
    if (effect.path.value === undefined && effect.recursive && effect.cwd !== undefined && !isTemporary(effect.path)) {
      const there = this.site.at(effect.cwd);
      if (there.git !== undefined && this.isOurs(there)) {
        this.threatAt(there.root).discards.push(everything(there.root));
      }
      return;
    }
    this.addRemoved(effect.path, effect.cwd, effect.recursive);
    for (const before of this.earlierMoves) this.addRemoved(before.path, before.cwd, true);
  }

  private addRemoved(word: ShellWord, cwd: string | undefined, recursive: boolean): void {
    const place = resolveWord(cwd, word);
    if (place === undefined) return;
    if (!word.glob) {
      const worktree = recursive ? this.worktreeAt(place) : undefined;
      if (worktree !== undefined) {
        this.addWorktree(worktree);
        return;
      }
    }
    this.addPlace(place, word.glob, recursive);
  }

  /** A file that is there already is lost to the one that takes its place; in a folder, the one of the same name. */
  private addWrite(word: ShellWord, cwd: string | undefined, from: ShellWord | undefined, moved?: ShellWord): void {
    const place = resolveFile(cwd, word);
    if (place === undefined || isDevice(place)) return;
    const kind = statOf(place);
    const name = kind === 'folder' && from?.value !== undefined ? path.posix.basename(from.value) : undefined;
    const target = name === undefined ? place : `${place}/${name}`;
    if ((name === undefined ? kind : statOf(target)) !== 'file') return;
    this.addPlace(real(target) ?? target, false, false);
    const source = moved && resolveFile(cwd, moved);
    if (source !== undefined) this.addPlace(source, false, false, true);
  }

  private addPlace(place: string, glob: boolean, recursive: boolean, along = false): void {
    const fixed = glob ? place.slice(0, place.search(/[*?[]/)).replace(/[^/]*$/, '') : path.dirname(place);
    if (!this.folders.has(fixed)) this.folders.set(fixed, real(fixed));
    const folder = this.folders.get(fixed);
    const there = folder === undefined ? undefined : this.site.at(folder);
    if (folder === undefined || there?.git === undefined || !this.isOurs(there)) return;
    const rest = glob ? place.slice(fixed.length) : path.basename(place);
    const inside = path.posix.relative(there.root, `${folder}/${rest}`);
    if (inside === '' || inside.startsWith('..') || isReplaceable(inside, false)) return;
    this.threatAt(there.root).discards.push({
      how: 'remove',
      changes: true,
      untracked: true,
      ignored: true,
      inner: recursive,
      cwd: there.root,
      pathspecs: glob ? [`:(top,glob)${inside}`, `:(top,glob)${inside}/**`] : [`:(top,literal)${inside}`],
      ...(glob ? {} : { removed: [bytePath(inside)] }),
      ...(along ? { along } : {}),
    });
  }

  private isInside({ path: word, cwd }: EffectOf<'write'>): boolean {
    const place = resolveWord(cwd, word);
    return place !== undefined && this.isOurs(this.site.at(path.dirname(place)));
  }

  private threatAt(root: string): Growing {
    const known = this.threats.get(root);
    if (known !== undefined) return known;
    const made: Growing = { root, discards: [], stashes: false, refs: [], worktree: false };
    this.threats.set(root, made);
    return made;
  }
}

/** Is the written content a committed one? */
function isFromGit({ content, from = [] }: EffectOf<'write'>): boolean {
  const inWords = from.flatMap(({ parts }) => parts.map((part) => (part.kind === 'unknown' ? part.stream : undefined)));
  return [content, ...inWords].some((stream) => stream?.kind === 'git');
}

/** Does it change the worktree, the index or the stashes? */
const changes = ({ effect }: Happening): boolean =>
  ['write', 'delete', 'move', 'change'].includes(effect.kind) || (effect.kind === 'git' && effect.act !== 'switch');

/** Paths that `git status` reads as the command does. */
function areReadable(paths: readonly ShellWord[], invocation: Invocation): boolean {
  const command = gitCommand(invocation);
  const special = /^--(?:literal|glob|noglob|icase)-pathspecs$/;
  if (command?.use.has('--pathspec-from-file') === true) return false;
  if (command?.globals.given.some(({ name }) => special.test(name)) === true) return false;
  return paths.length > 0 && paths.length < 500 && paths.every(({ value }) => value !== undefined);
}

/** Options and variables that lead git to another repository, worktree or index than its directory says. */
const redirecting =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|NAMESPACE|ALTERNATE_OBJECT_DIRECTORIES)$/;

function isRedirected(invocation: Invocation, site: Site): boolean {
  const globals = gitCommand(invocation)?.globals;
  if (globals?.has('--git-dir', '--work-tree', '--namespace', '--bare') === true) return true;
  if (globals?.values('-c').some(({ text }) => /^core\.(?:worktree|bare)/i.test(text)) === true) return true;
  if (invocation.assignments.some(({ name }) => redirecting.test(name))) return true;
  return Object.keys(site.env).some((name) => redirecting.test(name));
}

/** `$(mktemp -d)`. */
const isTemporary = ({ text }: ShellWord): boolean => /mktemp|TMPDIR|TEMP/.test(text);

function statOf(place: string): 'file' | 'folder' | undefined {
  try {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return 'folder';
    // An empty file is no loss.
    return stats?.isFile() === true && stats.size > 0 ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

const real = (place: string): string | undefined => attempt(() => realpathSync.native(place));

/** Rules that do not apply if a snapshot exists or nothing would be lost. */
export const rescuedRules = wordSet('git-discard git-clean git-stash git-branch-delete git-worktree-remove');

/** What to do before a command that loses work. Gates that run by name and the harness refuse it, like the original hooks. */
export function rescuePolicy({ config, requestedByName }: Site): 'snapshot-then-run' | 'refuse' | 'off' {
  const { policy } = config.settings.rescue;
  if (policy !== 'profile') return policy;
  return !requestedByName && config.profile === 'standard' ? 'snapshot-then-run' : 'off';
}

export const rescues = (site: Site): boolean => site.git !== undefined && rescuePolicy(site) !== 'off';

/** Could the command remove anything? Most cannot, and need nothing loaded. */
export const couldLose = (reading: CommandReading): boolean =>
  effectsOf(reading).some(({ effect, invocation }) => !invocation.elsewhere && mayLose(effect));
