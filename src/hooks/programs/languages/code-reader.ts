import type { WordPart } from '../../shell/invocation';
import { Arguments, entryOf, type Library } from './library';
import type { CodeEffects } from './code-effects';
import { Scope } from './scope';
import { tokenize, type Language, type Token } from './tokens';
import { changed, either, elementOf, fromStream, foundByPattern, joinPath, joinText, knownText, library as named, list, text, unknown, type Value } from './value'; // prettier-ignore

/** Words in front of an expression that do not change what it does. */
const prefixes: ReadonlySet<string> = new Set(
  'await async new not return yield typeof void delete throw raise print puts echo my our local const let var begin do then in and or is assert static public export default'.split(' '), // prettier-ignore
);

/** Words that end a call without parentheses. */
const modifiers: ReadonlySet<string> = new Set('if unless for foreach while until and or do rescue'.split(' '));

/** Functions that call another one with each element of a list. */
const applying: ReadonlySet<string> = new Set('then map forEach each filter flatMap array_map array_walk starmap submit reject select each_entry'.split(' ')); // prettier-ignore

/** Methods that hand what they are called on to a function. */
const hands: ReadonlySet<string> = new Set('then on once addListener pipe tap'.split(' '));

/** How many tokens may be looked at in all: functions and strings are read again. */
const most = 100_000;

/**
 * Reads inline code from its beginning to its end and tells `on` what its calls do. No branch is left out: what stands
 * there may run.
 */
export class CodeReader {
  private tokens: readonly Token[] = [];
  private at = 0;
  private steps = 0;
  private depth = 0;
  /** What the next function literal is called with. */
  private element: Value | undefined;
  private readonly scope = new Scope();
  private readonly called = new Set<Value>();

  constructor(
    private readonly language: Language,
    private readonly library: Library,
    private readonly on: CodeEffects,
    /** What the letters from U+E000 on stand for. */
    private readonly gaps: readonly WordPart[],
  ) {}

  read(code: string): void {
    this.tokens = tokenize(this.language, code);
    this.at = 0;
    this.statements();
    for (const value of this.scope.functions()) if (!this.called.has(value)) this.callOwn(value, []);
  }

  // Statements

  /** Up to this closing mark, or to the end. */
  private statements(end = this.tokens.length): void {
    while (this.at < end && this.steps++ < most) {
      const before = this.at;
      this.statement();
      if (this.at === before) this.at++;
    }
  }

  private statement(): void {
    const word = this.word();
    if (word === 'import' && this.imports()) return;
    if (word === 'from' && this.language === 'python') {
      this.importsFrom();
      return;
    }
    if (word === 'include' && this.language === 'ruby') {
      this.at++;
      this.scope.open(this.next()?.text ?? '');
      return;
    }
    if (word === 'for' || word === 'foreach') {
      this.loop();
      return;
    }
    if (word === 'with' && this.language === 'python') {
      this.with();
      return;
    }
    if (word === 'def' || word === 'function' || word === 'sub') {
      if (this.definition()) return;
    }
    if (this.language === 'perl') this.trailingLoop();
    if (this.assignment()) return;
    this.expression();
  }

