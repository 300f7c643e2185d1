import type { Stream } from '../invocation';
import type { Expansion } from './reader';
import { mostPossible, type Value } from './possible';
import type { DirectoryState, ShellState } from './state';
import { after, silent } from './stream';

/** Something that is one of several, which one command sees as one at a time. */
interface Choice {
  readonly count: number;
  /** Makes it the one with this index; unknown for an index beyond them. */
  settle(state: ShellState, index: number): void;
  /** Makes it open again, unless the command has changed it. */
  release(state: ShellState, index: number): void;
}

/**
 * Reads a command once in each world that its text can tell apart: with each value of the variables it names, in each
 * directory it may run in. So `$DRY` is `--dry-run` in one reading and no word at all in the other.
 */
export function readInWorlds(text: string, on: Expansion, read: (on: Expansion) => Stream): Stream {
  const choices = choicesOf(text, on.state);
  return choices.length === 0 ? read(on) : readEach(choices, on, read);
}

/** Reads a command once for each thing that the function or alias it names may stand for. */
export function readDefinitions(
  kind: 'functions' | 'aliases',
  name: string,
  on: Expansion,
  read: (on: Expansion) => Stream,
): Stream {
  const definitions = on.state[kind].get(name) ?? [];
  const choice: Choice = {
    count: definitions.length,
    settle(state, index) {
      const definition = definitions[index];
      if (kind === 'functions') state.functions.set(name, definition === undefined ? undefined : [definition as never]);
      else state.aliases.set(name, definition === undefined ? undefined : [definition as never]);
    },
    release: (state) => state[kind].reset(name),
  };
  return readEach([choice], on, read);
}

function readEach(choices: readonly Choice[], on: Expansion, read: (on: Expansion) => Stream): Stream {
  const { state } = on;
  let output: Stream = silent;
  const ends = worldsOf(choices).map((world) => {
    const branch = state.branch();
    choices.forEach((choice, at) => choice.settle(branch, world[at] ?? 0));
    const printed = read({ ...on, state: branch });
    if (!isSameText(output, printed)) output = after(output, printed);
    choices.forEach((choice, at) => choice.release(branch, world[at] ?? 0));
    return branch;
  });
  state.adoptEither(ends);
  return output;
}

const isSameText = (one: Stream, other: Stream): boolean =>
  one.kind === 'text' && other.kind === 'text' && one.text === other.text;

/**
 * Every combination; where these are too many, each choice of each at least once, and one world in which nothing is
 * known.
 */
function worldsOf(choices: readonly Choice[]): readonly (readonly number[])[] {
  const combinations = choices.reduce((product, { count }) => product * count, 1);
  if (combinations <= mostPossible + 1) {
    return Array.from({ length: combinations }, (_, at) => {
      let rest = at;
      return choices.map(({ count }) => {
        const index = rest % count;
        rest = Math.floor(rest / count);
        return index;
      });
    });
  }
  const most = Math.max(...choices.map(({ count }) => count));
  const diagonal = Array.from({ length: most }, (_, at) => choices.map(({ count }) => at % count));
  return [...diagonal, choices.map(({ count }) => count)];
}

function choicesOf(text: string, state: ShellState): readonly Choice[] {
  const choices: Choice[] = [];
  const { places, positionals } = state;
  if (places !== undefined) choices.push(placeChoice(places));
  if (positionals !== undefined && /\$\{?[!#]?[@*#\d]|\b(?:shift|set)\b/.test(text)) {
    choices.push({
      count: positionals.length,
      settle(branch, index) {
        branch.positional = positionals[index];
        branch.positionals = undefined;
      },
      release(branch, index) {
        if (branch.positional === positionals[index] && branch.positionals === undefined)
          branch.positionals = positionals;
      },
    });
  }
  if (state.uncertain.size === 0) return choices;
  for (const name of uncertainNames(text, state)) {
    const value = state.variables.get(name);
    if (value?.kind === 'either') choices.push(valueChoice(name, value.values));
  }
  return choices;
}

function placeChoice(places: readonly DirectoryState[]): Choice {
  const unknown: DirectoryState = { cwd: undefined, previous: undefined, stack: [] };
  return {
    count: places.length,
    settle: (state, index) => state.goTo(places[index] ?? unknown),
    release(state, index) {
      if (state.isAt(places[index] ?? unknown)) {
        state.goTo(unknown);
        state.places = places;
      }
    },
  };
}

function valueChoice(name: string, values: readonly (Value | undefined)[]): Choice {
  return {
    count: values.length,
    settle: (state, index) => state.variables.set(name, values[index]),
    release(state, index) {
      if (state.variables.get(name) === values[index]) state.variables.reset(name);
    },
  };
}

/** The uncertain variables that the text may use, also those that are not written out: `~`, splitting, references. */
function uncertainNames(text: string, state: ShellState): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (name: string, hops: number): void => {
    if (state.uncertain.has(name)) names.add(name);
    const value = state.variables.get(name);
    if (value?.kind === 'reference' && hops > 0) look(value.name, hops - 1);
  };
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) look(name, 8);
  if (text.includes('~') || /^\s*cd\b/.test(text)) look('HOME', 8);
  if (text.includes('$')) look('IFS', 8);
  return names;
}
