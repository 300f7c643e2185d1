import type { Case, CompoundList, Function as FunctionNode } from 'unbash';
import type { CommandContext, Stream, WordPart } from '../invocation';
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
  variables: Map<string, Value>;
  readonlyNames = new Set<string>();
  functions = new Map<string, FunctionBody>();
  aliases = new Map<string, string>();
  descriptors = new Map<string, Stream | Sink>();
  /** What the line itself has written into files, by absolute path; `undefined` is a file that it removed. */
  files = new Map<string, Stream | undefined>();
  /** `$1` …; undefined where nothing is known about them. */
  positional: readonly (readonly WordPart[])[] | undefined;
  lastpipe = false;
  /** Values to put back when the running function ends. */
  locals: Map<string, Value | undefined> | undefined;

  constructor(context: CommandContext | undefined) {
    this.variables = new Map();
    if (context === undefined) return;
    this.cwd = context.cwd;
    const seeds: CommandContext['env'] = { ...context.env, HOME: context.home };
    for (const [name, value] of Object.entries(seeds)) {
      if (value !== undefined) this.variables.set(name, textValue(value));
    }
    // What these stand for where nobody says anything else.
    if (seeds.SHELL === undefined) this.variables.set('SHELL', textValue('/bin/sh'));
    if (seeds.TMPDIR === undefined) this.variables.set('TMPDIR', textValue('/tmp'));
  }

  fork(): ShellState {
    const copy = new ShellState(undefined);
    copy.cwd = this.cwd;
    copy.previous = this.previous;
    copy.stack = [...this.stack];
    copy.variables = new Map(this.variables);
    copy.readonlyNames = new Set(this.readonlyNames);
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    copy.descriptors = new Map(this.descriptors);
    // Files outlive the subshell that wrote them.
    copy.files = this.files;
    copy.positional = this.positional;
    copy.lastpipe = this.lastpipe;
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
    for (const [name, value] of other.variables) {
      const mine = this.variables.get(name);
      if (mine !== value) this.variables.set(name, mine === undefined ? value : either(name, mine, value));
    }
    for (const [name, body] of other.functions) this.functions.set(name, body);
    for (const [name, alias] of other.aliases) this.aliases.set(name, alias);
    for (const [fd, stream] of other.descriptors) this.descriptors.set(fd, stream);
    if (other.cwd !== this.cwd) {
      this.previous = this.cwd;
      this.cwd = other.cwd;
    }
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
