import { wordSet } from '../../project/text';
import type { WordPart } from '../../shell/invocation';
import type { CodeEffects } from './code-effects';
import { entryOf } from '../program';
import { Arguments, type Library } from './library';
import { TokenReader, type Language, type Token } from './tokens';
import type { Value } from './value';
import {
  changed,
  elementOf,
  foundBelow,
  fromStream,
  knownText,
  list,
  unknown,
  library as named,
  either,
  text,
} from './value';

/** Words that end a call without parentheses. */
const modifiers = wordSet('if unless for foreach while until and or do rescue');

/** Functions that call another one with each element of a list. */
const applying = wordSet(
  'then map forEach each filter flatMap array_map array_walk starmap submit reject select each_entry',
);

/** Methods that pass their object to a function. */
const hands = wordSet('then on once addListener pipe tap');

/** The value before the dot, which may be a module (`import('fs').then`). */
const calledOn = (value: Value): Value | undefined =>
  value.kind === 'member'
    ? value.of
    : value.kind === 'name' && value.name.endsWith('.then')
      ? named(value.name.slice(0, -'.then'.length))
      : undefined;

const lastName = (value: Value): string =>
  value.kind === 'name' ? value.name.slice(value.name.lastIndexOf('.') + 1) : value.kind === 'member' ? value.name : '';

const shownName = (given: string, full: string): string => (given.includes('.') || !full.includes('.') ? given : full);

/** Reads calls of functions, by the library's table or by the function's own code. */
export abstract class CallReader extends TokenReader {
  protected steps = 0;
  protected depth = 0;
  /** The arguments of the next function literal. */
  protected element: Value | undefined;
  protected readonly scope = new Scope();
  protected readonly called = new Set<Value>();

  constructor(
    protected readonly language: Language,
    protected readonly library: Library,
    protected readonly on: CodeEffects,
    /** The unknown values that letters from U+E000 on stand for. */
    protected readonly gaps: readonly WordPart[],
  ) {
    super();
  }

  /** Up to this closing mark, or to the end. */
  protected abstract statements(end?: number): void;
  protected abstract expression(): Value;
  protected abstract elements(close: number, named?: Map<string, Value>): readonly Value[];

