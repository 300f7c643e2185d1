import path from 'node:path';
import { hostOf } from '../programs/parts/address';
import type { Effect } from '../programs/effect';
import { treePattern, wildcard, absolutePattern, type Matcher } from '../project/pattern';
import type { CommandReading, Invocation } from '../shell/invocation';
import { shownInvocation } from '../shell/effects';
import { namesOf, placesOf, candidates, outlineOf, wordsOf, type Words } from './outline';
import type { Patterns, RuleMatch, Rule } from './rule';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import type { PreToolUse } from '../protocol/call';
import { editsOf, isShellTool, shellCommand } from '../protocol/tools';
import { readingAt } from '../shell/shared-reading';

/** One tool call, as rules see it. */
export interface Subject {
  readonly tool: string;
  /** The command of a shell tool. */
  readonly reading?: CommandReading | undefined;
  /** Files that another tool reads or changes, absolute. */
  readonly files: readonly TouchedFile[];
  readonly root: string;
  readonly home: string;
  /** The branch that is checked out at a directory. */
  branchAt(directory: string | undefined): string | undefined;
}

export interface TouchedFile {
  readonly path: string;
  readonly effect: 'read' | 'write';
}

/** Where a rule fits. */
export interface Hit {
  /** The part of the call, as written. */
  readonly part: string;
  readonly invocation?: Invocation | undefined;
}

type RuleMatcher = (subject: Subject) => readonly Hit[];

/**
 * A rule's match as code. A cheap test first excludes commands that it cannot fit; the rest is built when a command
 * passes. All patterns take linear time.
 */
function matcherOf(match: RuleMatch): RuleMatcher {
  const among = candidates(match);
  const aboutEffects = looksAtEffects(match);
  const aboutCommands = aboutEffects || looksAtInvocations(match);
  let built: Parts | undefined;
  const parts = (): Parts => (built ??= partsOf(match));
  return (subject) => {
    const { reading } = subject;
    if (reading === undefined) return parts().tool(subject.tool) ? parts().ofFile(subject) : none;
    if (!aboutCommands) return parts().tool(subject.tool) ? toolHit(subject) : none;
    const outline = outlineOf(reading);
    if (!aboutEffects) {
      const found = among.invocations(outline);
      if (found.length === 0 || !parts().tool(subject.tool)) return none;
      return found.filter((one) => parts().ofInvocation(one, subject)).map(hitOf);
    }
    const happenings = among.happenings(outline);
    if (happenings.length === 0 || !parts().tool(subject.tool)) return none;
    const found = new Set<Invocation>();
    const { ofInvocation, ofEffect } = parts();
    for (const { effect, invocation } of happenings) {
      if (ofInvocation(invocation, subject) && ofEffect(effect, invocation, subject)) found.add(invocation);
    }
    return Array.from(found, hitOf);
  };
}

/** The parts of a match. A part that the rule does not name fits everything. */
interface Parts {
  readonly tool: Matcher;
  readonly ofInvocation: InvocationMatcher;
  readonly ofEffect: EffectMatcher;
  readonly ofFile: RuleMatcher;
}

const partsOf = (match: RuleMatch): Parts => ({
  tool: texts(match.tool),
  ofInvocation: invocationMatcher(match),
  ofEffect: effectMatcher(match),
  ofFile: fileMatcher(match),
});

const none: readonly Hit[] = [];

const hitOf = (invocation: Invocation): Hit => ({ part: shownInvocation(invocation), invocation });
const toolHit = ({ tool, files: [file] }: Subject): readonly Hit[] => [
  { part: file === undefined ? tool : `${tool} ${file.path}` },
];

type InvocationMatcher = (invocation: Invocation, subject: Subject) => boolean;

const looksAtInvocations = ({ program, subcommand, flags, where, branch }: RuleMatch): boolean =>
  [program, subcommand, flags, where, branch].some((value) => value !== undefined);

function invocationMatcher(match: RuleMatch): InvocationMatcher {
  const { program, subcommand, flags, where, branch } = match;
  const ofBranch = branch !== undefined && !looksAtEffects(match) ? texts(branch) : undefined;
  const named = texts(program);
  const verbs = subcommand === undefined ? undefined : subcommandMatcher(subcommand);
  const options = flags === undefined ? undefined : flagMatcher(flags);
  return (invocation, subject) =>
    named(invocation.program ?? '') &&
    (where === undefined || whereOf(invocation) === where) &&
    (verbs === undefined || wordsOf(invocation).operands.some(verbs)) &&
    (options === undefined || options(wordsOf(invocation))) &&
    (ofBranch === undefined || ofBranch(subject.branchAt(invocation.cwd) ?? ''));
}

