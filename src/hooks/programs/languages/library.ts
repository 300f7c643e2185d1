import { isForeign } from '../../shell/reader/stream';
import { streamIn } from '../../shell/reader/words';
import type { CodeEffects } from './code-effects';
import { actionsOf } from '../effect';
import { sqlActions } from '../parts/sql';
import { changed, fromEnvironment, knownText, list, text, unknown, type Value, wordFrom } from './value';

/** The arguments of a call in inline code. */
export class Arguments {
  constructor(
    readonly values: readonly Value[],
    private readonly named: ReadonlyMap<string, Value> = new Map(),
  ) {}

  /** By name, or else by position. */
  at(place: number, ...names: readonly string[]): Value | undefined {
    return this.option(...names) ?? this.values[place];
  }

  /** A keyword argument, or an entry of an argument that is a record. */
  option(...names: readonly string[]): Value | undefined {
    for (const name of names) {
      const found = this.named.get(name);
      if (found !== undefined) return found;
      for (const value of this.values) {
        const entry = value.kind === 'record' ? value.entries.get(name) : undefined;
        if (entry !== undefined) return entry;
      }
    }
    return undefined;
  }

  text(place: number, ...names: readonly string[]): string | undefined {
    return knownText(this.at(place, ...names));
  }

  /** Is this option given, other than as false? */
  is(...names: readonly string[]): boolean {
    const value = this.option(...names);
    return value !== undefined && !(value.kind === 'name' && /^(?:false|none|null|undefined|nil|0)$/i.test(value.name));
  }

  /** Without the arguments before this place. */
  from(place: number): Arguments {
    return new Arguments(this.values.slice(place), this.named);
  }

  /** Every argument, the named ones too. */
  get all(): readonly Value[] {
    return [...this.values, ...this.named.values()];
  }
}

/** A function of a library: what a call does and returns. `name` is the name in the call. */
export type LibraryFunction = (given: Arguments, on: CodeEffects, name: string) => Value | undefined;

/** A method, by the value before the dot. */
export type Method = (of: Value, given: Arguments, on: CodeEffects, name: string) => Value | undefined;

/** What a language's libraries offer, as far as it matters. Names in one key share an entry. */
export interface Library {
  /** By full name. */
  readonly calls: Readonly<Record<string, LibraryFunction>>;
  /** Methods of values that are no library. */
  readonly method?: (of: Value, name: string) => Method | undefined;
  /** Values of names: `process.env.HOME`. */
  readonly values?: (name: string, on: CodeEffects) => Value | undefined;
  /** The name under which `calls` has it. */
  readonly same?: (name: string) => string;
  /** Names of methods that mean the same in every library. */
  readonly telling?: string;
}

/** Methods by name. */
export type Methods = Readonly<Record<string, Method>>;

const removing =
  (recursive: boolean | ((given: Arguments) => boolean)): LibraryFunction =>
  (given, on, name) => {
    const [first] = given.values;
    const paths = first?.kind === 'list' ? first.items : [first];
    for (const path of paths) on.delete(path, name, typeof recursive === 'function' ? recursive(given) : recursive);
    return undefined;
  };

/** Calls whose arguments mean the same in every language. */
export const removes = removing(false);
export const removesTree = removing(true);
export const removesBy = (option: string): LibraryFunction => removing((given) => given.is(option));
/** Every argument is a file. */
export const removesAll: LibraryFunction = (given, on, name) => {
  for (const value of given.values) {
    for (const path of value.kind === 'list' ? value.items : [value]) on.delete(path, name, false);
  }
  return undefined;
};
export const readsFirst: LibraryFunction = (given, on) => on.read(given.at(0));
export const writesFirst =
  (how: 'replace' | 'append' | 'create' | 'edit'): LibraryFunction =>
  (given, on) =>
    on.write(given.at(0), how);
export const writesText =
  (how: 'replace' | 'append'): LibraryFunction =>
  (given, on) => {
    const content = given.at(1);
    on.write(given.at(0), how, content === undefined ? {} : { content });
    return undefined;
  };
export const copies: LibraryFunction = (given, on) => {
  const [from, to] = given.values;
  on.read(from);
  on.write(to, 'replace', from === undefined ? {} : { from });
  return undefined;
};
export const movesFirst: LibraryFunction = (given, on) => on.move(given.at(0), given.at(1));
export const linksFirst: LibraryFunction = (given, on) => on.link(given.at(0), given.at(1));
export const changesMode =
  (recursive: boolean): LibraryFunction =>
  (given, on) =>
    on.attributes(given.at(0), 'mode', recursive, given.at(1));
/** Text from the network, or decoded, stays that where another program reads it. */
export const prints: LibraryFunction = (given, on) => {
  for (const content of given.all) {
    if (isForeign(streamIn(wordFrom(content)))) on.write(text('/dev/stdout'), 'append', { content });
  }
  return undefined;
};
export const kills: LibraryFunction = (given, on) => on.kill(given.at(0), given.at(1));
/** The signal first, then the processes. */
export const killsLater: LibraryFunction = (given, on) => {
  for (const process of given.values.slice(1)) on.kill(process, given.at(0));
  return undefined;
};
export const changesOwner: LibraryFunction = (given, on) => on.attributes(given.at(0), 'owner', false);
export const runsShell: LibraryFunction = (given, on) => {
  const [first] = given.values;
  const options = { directory: given.option('cwd', 'chdir'), input: given.option('input') };
  if (first?.kind === 'list') on.command(first.items, options);
  else on.shell(first, options);
  return unknown();
};
/** `system 'rm', '-rf', x`: one text is for a shell, several are a program and its words. */
export const runsWords: LibraryFunction = (given, on) => {
  const values = given.values.filter(({ kind }) => kind !== 'record');
  const flat = values.flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  if (flat.length > 1) on.command(flat, { directory: given.option('chdir') });
  else on.shell(flat[0], { directory: given.option('chdir') });
  return unknown();
};
/** Database statements as arguments of a method: only destructive ones are reported. */
export const runsStatement: Method = (of, given, on) => {
  const statement = knownText(given.at(0));
  const destroyed = actionsOf(statement !== undefined && sqlActions(statement, { system: 'database' }));
  for (const action of destroyed) if (action.kind === 'service' && action.access === 'destroy') on.add(action);
  return changed(list([of, ...given.values]));
};

export const evaluates: LibraryFunction = (given, on) => {
  for (const value of given.values) on.evaluate(value);
  return unknown();
};

export const currentDirectory: LibraryFunction = (_given, on) => (on.cwd === undefined ? unknown() : text(on.cwd));

/** The values of variables of the environment, whose names are the pattern's first group. */
export const variables =
  (pattern: RegExp): NonNullable<Library['values']> =>
  (name, on) => {
    const variable = pattern.exec(name)?.[1];
    return variable === undefined ? undefined : fromEnvironment(variable, on.home);
  };