  /** Does a call without parentheses begin here? */
  protected takesWords(value: Value, token: Token): boolean {
    if (this.language !== 'ruby' && this.language !== 'perl' && !(this.language === 'php' && token.kind === 'string')) {
      return false;
    }
    if (value.kind !== 'name' || token.first || this.callNamed(value.name) === undefined) return false;
    if (token.kind === 'mark') {
      return /^(?:\[|<|\\|-)$/.test(token.text) && !(token.text === '<' && this.language === 'ruby');
    }
    return !(token.kind === 'name' && modifiers.has(token.text));
  }

  protected callWithWords(value: Value): Value {
    this.bindFound(value, this.lineEnd());
    const items: Value[] = [];
    const named = new Map<string, Value>();
    do {
      const key = this.key();
      const item = this.use(this.expression());
      if (key === undefined) items.push(item);
      else named.set(key, item);
    } while (this.take(','));
    return this.invoke(value, new Arguments(items, named));
  }

  protected call(value: Value): Value {
    const close = this.closing(this.at);
    this.bindFound(value, close);
    this.at++;
    const named = new Map<string, Value>();
    const over = calledOn(value);
    const last = lastName(value);
    if (over !== undefined) this.element = hands.has(last) ? over : applying.has(last) ? elementOf(over) : undefined;
    else if (value.kind === 'name' && /^https?\.(?:get|request)$/.test(value.name)) {
      this.element = fromStream({ kind: 'remote', program: 'node' });
    }
    const items = this.elements(close, named);
    this.element = undefined;
    return this.invoke(value, new Arguments(items, named));
  }

  /** `find(sub { unlink $_ }, "x")` of Perl: in the function, `$_` is what is found. */
  private bindFound(value: Value, end: number): void {
    if (this.language !== 'perl' || value.kind !== 'name' || !/^(?:File\.Find\.)?find(?:depth)?$/.test(value.name)) {
      return;
    }
    const folder = this.tokens.slice(this.at, end).findLast(({ kind }) => kind === 'string');
    if (folder !== undefined) this.scope.set('$_', foundBelow(text(folder.text), this.on.cwd));
  }

  protected invoke(value: Value, given: Arguments): Value {
    if (value.kind === 'function') return this.callOwn(value, given.values);
    const last = lastName(value);
    if (applying.has(last)) this.apply(value, given);
    if (value.kind === 'name') {
      const full = this.library.same?.(value.name) ?? value.name;
      const known = this.callNamed(value.name);
      if (known !== undefined) return this.noted(known(given, this.on, shownName(value.name, full)));
      const method = value.name.includes('.') ? this.library.method?.(unknown(), last) : undefined;
      if (method !== undefined) return this.noted(method(unknown(), given, this.on, last));
      return this.telling(last, given) ?? changed(list(given.all));
    }
    if (value.kind === 'member') {
      const method = this.library.method?.(value.of, last);
      if (method !== undefined) return this.noted(method(value.of, given, this.on, last));
      return this.telling(last, given) ?? (applying.has(last) ? value.of : changed(list([value.of, ...given.values])));
    }
    return changed(value);
  }

  /** `map(os.remove, paths)`, `paths.forEach(fs.unlinkSync)`. */
  protected apply(value: Value, given: Arguments): void {
    const isFunction = (one: Value) => one.kind === 'name' || one.kind === 'function';
    const calls = given.values
      .map((one) => (this.language === 'php' ? named(knownText(one) ?? '') : one))
      .filter(isFunction);
    const over =
      value.kind === 'member'
        ? value.of
        : given.values.find((one) => !isFunction(one) && !(this.language === 'php' && knownText(one) !== undefined));
    if (over === undefined) return;
    for (const one of calls) this.invoke(one, new Arguments([elementOf(over)]));
  }

  /** Names of methods that need no known object before them. */
  protected telling(name: string, given: Arguments): Value | undefined {
    if (this.library.telling?.split(' ').includes(name) !== true) return undefined;
    for (const [key, call] of Object.entries(this.library.calls)) {
      const found = key.split(' ').find((full) => full.endsWith(`.${name.replace(/Sync$/, '')}`));
      if (found !== undefined) return this.noted(call(given, this.on, name));
    }
    return undefined;
  }

  protected callNamed(name: string) {
    return entryOf(this.library.calls, this.library.same?.(name) ?? name);
  }

  protected callOwn(value: Extract<Value, { kind: 'function' }>, given: readonly Value[]): Value {
    this.called.add(value);
    if (this.depth > 3) return unknown();
    const { at } = this;
    this.depth++;
    value.parameters.forEach((name, place) => this.scope.set(name, given[place] ?? unknown()));
    this.at = value.from;
    this.statements(value.to);
    this.depth--;
    this.at = at;
    return unknown();
  }

  protected readonly noted = (value: Value | undefined): Value => value ?? unknown();

  /** The value that a library's name has. */
  protected use(value: Value): Value {
    if (value.kind !== 'name') return value;
    const full = this.library.same?.(value.name) ?? value.name;
    return this.library.values?.(full, this.on) ?? value;
  }

  /** `name=`, `name:` and `:name =>` before an argument. */
  protected key(): string | undefined {
    const token = this.peek();
    const sign = this.peek(1)?.text ?? '';
    const isName = token?.kind === 'name' || token?.kind === 'string';
    if (!isName || !(sign === '=' || sign === '=>' || (sign === ':' && this.language !== 'python'))) return undefined;
    if (sign === '=>' && this.language === 'node') return undefined;
    this.at += 2;
    return token.text;
  }
}

/** The names in a piece of inline code and their values. */
class Scope {
  private readonly names = new Map<string, Value>();
  private readonly modules: string[] = [];
  /** The functions that the code defines by name. */
  readonly functions: Extract<Value, { kind: 'function' }>[] = [];

  get(name: string): Value | undefined {
    return this.names.get(name);
  }

  set(name: string, value: Value): void {
    if (name !== '') this.names.set(name, value);
  }

  /** If the earlier value may remain, the name has one of the two. */
  assign(name: string, value: Value, mayBeLeftOut: boolean): void {
    const before = this.names.get(name);
    this.set(name, mayBeLeftOut && before !== undefined ? either([before, value]) : value);
  }

  define(name: string, value: Extract<Value, { kind: 'function' }>): void {
    this.functions.push(value);
    this.set(name, value);
  }

  /** `from module import *`. */
  open(module: string): void {
    this.modules.push(module);
  }

  /** A name that may come from an opened module. */
  imported(name: string, exists: (full: string) => boolean): Value | undefined {
    const module = this.modules.find((one) => exists(`${one}.${name}`));
    return module === undefined ? undefined : named(`${module}.${name}`);
  }
}
