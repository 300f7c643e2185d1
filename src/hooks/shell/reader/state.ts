import type { CommandContext, Stream, WordPart } from '../invocation';
import { Layered } from './layered';
import type { FunctionBody } from './reader';
import { eitherValue, mostPossible, sameValue, textValue, type Value } from './possible';
import { after } from './stream';

export { textValue, type Value } from './possible';

/** A descriptor that feeds another command's input: `exec 3> >(bash)`. */
export interface Sink {
  readonly kind: 'sink';
  feed(stream: Stream): void;
}

/** Where a shell is and was. */
export interface DirectoryState {
  readonly cwd: string | undefined;
  readonly previous: string | undefined;
  /** What `popd` goes back to. */
  readonly stack: readonly (string | undefined)[];
}

/** The definitions that a name may have; undefined means that it may have none. */
export type Definitions<T> = readonly (T | undefined)[];

type Arguments = readonly (readonly WordPart[])[] | undefined;

/** The state of a shell while its text is read. */
export class ShellState implements DirectoryState {
  cwd: string | undefined;
  previous: string | undefined;
  stack: readonly (string | undefined)[] = [];
  /** Where it may be, if that is not certain; the directory is unknown then. */
  places: readonly DirectoryState[] | undefined;
  /** `$1` …; undefined if nothing is known about them. */
  positional: Arguments;
  /** What `$1` … may be, if that is not certain. */
  positionals: readonly Arguments[] | undefined;
  lastpipe = false;
  descriptorsMade = 0;
  /** Values to put back when the running function ends. */
  locals: Map<string, Value | undefined> | undefined;

  /** How the last command ended, where its name tells: `true`, `false`. */
  status: 'success' | 'failure' | 'either' = 'either';
  /** Where the shell is if the last command failed: a directory that cannot be entered. */
  ifFailed: readonly DirectoryState[] | undefined;
  /** `!` swapped the last command's success and failure. */
  negated = false;
  /** Nothing after this point runs: `exit`, `return`, `break`. */
  ended = false;
  /** The state of the whole shell: this object, unless it is the copy for a branch. */
  readonly shell: ShellState;

  private constructor(
    readonly variables: Layered<Value>,
    readonly readonlyNames: Layered<true>,
    /** Variables and functions that other programs surely get. */
    readonly exported: Layered<true>,
    readonly functions: Layered<Definitions<FunctionBody>>,
    readonly aliases: Layered<Definitions<string>>,
    readonly descriptors: Layered<Stream | Sink>,
    /** What the line has written to files, by absolute path. Files outlive the subshell that wrote them. */
    readonly files: Map<string, Stream>,
    /** Every variable that once had several possible values: few commands name one. */
    readonly uncertain: Set<string>,
    /** `declare -i`: what is assigned to these is arithmetic. */
    readonly integers: Set<string>,
    shell: ShellState | undefined,
  ) {
    this.shell = shell ?? this;
  }

  static of(context: CommandContext): ShellState {
    const seed = new ShellState(
      new Layered(),
      new Layered(),
      new Layered(),
      new Layered(),
      new Layered(),
      new Layered(),
      new Map(),
      new Set(),
      new Set(),
      undefined,
    );
    seed.cwd = context.cwd;
    const seeds: CommandContext['env'] = { ...context.env, HOME: context.home };
    for (const [name, value] of Object.entries(seeds)) {
      if (value !== undefined) seed.variables.set(name, textValue(value));
    }
    for (const name of ['PATH', 'SHELL', ...Object.keys(seeds)]) seed.exported.set(name, true);
    seed.variables.set('IFS', textValue(' \t\n'));
    // Their values unless the environment sets others.
    if (seeds.SHELL === undefined) seed.variables.set('SHELL', textValue('/bin/sh'));
    if (seeds.BASH === undefined) seed.variables.set('BASH', textValue('/bin/bash'));
    if (seeds.TMPDIR === undefined) seed.variables.set('TMPDIR', textValue('/tmp'));
    return seed.fork();
  }

  /** The state for a subshell. */
  fork(): ShellState {
    return this.copy(undefined);
  }

