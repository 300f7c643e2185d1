import type { Effect } from '../programs/effect';
import { effectsOf, type Happening } from '../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../shell/invocation';
import { resolveWord } from '../shell/paths';
import type { Use } from '../programs/program';
import type { Patterns, RuleMatch } from './rule';

/** An index of a command's names, so that rules about other things are skipped quickly. */
export interface Outline {
  readonly invocations: ReadonlyMap<string, readonly Invocation[]>;
  readonly happenings: ReadonlyMap<string, readonly Happening[]>;
}

const outlines = new WeakMap<CommandReading, Outline>();

export function outlineOf(reading: CommandReading): Outline {
  let outline = outlines.get(reading);
  if (outline === undefined) {
    const happenings = effectsOf(reading).concat(unlistedIn(reading));
    outline = {
      invocations: byName(reading.invocations, ({ program = '' }) => [program]),
      happenings: byName(happenings, ({ effect }) =>
        pathsOf(effect, true).length > 0 ? [...namesOf(effect), changesFiles] : namesOf(effect),
      ),
    };
    outlines.set(reading, outline);
  }
  return outline;
}

const every = '*';
const changesFiles = 'changes files';

/** Each entry under all of its names, and under `*`. */
function byName<T>(all: readonly T[], namesOf: (one: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>([[every, [...all]]]);
  for (const one of all) {
    for (const name of namesOf(one)) {
      const others = found.get(name);
      if (others === undefined) found.set(name, [one]);
      else others.push(one);
    }
  }
  return found;
}

/** A program that no definition knows counts as an effect of its own; scripts of the project do not. */
const unlistedIn = ({ invocations }: CommandReading): readonly Happening[] =>
  invocations
    .filter(
      ({ effects, program, name }) =>
        effects === undefined && program !== undefined && program !== '' && name.value?.includes('/') !== true,
    ) // prettier-ignore
    .map((invocation) => ({ effect: unlistedProgram, invocation }));

/** The names that a command needs for a rule with this match to fit it. */
export function candidates(match: RuleMatch): {
  invocations(outline: Outline): readonly Invocation[];
  happenings(outline: Outline): readonly Happening[];
} {
  const programs = plain(match.program);
  const kinds = kindsOf(match);
  return {
    invocations: ({ invocations }) => under(invocations, programs),
    happenings: ({ invocations, happenings }) =>
      under(invocations, programs).length === 0 ? [] : under(happenings, kinds),
  };
}

function under<T>(named: ReadonlyMap<string, readonly T[]>, names: readonly string[] | undefined): readonly T[] {
  const [only, ...more] = names ?? [every];
  if (more.length === 0) return named.get(only ?? every) ?? [];
  return names?.some((name) => named.has(name)) === true ? (named.get(every) ?? []) : [];
}

/** The wanted names, if no pattern has a star. */
function plain(given: Patterns | undefined): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const wanted = (typeof given === 'string' ? [given] : given).filter((text) => !text.startsWith('!'));
  return wanted.length === 0 || wanted.some((text) => text.includes('*')) ? undefined : wanted;
}

function kindsOf({ effect, path, host, service, verb }: RuleMatch): readonly string[] | undefined {
  if (effect !== undefined) return plain(effect);
  if (service !== undefined || verb !== undefined) return ['service'];
  if (host !== undefined) return ['fetch', 'send', 'service'];
  return path === undefined ? undefined : [changesFiles];
}

/** Stands for a program that no definition knows. */
const unlistedProgram: Effect = { kind: 'unknown', certainty: 'unknown', cwd: undefined, why: 'program' };

/** The names of an effect, the general one first. */
export function namesOf(effect: Effect): readonly string[] {
  const details = detailsOf(effect);
  const key = `${effect.kind}:${details.join(',')}`;
  let names = known.get(key);
  if (names === undefined) {
    names = [effect.kind, ...details.map((detail) => `${effect.kind}:${detail}`)];
    known.set(key, names);
  }
  return names;
}

const known = new Map<string, readonly string[]>();
const none: readonly string[] = [];

function detailsOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'read':
      return [effect.what];
    case 'write':
      return [effect.how];
    case 'delete':
      return effect.recursive ? ['tree'] : none;
    case 'git':
      return [
        effect.act,
        ...(effect.push !== undefined && (effect.push.force || effect.push.refs.some(({ forced }) => forced))
          ? ['force-push']
          : []),
      ];
    case 'service':
      return [effect.access];
    case 'machine':
      return [effect.what];
    case 'run':
      return [effect.code.form];
    case 'unknown':
      return effect === unlistedProgram ? ['program'] : none;
    default:
      return none;
  }
}

/** Paths that an effect changes; what it only reads counts if the rule says so. */
function pathsOf(effect: Effect, changesOnly: boolean): readonly ShellWord[] {
  switch (effect.kind) {
    case 'read':
      return changesOnly ? [] : [effect.path];
    case 'move':
      return [effect.path, ...(effect.to === undefined ? [] : [effect.to])];
    case 'link':
      return effect.at === undefined ? [] : [effect.at];
    case 'write':
    case 'delete':
    case 'attributes':
      return [effect.path];
    case 'git':
      return effect.loses === undefined ? [] : (effect.paths ?? []);
    default:
      return [];
  }
}

/** The same as an absolute path, if known. */
export function placesOf(effect: Effect, changesOnly: boolean): readonly string[] {
  const known = changesOnly ? changed : touched;
  let places = known.get(effect);
  if (places === undefined) {
    places = pathsOf(effect, changesOnly).flatMap((word) => resolveWord(effect.cwd, word) ?? []);
    known.set(effect, places);
  }
  return places;
}

const changed = new WeakMap<Effect, readonly string[]>();
const touched = new WeakMap<Effect, readonly string[]>();

/** Reads an invocation's words: by the program's grammar if it is known, else in both possible ways. */
export interface Words {
  /** The words that are no options, in order; several readings where an option may or may not take a value. */
  readonly operands: readonly (readonly string[])[];
  /** Every spelling of each option that is given, with its value if it has one. */
  readonly flags: readonly string[];
  /** Is this option given, under any of its names? */
  has(name: string): boolean;
}

const read = new WeakMap<Invocation, Words>();

export function wordsOf(invocation: Invocation): Words {
  const known = read.get(invocation);
  if (known !== undefined) return known;
  const texts = invocation.args.slice(0, 400).map(({ text }) => text);
  const { use } = invocation;
  const words: Words = {
    operands:
      use === undefined ? readings(texts) : [[...use.path, ...withoutOptions(use.operands.map(({ text }) => text))]],
    flags: [...new Set([...spelled(texts), ...given(use)])],
    has: (name) => use !== undefined && use.given.length > 0 && use.has(name),
  };
  read.set(invocation, words);
  return words;
}

const isOption = (text: string): boolean => text.length > 1 && text.startsWith('-');
const withoutOptions = (texts: readonly string[]): readonly string[] => texts.filter((text) => !isOption(text));

/** The word after an option may be its value: `acme -n prod delete`. The first few options are read both ways. */
function readings(texts: readonly string[]): readonly (readonly string[])[] {
  let all: (readonly string[])[] = [[]];
  let open = 4;
  texts.forEach((text, at) => {
    if (isOption(text)) return;
    const before = texts[at - 1] ?? '';
    const either = isOption(before) && !before.includes('=') && open-- > 0;
    const taken = all.map((words) => [...words, text]);
    all = either ? [...all, ...taken] : taken;
  });
  return all;
}

function spelled(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, at) => {
    if (!isOption(text)) return [];
    const next = texts[at + 1];
    const name = text.includes('=') ? [text.slice(0, text.indexOf('='))] : [];
    const value = next === undefined || isOption(next) ? [] : [`${text}=${next}`];
    const letters = /^-[A-Za-z]{2,8}$/.test(text) ? Array.from(text.slice(1), (letter) => `-${letter}`) : [];
    return [text, ...name, ...value, ...letters];
  });
}

/** Under their full names: `--forc` is `--force`. */
const given = (use: Use | undefined): readonly string[] =>
  (use?.given ?? []).flatMap(({ name, value, on }) =>
    on ? [name, ...(value === undefined ? [] : [`${name}=${value.text}`])] : [],
  );
