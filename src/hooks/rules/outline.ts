import { effectsOf, type Happening } from '../shell/effects';
import type { CommandReading, Invocation } from '../shell/invocation';
import { namesOf, pathsOf, unlistedProgram } from './effect-names';
import type { Patterns, RuleMatch } from './rule';

/** What a command has for rules to fit, by name: most rules are about something else, and are done at a glance. */
export interface Outline {
  readonly invocations: ReadonlyMap<string, readonly Invocation[]>;
  readonly happenings: ReadonlyMap<string, readonly Happening[]>;
}

const outlines = new WeakMap<CommandReading, Outline>();

export function outlineOf(reading: CommandReading): Outline {
  let outline = outlines.get(reading);
  if (outline === undefined) {
    const happenings = [...effectsOf(reading), ...unlistedIn(reading)];
    outline = {
      invocations: byName(reading.invocations, ({ program = '' }) => [program]),
      happenings: byName(happenings, ({ effect }) => [
        ...namesOf(effect),
        ...(pathsOf(effect, true).length > 0 ? [changesFiles] : []),
      ]),
    };
    outlines.set(reading, outline);
  }
  return outline;
}

const every = '*';
const changesFiles = 'changes files';

/** Each under all of its names, and under `*`. */
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

/** A program that no definition knows counts as an effect of its own; scripts of the project are their own affair. */
const unlistedIn = ({ invocations }: CommandReading): readonly Happening[] =>
  invocations
    .filter(
      ({ effects, program, name }) =>
        effects === undefined && program !== undefined && program !== '' && name.value?.includes('/') !== true,
    ) // prettier-ignore
    .map((invocation) => ({ effect: unlistedProgram, invocation }));

/** What a rule with this match has to look at. */
export function candidates(match: RuleMatch): {
  invocations(outline: Outline): readonly Invocation[];
  happenings(outline: Outline): readonly Happening[];
} {
  const programs = plain(match.program);
  const kinds = kindsOf(match);
  return {
    invocations: ({ invocations }) => under(invocations, programs),
    happenings: ({ invocations, happenings }) => under(invocations, programs).length === 0 ? [] : under(happenings, kinds), // prettier-ignore
  };
}

function under<T>(named: ReadonlyMap<string, readonly T[]>, names: readonly string[] | undefined): readonly T[] {
  const [only, ...more] = names ?? [every];
  if (more.length === 0) return named.get(only ?? every) ?? [];
  return names?.some((name) => named.has(name)) === true ? (named.get(every) ?? []) : [];
}

/** The patterns that are wanted, where none of them has a star. */
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
