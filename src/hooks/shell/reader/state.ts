import type { Case, CompoundList, Function as FunctionNode } from 'unbash';
import type { CommandContext, Stream, WordPart } from '../invocation';
import { Layered } from './layered';
import type { Source } from './machine';

export type Value =
  | { readonly kind: 'text'; readonly parts: readonly WordPart[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly WordPart[])[] }
  | { readonly kind: 'unset' }
  /** `declare -n`. */
  | { readonly kind: 'reference'; readonly name: string };

export interface FunctionBody {
  readonly node: FunctionNode['body'] | CompoundList | Case;
  readonly source: Source;
}

/** A descriptor that somebody's input hangs on: `exec 3> >(bash)`. */
export interface Sink {
  readonly kind: 'sink';
  feed(stream: Stream): void;
}

export const textValue = (text: string): Value => ({ kind: 'text', parts: [{ kind: 'literal', text, quoted: true }] });

/** A shell's memory while its text is read. A subshell works on a copy. */
export class ShellState {
  cwd: string | undefined;
  previous: string | undefined;
  stack: (string | undefined)[] = [];
  /** `$1` …; undefined where nothing is known about them. */
  positional: readonly (readonly WordPart[])[] | undefined;
  lastpipe = false;
  descriptorsMade = 0;
  /** Values to put back when the running function ends. */
  locals: Map<string, Value | undefined> | undefined;

  private constructor(
    readonly variables: Layered<Value>,
    readonly readonlyNames: Layered<true>,
    readonly functions: Layered<FunctionBody>,
    readonly aliases: Layered<string>,
    readonly descriptors: Layered<Stream | Sink>,
    /** What the line itself has written into files, by absolute path. Files outlive the subshell that wrote them. */
    readonly files: Map<string, Stream>,
  ) {}

  static of(context: CommandContext): ShellState {
    const state = new ShellState(new Layered(), new Layered(), new Layered(), new Layered(), new Layered(), new Map());
    state.cwd = context.cwd;
    const seeds: CommandContext['env'] = { ...context.env, HOME: context.home };
    for (const [name, value] of Object.entries(seeds)) {
      if (value !== undefined) state.variables.set(name, textValue(value));
    }
    state.variables.set('IFS', textValue(' \t\n'));
    // What these stand for where nobody says anything else.
    if (seeds.SHELL === undefined) state.variables.set('SHELL', textValue('/bin/sh'));
    if (seeds.TMPDIR === undefined) state.variables.set('TMPDIR', textValue('/tmp'));
    return state;
  }

  fork(): ShellState {
    const { variables, readonlyNames, functions, aliases, descriptors, files } = this;
    const copy = new ShellState(
      variables.over(),
      readonlyNames.over(),
      functions.over(),
      aliases.over(),
      descriptors.over(),
      files,
    );
    copy.cwd = this.cwd;
    copy.previous = this.previous;
    copy.stack = [...this.stack];
    copy.positional = this.positional;
    copy.lastpipe = this.lastpipe;
    copy.descriptorsMade = this.descriptorsMade;
    return copy;
  }

  set(name: string, value: Value): void {
    const target = this.variables.get(name);
    if (target?.kind === 'reference' && target.name !== name) {
      this.set(target.name, value);
      return;
    }
    if (this.readonlyNames.has(name)) return;
    this.variables.set(name, value);
  }

  get(name: string, hops = 0): Value | undefined {
    if (name === 'PWD') return this.cwd === undefined ? undefined : textValue(this.cwd);
    if (name === 'OLDPWD') return this.previous === undefined ? undefined : textValue(this.previous);
    const value = this.variables.get(name);
    return value?.kind === 'reference' && hops < 8 ? this.get(value.name, hops + 1) : value;
  }

  enter(directory: string | undefined): void {
    this.previous = this.cwd;
    this.cwd = directory;
  }

  /** After a branch that may or may not have run: what differs has two candidates. */
  join(other: ShellState): void {
    for (const [name, value] of other.variables.changed()) {
      const mine = this.variables.get(name);
      if (value === undefined || mine === value) continue;
      this.variables.set(name, mine === undefined ? value : either(name, mine, value));
    }
    adopt(this.functions, other.functions);
    adopt(this.aliases, other.aliases);
    adopt(this.descriptors, other.descriptors);
    if (other.cwd !== this.cwd) this.enter(other.cwd);
  }

  /** Takes over everything that a copy has changed. */
  take(copy: ShellState): void {
    adopt(this.variables, copy.variables);
    adopt(this.functions, copy.functions);
    adopt(this.aliases, copy.aliases);
    adopt(this.descriptors, copy.descriptors);
    this.descriptorsMade = copy.descriptorsMade;
  }
}

function adopt<V>(mine: Layered<V>, theirs: Layered<V>): void {
  for (const [key, value] of theirs.changed()) {
    if (value === undefined) mine.delete(key);
    else mine.set(key, value);
  }
}

function either(name: string, first: Value, second: Value): Value {
  const candidates = [...texts(first), ...texts(second)];
  if (new Set(candidates).size === 1 && first.kind === 'text' && second.kind === 'text') return second;
  return {
    kind: 'text',
    parts: [{ kind: 'unknown', text: `$${name}`, why: 'variable', quoted: false, name, candidates }],
  };
}

function texts(value: Value): readonly string[] {
  if (value.kind !== 'text') return [];
  if (value.parts.every((part) => part.kind !== 'unknown')) return [value.parts.map((part) => part.text).join('')];
  return value.parts.flatMap((part) => (part.kind === 'unknown' ? (part.candidates ?? []) : []));
}
