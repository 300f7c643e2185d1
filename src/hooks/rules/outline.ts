import type { Effect } from '../programs/effect';
import { effectsOf, type Happening } from '../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../shell/invocation';
import { resolvePath } from '../shell/paths';
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
    places = pathsOf(effect, changesOnly).flatMap(({ value }) =>
      value === undefined ? [] : (resolvePath(effect.cwd, value) ?? []),
    );
    known.set(effect, places);
  }
  return places;
}

const changed = new WeakMap<Effect, readonly string[]>();
const touched = new WeakMap<Effect, readonly string[]>();