  /**
   * The state for a shell in a process of its own. It gets what is exported; other variables only if the environment had
   * them already. It gets no aliases.
   */
  ofProcess(): ShellState {
    const copy = this.fork();
    for (const name of this.readonlyNames.changesSince().keys()) copy.readonlyNames.delete(name);
    for (const [name, value] of this.variables.changesSince()) {
      if (this.exported.has(name) || value === undefined || value.kind === 'unset') continue;
      copy.setEither(name, eitherValue([value.kind === 'reference' ? undefined : value, { kind: 'unset' }]));
    }
    copy.variables.set('IFS', textValue(' \t\n'));
    for (const name of this.functions.changesSince().keys()) {
      if (!this.exported.has(name)) copy.functions.delete(name);
    }
    for (const name of this.aliases.changesSince().keys()) copy.aliases.delete(name);
    return copy;
  }

  /** The state for code in the same shell that may not run, or that is one of several alternatives. */
  branch(): ShellState {
    const copy = this.copy(this.shell);
    copy.locals = this.locals;
    return copy;
  }

  /** This state as a branch of `base`, which it is a copy of. */
  onto(base: ShellState): ShellState {
    const copy = new ShellState(
      this.variables.onto(base.variables),
      this.readonlyNames.onto(base.readonlyNames),
      this.exported.onto(base.exported),
      this.functions.onto(base.functions),
      this.aliases.onto(base.aliases),
      this.descriptors.onto(base.descriptors),
      this.files,
      this.uncertain,
      this.integers,
      this.shell,
    );
    copy.takePlain(this);
    copy.locals = this.locals;
    copy.status = this.status;
    copy.ifFailed = this.ifFailed;
    copy.negated = this.negated;
    copy.ended = this.ended;
    return copy;
  }

  private copy(shell: ShellState | undefined): ShellState {
    const copy = new ShellState(
      this.variables.over(),
      this.readonlyNames.over(),
      this.exported.over(),
      this.functions.over(),
      this.aliases.over(),
      this.descriptors.over(),
      this.files,
      this.uncertain,
      this.integers,
      shell,
    );
    copy.takePlain(this);
    return copy;
  }