/** In a new container nothing of value is lost. */
const whereOf = ({ elsewhere, inNewContainer }: Invocation): RuleMatch['where'] =>
  elsewhere && !inNewContainer ? 'elsewhere' : 'here';

/** Words from the first one on: `remote add` fits `git remote add x`. */
function subcommandMatcher(given: Patterns): (words: readonly string[]) => boolean {
  const one = (text: string) => text.split(/\s+/).filter(Boolean).map(wildcard);
  const fits = (wanted: readonly Matcher[]) => (words: readonly string[]) =>
    wanted.length <= words.length && wanted.every((matches, at) => matches(words[at] ?? ''));
  return either(given, (text) => fits(one(text)));
}

/** One of the options has to be given, and none of those after `!`. */
function flagMatcher(given: Patterns): (words: Words) => boolean {
  return either(given, (text) => {
    const matches = wildcard(text);
    return (words) => words.flags.some(matches) || words.has(text);
  });
}

const looksAtEffects = ({ effect, path, host, service, verb }: RuleMatch): boolean =>
  [effect, path, host, service, verb].some((value) => value !== undefined);

type EffectMatcher = (effect: Effect, invocation: Invocation, subject: Subject) => boolean;

function effectMatcher(match: RuleMatch): EffectMatcher {
  const kind = match.effect === undefined ? undefined : either(match.effect, effectPattern);
  const host = match.host === undefined ? undefined : texts(match.host);
  const service = texts(match.service);
  const verb = texts(match.verb);
  const branch = match.branch === undefined ? undefined : texts(match.branch);
  const path = match.path === undefined ? undefined : pathMatcher(match.path);
  const asked = match.service !== undefined || match.verb !== undefined;
  return (effect, invocation, subject) =>
    (kind === undefined || kind(namesOf(effect))) &&
    (!asked || (effect.kind === 'service' && service(effect.system) && verb(effect.verb))) &&
    (host === undefined || hostsOf(effect).some((name) => host(name))) &&
    (path === undefined || touches(effect, kind === undefined, path, subject)) &&
    (branch === undefined || branchesOf(effect, invocation, subject).some((name) => branch(name)));
}

/** `delete` stands for `delete:tree` as well. */
function effectPattern(text: string): (names: readonly string[]) => boolean {
  const matches = wildcard(text);
  return (names) => names.some(matches);
}

function hostsOf(effect: Effect): readonly string[] {
  let hosts = named.get(effect);
  if (hosts === undefined) {
    hosts = hostsNamedBy(effect);
    named.set(effect, hosts);
  }
  return hosts;
}

const named = new WeakMap<Effect, readonly string[]>();

function hostsNamedBy(effect: Effect): readonly string[] {
  const words =
    effect.kind === 'fetch'
      ? [effect.from]
      : effect.kind === 'send'
        ? [effect.to]
        : effect.kind === 'service'
          ? [effect.server]
          : [];
  return words.flatMap((word) => {
    const found =
      word === undefined ? undefined : (hostOf(word.text) ?? /^(?:[^@/]*@)?([\w.-]+):/.exec(word.text)?.[1]);
    return found === undefined ? [] : [found.replace(/^[^@]*@/, '')];
  });
}

function branchesOf(effect: Effect, invocation: Invocation, subject: Subject): readonly string[] {
  const here = subject.branchAt(effect.cwd ?? invocation.cwd);
  const push = effect.kind === 'git' ? effect.push : undefined;
  const pushed = push?.refs.map(({ target }) => target) ?? [];
  return [...pushed, ...(here !== undefined && (push === undefined || push.current) ? [here] : [])];
}

type PathMatcher = (file: string, whole: boolean, subject: Subject) => boolean;

function touches(effect: Effect, changesOnly: boolean, matches: PathMatcher, subject: Subject): boolean {
  const tree = (effect.kind === 'delete' && effect.recursive) || effect.kind === 'move';
  return placesOf(effect, changesOnly).some((file) => matches(file, tree, subject));
}