  /** `import a.b as c` of Python; `import {a as b} from 'm'` of JavaScript. */
  private imports(): boolean {
    if (this.language === 'python') {
      do {
        this.at++;
        const path = this.dotted();
        if (this.take('as')) this.scope.set(this.next()?.text ?? '', named(path));
        else this.scope.set(path.split('.', 1)[0] ?? '', named(path.split('.', 1)[0] ?? ''));
      } while (this.is(','));
      return true;
    }
    if (this.language !== 'node' || this.peek(1)?.text === '(' || this.peek(1)?.text === '.') return false;
    const from = this.tokens.findIndex((token, at) => at > this.at && at < this.at + 200 && token.text === 'from');
    const module = this.tokens[from + 1];
    if (from < 0 || module?.kind !== 'string') return false;
    const name = moduleName(module.text);
    for (let at = this.at + 1; at < from; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'name') continue;
      const inBraces = this.tokens.slice(this.at, at).some(({ text }) => text === '{');
      const alias = this.tokens[at + 1]?.text === 'as' ? this.tokens[at + 2]?.text : undefined;
      this.scope.set(alias ?? token.text, named(inBraces && token.text !== 'default' ? `${name}.${token.text}` : name));
      if (alias !== undefined) at += 2;
    }
    this.at = from + 2;
    return true;
  }

  private importsFrom(): void {
    this.at++;
    const module = this.dotted();
    if (!this.take('import')) return;
    this.take('(');
    do {
      const name = this.next()?.text ?? '';
      if (name === '*') this.scope.open(module);
      else this.scope.set(this.take('as') ? (this.next()?.text ?? '') : name, named(`${module}.${name}`));
    } while (this.take(','));
    this.take(')');
  }

  /** Binds the variable of a loop to what it runs over. */
  private loop(): void {
    this.at++;
    const opens = this.is('(');
    const end = opens ? this.closing(this.at) : this.lineEnd();
    const head = this.tokens.slice(this.at, end);
    const word = head.findIndex(({ text, kind }) => kind === 'name' && /^(?:in|of|as)$/.test(text));
    if (this.language === 'perl') {
      while (prefixes.has(this.word() ?? '')) this.at++;
      const names = head.length === 0 || opens ? [] : [this.name()];
      if (!this.is('(')) return;
      const over = this.expression();
      this.scope.set(names[0] ?? '$_', elementOf(over));
      return;
    }
    if (word < 0) {
      if (opens) this.at++;
      return;
    }
    const behind = this.at + word + 1;
    const names = head.slice(0, word);
    if (this.language === 'php') {
      this.at++;
      const over = this.expression();
      const variables = this.tokens.slice(behind, end).filter(({ kind }) => kind === 'name');
      for (const { text: name } of variables) this.scope.set(name, elementOf(over));
      this.at = end;
      return;
    }
    this.at = behind;
    const over = this.items();
    for (const { kind, text: name } of names)
      if (kind === 'name' && !prefixes.has(name)) this.scope.set(name, elementOf(over));
  }

  /** `a, b` without brackets is a list. */
  private items(): Value {
    const values = [this.expression()];
    while (this.language !== 'node' && this.language !== 'php' && this.is(',') && this.peek(1)?.first === false) {
      this.at++;
      values.push(this.expression());
    }
    return values.length === 1 ? (values[0] ?? unknown()) : list(values);
  }

  private with(): void {
    do {
      this.at++;
      const value = this.expression();
      if (this.take('as')) this.scope.set(this.next()?.text ?? '', value);
    } while (this.is(','));
  }

  /** A function's body is read where it is called, with what it is called with. */
  private definition(): boolean {
    const indent = this.peek()?.indent ?? 0;
    const name = this.peek(1);
    if (name?.kind !== 'name') return false;
    let at = this.at + 2;
    const parameters: string[] = [];
    if (this.tokens[at]?.text === '(') {
      const close = this.closing(at);
      parameters.push(...this.parametersIn(at + 1, close));
      at = close + 1;
    }
    if (this.language === 'ruby') {
      this.scope.set(name.text, unknown());
      this.at = at;
      return true;
    }
    const brace = this.tokens.findIndex((token, index) => index >= at && token.text === '{');
    const [from, to] =
      this.language === 'python'
        ? [at, this.blockEnd(at, indent)]
        : brace < 0
          ? [at, at]
          : [brace + 1, this.closing(brace)];
    this.scope.define(name.text, { kind: 'function', parameters, from, to });
    this.at = to;
    return true;
  }

  private parametersIn(from: number, to: number): readonly string[] {
    return this.tokens
      .slice(from, to)
      .filter(({ kind }, at, all) => kind === 'name' && (at === 0 || /^[,*({[]|\.\.\.$/.test(all[at - 1]?.text ?? '')))
      .map(({ text: name }) => name);
  }

  /** `unlink for glob "*"`. */
  private trailingLoop(): void {
    for (let at = this.at + 1; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token === undefined || /^[;{}]$/.test(token.text)) return;
      if (token.kind !== 'name' || !/^for(?:each)?$/.test(token.text)) continue;
      const start = this.at;
      this.at = at + 1;
      this.scope.set('$_', elementOf(this.expression()));
      this.at = start;
      return;
    }
  }

  private assignment(): boolean {
    const start = this.at;
    while (/^(?:const|let|var|my|our|local|export)$/.test(this.word() ?? '')) this.at++;
    const targets: { readonly name: string; readonly key: string | undefined }[] = [];
    const opened =
      /^[([{]$/.test(this.peek()?.text ?? '') && this.peek()?.kind === 'mark' ? this.next()?.text : undefined;
    if (opened === undefined || this.at - start > 1 || opened !== '{') {
      for (;;) {
        const token = this.peek();
        if (token?.kind !== 'name' || prefixes.has(token.text)) break;
        this.at++;
        const renamed = opened === '{' && this.take(':') ? this.next()?.text : undefined;
        targets.push({ name: renamed ?? token.text, key: opened === '{' ? token.text : undefined });
        if (!this.take(',')) break;
      }
      if (opened !== undefined) this.at++;
    }
    const sign = this.peek()?.kind === 'mark' ? this.peek()?.text : undefined;
    if (targets.length === 0 || sign === undefined || !/^(?:=|:=|\+=|\.=|\/\/=|\|\|=)$/.test(sign)) {
      this.at = start;
      return false;
    }
    this.at++;
    const value = this.items();
    const [first] = targets;
    if (targets.length === 1 && first !== undefined && opened === undefined) {
      const before = this.scope.get(first.name);
      const whole = /^(?:\+=|\.=)$/.test(sign) && before !== undefined ? joinText([before, value]) : value;
      this.scope.assign(first.name, whole, this.branches());
    } else {
      targets.forEach(({ name, key }, place) => {
        const part =
          key !== undefined ? this.memberOf(value, key) : value.kind === 'list' ? value.items[place] : elementOf(value);
        this.scope.assign(name, part ?? unknown(), this.branches());
      });
    }
    return true;
  }

  /** May this line be left out when the code runs? */
  private branches(): boolean {
    return (this.peek(-1)?.indent ?? 0) > 0 || this.language !== 'python';
  }

  // Expressions

  private expression(): Value {
    let value = this.operand();
    for (;;) {
      if (this.steps++ > most) return unknown();
      const token = this.peek();
      if (token?.kind === 'name') {
        // `a if x else b` of Python.
        if (token.text === 'if' && this.language === 'python' && !token.first) {
          this.at++;
          this.expression();
          if (this.take('else')) value = either([value, this.expression()]);
          continue;
        }
        if (token.text === 'or' && !token.first) {
          this.at++;
          value = either([value, this.expression()]);
          continue;
        }
        return value;
      }
      if (token?.kind !== 'mark' || (token.first && this.language !== 'node')) return value;
      switch (token.text) {
        case '+':
        case '.':
          this.at++;
          value = joinText([value, this.operand()]);
          continue;
        case '/':
          this.at++;
          value =
            value.kind === 'text' && value.path === true
              ? joinPath([value, this.operand()])
              : changed(either([value, this.operand()]));
          continue;
        case '%':
          this.at++;
          value = changed(list([value, this.operand()]));
          continue;
        case '||':
        case '??':
        case '//':
          this.at++;
          value = either([value, this.operand()]);
          continue;
        case '?': {
          this.at++;
          const yes = this.expression();
          if (!this.take(':')) return unknown();
          value = either([yes, this.expression()]);
          continue;
        }
        default:
          return value;
      }
    }
  }

  private operand(): Value {
    while (this.peek()?.kind === 'name' && prefixes.has(this.word() ?? '') && this.peek(1)?.text !== '.') this.at++;
    const value = this.primary();
    return this.behind(value);
  }

  private primary(): Value {
    const token = this.peek();
    if (token === undefined || this.depth > 60) {
      this.at++;
      return unknown();
    }
    switch (token.kind) {
      case 'string':
        return this.strings();
      case 'shell':
        this.at++;
        this.on.shell(this.textOf(token));
        return unknown();
      case 'words':
        this.at++;
        return list(
          token.text
            .trim()
            .split(/\s+/)
            .map((word) => text(word)),
        );
      case 'number':
        this.at++;
        return text(token.text);
      case 'name':
        return this.named();
      case 'mark':
        return this.bracketed(token.text);
    }
  }

  /** Strings that stand side by side are one. */
  private strings(): Value {
    const values: Value[] = [];
    do values.push(this.textOf(this.next()));
    while (
      this.peek()?.kind === 'string' &&
      (this.language === 'python' || this.language === 'ruby') &&
      this.peek()?.first === false
    );
    return values.length === 1 ? (values[0] ?? unknown()) : joinText(values);
  }

  private textOf(token: Token | undefined): Value {
    if (token?.pieces === undefined) return this.literalText(token?.text ?? '');
    return joinText(
      token.pieces.map((piece) => (typeof piece === 'string' ? this.literalText(piece) : this.inString(piece.code))),
    );
  }

  /** Text with the values that the shell puts into it. */
  private literalText(whole: string): Value {
    if (this.gaps.length === 0 || !gap.test(whole)) return text(whole);
    const parts = whole.split(gap).flatMap((piece): readonly WordPart[] => {
      const filled = gap.test(piece) ? this.gaps[piece.charCodeAt(0) - 0xe000] : undefined;
      if (filled !== undefined) return [filled];
      return piece === '' ? [] : [{ kind: 'literal', text: piece, quoted: true }];
    });
    return { kind: 'text', parts };
  }

  private inString(code: string): Value {
    const { tokens, at } = this;
    this.tokens = tokenize(this.language, code);
    this.at = 0;
    const value = this.tokens.length === 0 ? unknown() : this.use(this.expression());
    this.tokens = tokens;
    this.at = at;
    return value;
  }

  private named(): Value {
    const name = this.name();
    if (name === 'lambda' || name === 'fn' || name === 'function' || name === 'sub') return this.literal(name);
    if (this.is('=>') && this.language === 'node') {
      this.at++;
      return this.body([name]);
    }
    return (
      this.scope.get(name) ?? this.scope.imported(name, (full) => this.callNamed(full) !== undefined) ?? named(name)
    );
  }

  private bracketed(mark: string): Value {
    this.at++;
    switch (mark) {
      case '(':
      case '[': {
        const close = this.closing(this.at - 1);
        if (mark === '(' && this.tokens[close + 1]?.text === '=>') {
          const parameters = this.parametersIn(this.at, close);
          const unpacks = this.is('{');
          this.at = close + 2;
          return this.body(parameters, unpacks);
        }
        const items = this.elements(close);
        return mark === '(' && items.length === 1 && this.tokens[close - 1]?.text !== ',' && this.language !== 'perl'
          ? (items[0] ?? unknown())
          : list(items);
      }
      case '{':
        return this.record();
      case '<':
        return this.language === 'perl' ? this.angled() : unknown();
      case '!':
      case '-':
      case '*':
      case '**':
      case '...':
      case '&':
      case '\\':
      case '::':
        return this.operand();
      default:
        this.at--;
        return unknown();
    }
  }

  /** `<*.txt>` is a glob, `<STDIN>` reads a line. */
  private angled(): Value {
    const start = this.at;
    while (this.at < this.tokens.length && !this.is('>') && !this.peek()?.first) this.at++;
    const inner = this.tokens
      .slice(start, this.at)
      .map(({ text: part }) => part)
      .join('');
    this.at++;
    return /[*?[~/]/.test(inner) ? foundByPattern(text(inner), this.on.cwd) : unknown();
  }

  /** What stands between brackets, up to the closing one; a comprehension binds its names first. */
  private elements(close: number, named?: Map<string, Value>): readonly Value[] {
    if (this.language === 'python') this.comprehension(close);
    const items: Value[] = [];
    this.depth++;
    while (this.at < close && this.steps++ < most) {
      const before = this.at;
      const key = this.key();
      const spread = this.is('*') || this.is('...') || this.is('@');
      const value = this.use(this.expression());
      if (key !== undefined && named !== undefined) named.set(key, value);
      else if (spread && value.kind === 'list') items.push(...value.items);
      else if (this.at > before) items.push(value);
      while (this.at < close && !this.is(',')) {
        const stuck = this.at;
        this.statement();
        if (this.at === stuck) this.at++;
      }
      this.at++;
    }
    this.depth--;
    this.at = close + 1;
    return items;
  }

  /** `name=`, `name:` and `:name =>` in front of an argument. */
  private key(): string | undefined {
    const token = this.peek();
    const sign = this.peek(1)?.text ?? '';
    const isName = token?.kind === 'name' || token?.kind === 'string';
    if (!isName || !(sign === '=' || sign === '=>' || (sign === ':' && this.language !== 'python'))) return undefined;
    if (sign === '=>' && this.language === 'node') return undefined;
    this.at += 2;
    return token.text;
  }

  private comprehension(close: number): void {
    let level = 0;
    for (let at = this.at; at < close; at++) {
      const { kind, text: mark } = this.tokens[at] ?? { kind: 'mark', text: '' };
      if (kind === 'mark' && /^[([{]$/.test(mark)) level++;
      else if (kind === 'mark' && /^[)\]}]$/.test(mark)) level--;
      else if (level === 0 && kind === 'name' && mark === 'for') {
        const start = this.at;
        this.at = at;
        this.loop();
        this.at = start;
      }
    }
  }

  private record(): Value {
    const close = this.closing(this.at - 1);
    const entries = new Map<string, Value>();
    const keyed = this.tokens[this.at + 1]?.text;
    if (this.at < close && keyed !== ':' && keyed !== ',' && keyed !== '=>' && keyed !== '}') {
      // A block, or a record in a form that is not followed.
      this.statements(close);
      this.at = close + 1;
      return unknown();
    }
    while (this.at < close && this.steps++ < most) {
      const key = this.next()?.text ?? '';
      if (this.take(':') || this.take('=>')) entries.set(key, this.use(this.expression()));
      else entries.set(key, named(key));
      while (this.at < close && !this.is(',')) this.at++;
      this.at++;
    }
    this.at = close + 1;
    return { kind: 'record', entries };
  }

  /** `lambda x: …`, `function (x) {…}`, `fn ($x) => …`, `sub {…}`. */
  private literal(word: string): Value {
    if (word === 'lambda') {
      const start = this.at;
      while (this.at < this.tokens.length && !this.is(':')) this.at++;
      const parameters = this.parametersIn(start, this.at);
      this.at++;
      return this.body(parameters);
    }
    if (this.peek()?.kind === 'name') this.at++;
    let parameters: readonly string[] = [];
    if (this.is('(')) {
      const close = this.closing(this.at);
      parameters = this.parametersIn(this.at + 1, close);
      this.at = close + 1;
    }
    this.take('=>');
    return this.body(parameters);
  }

  /** Reads a function's body at once, with what it is about to be called with. */
  private body(parameters: readonly string[], unpacks = false): Value {
    const { element } = this;
    this.element = undefined;
    parameters.forEach((name, place) => {
      const given = unpacks && element !== undefined ? this.memberOf(element, name) : place === 0 ? element : undefined;
      this.scope.set(name, given ?? unknown());
    });
    if (!this.is('{')) return this.assignment() ? unknown() : this.expression();
    const close = this.closing(this.at);
    this.at++;
    this.statements(close);
    this.at = close + 1;
    return unknown();
  }

  /** Members, calls and indexes behind a value. */
  private behind(start: Value): Value {
    let value = start;
    for (;;) {
      if (this.steps++ > most) return unknown();
      const token = this.peek();
      if (token === undefined) break;
      const mark = token.kind === 'mark' ? token.text : undefined;
      if (
        mark === '.' ||
        mark === '::' ||
        mark === '->' ||
        mark === '?.' ||
        (mark === '&' && this.peek(1)?.text === '.')
      ) {
        if (mark === '.' && (this.language === 'perl' || this.language === 'php')) break;
        const member = this.peek(mark === '&' ? 2 : 1);
        if (member?.kind === 'name') {
          this.at += mark === '&' ? 3 : 2;
          value = this.memberOf(value, member.text);
          continue;
        }
        if (mark === '->' || mark === '?.') {
          this.at++;
          continue;
        }
        break;
      }
      if (token.first && this.depth === 0 && this.language !== 'php') break;
      if (mark === '(') {
        value = this.call(value);
        continue;
      }
      if (mark === '[' || (mark === '{' && this.language === 'perl' && isVariable(this.peek(-1)))) {
        value = this.indexed(value);
        continue;
      }
      // A tagged template that a shell runs: $`rm x`.
      if (
        token.kind === 'string' &&
        this.language === 'node' &&
        value.kind === 'name' &&
        /^(?:(?:Bun|zx|execa)\.)?\$$/.test(value.name)
      ) {
        this.on.shell(this.textOf(this.next()));
        value = unknown();
        continue;
      }
      const block = this.block(value, token);
      if (block !== undefined) {
        value = block;
        continue;
      }
      if (this.takesWords(value, token)) {
        value = this.callWithWords(value);
        continue;
      }
      break;
    }
    const implied = this.language === 'perl' && value.kind === 'name' ? this.scope.get('$_') : undefined;
    if (implied !== undefined && value.kind === 'name' && this.callNamed(value.name) !== undefined) return this.invoke(value, new Arguments([implied])); // prettier-ignore
    // In Ruby a name is a call.
    if (this.language === 'ruby' && value.kind === 'member' && this.library.method?.(value.of, value.name) !== undefined) return this.invoke(value, new Arguments([])); // prettier-ignore
    if (this.language === 'ruby' && value.kind === 'name' && value.name.includes('.') && this.callNamed(value.name) !== undefined) return this.invoke(value, new Arguments([])); // prettier-ignore
    return this.use(value);
  }

  /** `list.each { |x| … }`, `list.each do |x| …`. */
  private block(value: Value, token: Token): Value | undefined {
    const opens = this.language === 'ruby' && (token.text === '{' || token.text === 'do') && token.kind !== 'string';
    if (!opens || this.peek(1)?.text !== '|') return undefined;
    const over =
      value.kind === 'member' ? value.of : value.kind === 'name' ? this.invoke(value, new Arguments([])) : value;
    this.at += 2;
    while (this.at < this.tokens.length && !this.is('|')) {
      const name = this.next();
      if (name?.kind === 'name') this.scope.set(name.text, elementOf(over));
    }
    this.at++;
    return over;
  }

  private memberOf(value: Value, name: string): Value {
    if (value.kind === 'name') return named(`${value.name}.${name}`);
    if (value.kind === 'record') return value.entries.get(name) ?? unknown();
    if (name === 'parent' || name === 'parents') return changed(value);
    return { kind: 'member', of: value, name };
  }

  private indexed(value: Value): Value {
    const close = this.closing(this.at);
    const slice = this.tokens.slice(this.at + 1, close).some(({ text: mark }) => mark === ':');
    const bare = this.tokens[this.at + 1];
    this.at++;
    const items =
      close === this.at + 1 && bare?.kind === 'name' && this.language === 'perl'
        ? [text(bare.text)]
        : this.elements(close);
    this.at = close + 1;
    const key = knownText(items[0]);
    if (slice)
      return value.kind === 'text' && value.parts.every(({ kind }) => kind !== 'unknown')
        ? unknown({ stream: { kind: 'decoded', program: this.language } })
        : changed(value);
    if (value.kind === 'name') return key === undefined ? unknown() : named(`${value.name}.${key}`);
    if (value.kind === 'record' && key !== undefined) return value.entries.get(key) ?? unknown();
    if (value.kind === 'list')
      return (key !== undefined && /^\d+$/.test(key) ? value.items[Number(key)] : undefined) ?? elementOf(value);
    return changed(value);
  }

  /** Does a call without parentheses begin here? */
  private takesWords(value: Value, token: Token): boolean {
    if (this.language !== 'ruby' && this.language !== 'perl' && !(this.language === 'php' && token.kind === 'string'))
      return false;
    if (value.kind !== 'name' || token.first || this.callNamed(value.name) === undefined) return false;
    if (token.kind === 'mark')
      return /^(?:\[|<|\\|-)$/.test(token.text) && !(token.text === '<' && this.language === 'ruby');
    return !(token.kind === 'name' && modifiers.has(token.text));
  }

  private callWithWords(value: Value): Value {
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

  private call(value: Value): Value {
    const close = this.closing(this.at);
    this.at++;
    const named = new Map<string, Value>();
    const over = calledOn(value);
    const last = lastName(value);
    if (over !== undefined) this.element = hands.has(last) ? over : applying.has(last) ? elementOf(over) : undefined;
    else if (value.kind === 'name' && /^https?\.(?:get|request)$/.test(value.name))
      this.element = fromStream({ kind: 'remote', program: 'node' });
    const items = this.elements(close, named);
    this.element = undefined;
    return this.invoke(value, new Arguments(items, named));
  }

  private invoke(value: Value, given: Arguments): Value {
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
  private apply(value: Value, given: Arguments): void {
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

  /** Names that say enough, whatever stands in front of them. */
  private telling(name: string, given: Arguments): Value | undefined {
    if (this.library.telling?.split(' ').includes(name) !== true) return undefined;
    for (const [key, call] of Object.entries(this.library.calls)) {
      const found = key.split(' ').find((full) => full.endsWith(`.${name.replace(/Sync$/, '')}`));
      if (found !== undefined) return this.noted(call(given, this.on, name));
    }
    return undefined;
  }

  private callNamed(name: string) {
    return entryOf(this.library.calls, this.library.same?.(name) ?? name);
  }

  private callOwn(value: Extract<Value, { kind: 'function' }>, given: readonly Value[]): Value {
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

  private readonly noted = (value: Value | undefined): Value => value ?? unknown();

  /** The value that stands under a library's name. */
  private use(value: Value): Value {
    if (value.kind !== 'name') return value;
    const full = this.library.same?.(value.name) ?? value.name;
    return this.library.values?.(full, this.on) ?? value;
  }

  // Tokens

  private peek(by = 0): Token | undefined {
    return this.tokens[this.at + by];
  }

  private next(): Token | undefined {
    return this.tokens[this.at++];
  }

  private name(): string {
    return this.next()?.text ?? '';
  }

  private word(): string | undefined {
    const token = this.peek();
    return token?.kind === 'name' ? token.text : undefined;
  }

  private is(mark: string): boolean {
    const token = this.peek();
    return token?.text === mark && token.kind !== 'string';
  }

  private take(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.at++;
    return true;
  }

  private dotted(): string {
    let path = this.next()?.text ?? '';
    while (this.is('.') && this.peek(1)?.kind === 'name') {
      path += `.${this.peek(1)?.text ?? ''}`;
      this.at += 2;
    }
    return path;
  }

  /** Where the bracket that opens here is closed. */
  private closing(open: number): number {
    let level = 0;
    for (let at = open; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'mark') continue;
      if (/^[([{]$/.test(token.text)) level++;
      else if (/^[)\]}]$/.test(token.text) && --level === 0) return at;
    }
    return this.tokens.length;
  }

  private lineEnd(): number {
    const end = this.tokens.findIndex(
      (token, at) => at > this.at && (token.first || token.text === ':' || token.text === ';'),
    );
    return end < 0 ? this.tokens.length : end;
  }

  private blockEnd(from: number, indent: number): number {
    const end = this.tokens.findIndex((token, at) => at > from && token.first && token.indent <= indent);
    return end < 0 ? this.tokens.length : end;
  }
}

/** Letters that stand for what is not known. */
const gap = /([\uE000-\uF8FF])/;

const moduleName = (name: string): string => name.replace(/^node:/, '').replace(/\//g, '.');
/** What stands in front of the dot; a module that is loaded (`import('fs').then`) too. */
const calledOn = (value: Value): Value | undefined =>
  value.kind === 'member'
    ? value.of
    : value.kind === 'name' && value.name.endsWith('.then')
      ? named(value.name.slice(0, -'.then'.length))
      : undefined;
const isVariable = (token: Token | undefined): boolean => token?.kind === 'name' && token.text.startsWith('$');
const lastName = (value: Value): string =>
  value.kind === 'name' ? value.name.slice(value.name.lastIndexOf('.') + 1) : value.kind === 'member' ? value.name : '';
const shownName = (given: string, full: string): string => (given.includes('.') || !full.includes('.') ? given : full);