  private takePlain(other: ShellState): void {
    this.goTo(other);
    this.places = other.places;
    this.positional = other.positional;
    this.positionals = other.positionals;
    this.lastpipe = other.lastpipe;
    this.descriptorsMade = other.descriptorsMade;
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

  /** Sets a variable to a value, to one of several, or to an unknown one. */
  setEither(name: string, value: Value | undefined): void {
    if (value?.kind === 'either') this.uncertain.add(name);
    if (value === undefined) this.variables.delete(name);
    else this.set(name, value);
  }

  get(name: string, hops = 0): Value | undefined {
    if (name === 'PWD') return this.cwd === undefined ? undefined : textValue(this.cwd);
    if (name === 'OLDPWD') return this.previous === undefined ? undefined : textValue(this.previous);
    const value = this.variables.get(name);
    return value?.kind === 'reference' && hops < 8 ? this.get(value.name, hops + 1) : value;
  }

  /** `cd`: fails where the directory cannot be entered. */
  enter(directory: string | undefined, stack: DirectoryState['stack'] = this.stack): void {
    this.ifFailed = this.possiblePlaces();
    this.goTo({ cwd: directory, previous: this.cwd, stack });
  }

  goTo({ cwd, previous, stack }: DirectoryState): void {
    this.cwd = cwd;
    this.previous = previous;
    this.stack = stack;
    this.places = undefined;
  }

  isAt({ cwd, previous, stack }: DirectoryState): boolean {
    return this.places === undefined && this.cwd === cwd && this.previous === previous && this.stack === stack;
  }

  possiblePlaces(): readonly DirectoryState[] {
    return this.places ?? [{ cwd: this.cwd, previous: this.previous, stack: this.stack }];
  }

  /** The shell is in one of these directories. */
  goToEither(places: readonly DirectoryState[]): void {
    const found = new Map<string | undefined, DirectoryState>();
    for (const place of places) {
      const known = found.get(place.cwd);
      if (known === undefined) found.set(place.cwd, place);
      else if (known.previous !== place.previous) found.set(place.cwd, { ...known, previous: undefined });
    }
    const [first] = found.values();
    if (first === undefined) return;
    const known = found.size <= mostPossible;
    this.goTo(found.size === 1 ? first : { cwd: undefined, previous: undefined, stack: [] });
    this.places = found.size > 1 && known ? [...found.values()] : undefined;
  }

  /** A command begins: the outcome of the previous one no longer matters. */
  begin(): void {
    this.status = 'either';
    this.ifFailed = undefined;
    this.negated = false;
  }

  /** `!` before the command. */
  negate(): void {
    this.status = this.status === 'success' ? 'failure' : this.status === 'failure' ? 'success' : 'either';
    this.negated = !this.negated;
  }

  /** The state if the last command succeeded, and if it failed; undefined if that is impossible. */
  outcomes(base: ShellState): readonly [success: ShellState | undefined, failure: ShellState | undefined] {
    if (this.ended) return [undefined, undefined];
    const failed = this.ifFailed === undefined ? this : this.onto(base);
    if (this.ifFailed !== undefined) failed.goToEither(this.ifFailed);
    const [yes, no] = this.negated ? [failed, this] : [this, failed];
    const { status } = this;
    this.begin();
    failed.begin();
    return [status === 'failure' ? undefined : yes, status === 'success' ? undefined : no];
  }

  /** Is this copy of `base` still equal to it? */
  isUntouched(base: ShellState): boolean {
    const layers = [this.variables, this.readonlyNames, this.exported, this.functions, this.aliases, this.descriptors];
    return (
      !this.ended &&
      this.status === 'either' &&
      this.ifFailed === undefined &&
      (base.places === undefined ? this.isAt(base) : this.places?.length === base.places.length) &&
      this.positional === base.positional &&
      this.positionals === base.positionals &&
      this.lastpipe === base.lastpipe &&
      layers.every((layer) => layer.changed().size === 0)
    );
  }

  /**
   * Continues after code that ends in one of these states, each a branch of this one. What they agree on is known; the
   * rest has several possible values. States after `exit` do not count. Returns the variables that changed.
   */
  adoptEither(branches: readonly ShellState[]): readonly string[] {
    const running = branches.filter((branch) => !branch.ended);
    const states = running.length === 0 ? branches : running;
    const [first] = states;
    if (first === undefined) return [];
    const changed = this.variables.join(
      states.map((state) => state.variables),
      (_, values) => eitherValue(values),
      sameValue,
    );
    for (const name of changed) if (this.variables.get(name)?.kind === 'either') this.uncertain.add(name);
    this.readonlyNames.join(
      states.map((state) => state.readonlyNames),
      () => undefined,
    );
    this.exported.join(
      states.map((state) => state.exported),
      () => undefined,
    );
    this.functions.join(
      states.map((state) => state.functions),
      (_, values) => eitherDefinition(values),
      sameDefinition,
    );
    this.aliases.join(
      states.map((state) => state.aliases),
      (_, values) => eitherDefinition(values),
      sameDefinition,
    );
    this.descriptors.join(
      states.map((state) => state.descriptors),
      (_, values) => eitherDescriptor(values),
    );
    const failed = states.some((state) => state.ifFailed !== undefined);
    const ifFailed = failed ? states.flatMap((state) => state.ifFailed ?? state.possiblePlaces()) : undefined;
    this.goToEither(
      states.flatMap((state) => [...state.possiblePlaces(), ...((state.negated ? state.ifFailed : undefined) ?? [])]),
    );
    const positionals = [...new Set(states.flatMap((state) => state.positionals ?? [state.positional]))];
    const several = positionals.length > 1 && positionals.length <= mostPossible;
    this.positional = positionals.length === 1 ? positionals[0] : undefined;
    this.positionals = several ? positionals : undefined;
    this.lastpipe = states.some((state) => state.lastpipe);
    this.descriptorsMade = Math.max(...states.map((state) => state.descriptorsMade));
    this.status = states.every((state) => state.status === first.status) ? first.status : 'either';
    this.ifFailed = ifFailed;
    this.negated = false;
    this.ended = running.length === 0;
    return changed;
  }
}

function eitherDefinition<T>(values: readonly (Definitions<T> | undefined)[]): Definitions<T> {
  return [...new Set(values.flatMap((value) => value ?? [undefined]))].slice(0, mostPossible);
}

function sameDefinition<T>(one: Definitions<T> | undefined, other: Definitions<T> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((definition) => other.includes(definition));
}

/** A read of the descriptor may get any of these streams. */
function eitherDescriptor(values: readonly (Stream | Sink | undefined)[]): Stream | Sink | undefined {
  return values.reduce((found, value) => {
    if (found === undefined || value === undefined || found.kind === 'sink' || value.kind === 'sink')
      return value ?? found;
    return after(found, value);
  });
}