function pathMatcher(given: Patterns): PathMatcher {
  let built:
    | { readonly root: string; readonly home: string; readonly fits: (file: string, whole: boolean) => boolean }
    | undefined;
  return (file, whole, subject) => {
    const { root, home } = subject;
    if (built?.root !== root || built.home !== home) built = { root, home, fits: fitsTree(given, subject) };
    return built.fits(file, whole);
  };
}

/** `whole`: the folder goes with everything below it. */
function fitsTree(given: Patterns, subject: Subject): (file: string, whole: boolean) => boolean {
  const patterns = (whole: boolean) =>
    either(given, (text) => {
      const { matches, holds } = treePattern(absolutePattern(text, subject));
      return (name: string) => matches(name) || (whole && holds(name));
    });
  const [file, tree] = [patterns(false), patterns(true)];
  return (name, whole) => (whole ? tree : file)(name);
}

/** Tools other than the shell: they have a name and touch files. */
function fileMatcher(match: RuleMatch): RuleMatcher {
  const { program, subcommand, flags, host, service, verb, where } = match;
  if ([program, subcommand, flags, host, service, verb].some((value) => value !== undefined) || where === 'elsewhere') {
    return () => [];
  }
  const kind = match.effect === undefined ? undefined : either(match.effect, effectPattern);
  const path = match.path === undefined ? undefined : pathMatcher(match.path);
  const branch = match.branch === undefined ? undefined : texts(match.branch);
  return (subject) => {
    if (branch !== undefined && !branch(subject.branchAt(undefined) ?? '')) return [];
    if (kind === undefined && path === undefined) return match.tool === undefined ? [] : toolHit(subject);
    return subject.files
      .filter(({ effect }) => (kind === undefined ? effect === 'write' : kind([effect])))
      .filter((file) => path === undefined || path(file.path, false, subject))
      .map((file) => ({ part: `${subject.tool} ${file.path}` }));
  };
}

/** Fits any of the patterns, and none of those that begin with `!`. */
function either<T>(given: Patterns, build: (text: string) => (value: T) => boolean): (value: T) => boolean {
  const all = typeof given === 'string' ? [given] : given;
  const wanted = all.filter((text) => !text.startsWith('!')).map(build);
  const unwanted = all.filter((text) => text.startsWith('!')).map((text) => build(text.slice(1)));
  return (value) =>
    (wanted.length === 0 || wanted.some((fits) => fits(value))) && !unwanted.some((fits) => fits(value));
}

const texts = (given: Patterns | undefined): Matcher => (given === undefined ? () => true : either(given, wildcard));

const built = new WeakMap<Rule, RuleMatcher>();

/** The matcher of a rule, built on first use. */
export function compiled(rule: Rule): RuleMatcher {
  let matcher = built.get(rule);
  if (matcher === undefined) {
    matcher = matcherOf(rule.match);
    built.set(rule, matcher);
  }
  return matcher;
}

/** A call as rules see it; undefined if the shell has nothing to run. */
export function subjectOf(call: PreToolUse, site: Site): Subject | undefined {
  const command = shellCommand(call);
  if (isShellTool(call.tool) && (command === undefined || command.trim() === '')) return undefined;
  return {
    tool: call.tool,
    reading: command === undefined ? undefined : readingAt(command, site),
    files: filesOf(call, personHome(site.env)),
    root: site.root,
    home: personHome(site.env),
    branchAt: branchesAt(site),
  };
}

/** Cached per directory, for all rules. */
function branchesAt(site: Site): Subject['branchAt'] {
  const known = new Map<string, string | undefined>();
  return (directory = site.cwd) => {
    if (!known.has(directory)) known.set(directory, (directory === site.cwd ? site : site.at(directory)).git?.branch());
    return known.get(directory);
  };
}

/** The files that a tool names: those of an edit, and those that are read or searched. */
export function filesOf(call: PreToolUse, home: string): readonly TouchedFile[] {
  const absolute = (file: string) =>
    path.resolve(
      call.cwd,
      file.replace(/^~(?=\/|$)/, () => home),
    );
  const edits = editsOf(call).map((edit) => ({ path: absolute(edit.path), effect: 'write' as const }));
  if (edits.length > 0) return edits;
  const named = call.input.file_path ?? call.input.notebook_path ?? call.input.path;
  return typeof named === 'string' && named !== '' ? [{ path: absolute(named), effect: 'read' }] : [];
}
