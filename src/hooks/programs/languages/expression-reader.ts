import { Arguments, prints } from './library';
import { most, prefixes, type Token } from './tokens';
import type { Value } from './value';
import {
  changed,
  either,
  elementOf,
  formatted,
  joinPath,
  joinText,
  knownText,
  list,
  text,
  unknown,
  library as named,
} from './value';
import { LiteralReader } from './literal-reader';

const isVariable = (token: Token | undefined): boolean => token?.kind === 'name' && token.text.startsWith('$');

/** The tag of a template that a shell runs: $`rm x`. */
const isShellTag = (value: Value): boolean =>
  value.kind === 'name' && /^(?:(?:[Bb]un|zx|execa|dax)\.)?\$$/.test(value.name);

/** Reads expressions: operators, members, calls and indexes. */
export abstract class ExpressionReader extends LiteralReader {
  protected expression(): Value {
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
          value = this.percent(value, this.operand());
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

  /** `'rm %s' % x` of Python and Ruby. */
  private percent(value: Value, given: Value): Value {
    if (this.language !== 'python' && this.language !== 'ruby') return changed(list([value, given]));
    const items = given.kind === 'list' ? given.items : [given];
    return formatted(value, /%[-#0 +]*[\d.]*[sdrif]/, (place) => items[place]);
  }

  protected operand(): Value {
    let isPrinted = false;
    while (this.peek()?.kind === 'name' && prefixes.has(this.word() ?? '') && this.peek(1)?.text !== '.') {
      isPrinted ||= /^(?:print|puts|echo)$/.test(this.word() ?? '');
      this.at++;
    }
    const value = this.suffixes(this.primary());
    if (isPrinted) prints(new Arguments([value]), this.on, 'print');
    return value;
  }

  protected primary(): Value {
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

  protected named(): Value {
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

  /** A value with the members, calls and indexes that follow it. */
  protected suffixes(start: Value): Value {
    let value = start;
    for (let next: Value | undefined = start; next !== undefined; next = this.suffix(value)) {
      if (this.steps++ > most) return unknown();
      value = next;
    }
    return this.calledByName(value);
  }

  /** The value with the next of its suffixes; undefined if none follows. */
  private suffix(value: Value): Value | undefined {
    const token = this.peek();
    if (token === undefined) return undefined;
    const mark = token.kind === 'mark' ? token.text : undefined;
    if (mark !== undefined && this.isMemberMark(mark)) return this.member(value, mark);
    if (token.first && this.depth === 0 && this.language !== 'php') return undefined;
    if (mark === '(') return this.call(value);
    if (mark === '[' || (mark === '{' && this.language === 'perl' && isVariable(this.peek(-1)))) {
      return this.indexed(value);
    }
    if (token.kind === 'string' && this.language === 'node' && isShellTag(value)) {
      this.on.shell(this.textOf(this.next()));
      return unknown();
    }
    return this.block(value, token) ?? (this.takesWords(value, token) ? this.callWithWords(value) : undefined);
  }

  private isMemberMark(mark: string): boolean {
    if (mark === '.') return this.language !== 'perl' && this.language !== 'php';
    return mark === '::' || mark === '->' || mark === '?.' || (mark === '&' && this.peek(1)?.text === '.');
  }

  private member(value: Value, mark: string): Value | undefined {
    const length = mark === '&' ? 2 : 1;
    const name = this.peek(length);
    if (name?.kind === 'name') {
      this.at += length + 1;
      return this.memberOf(value, name.text);
    }
    if (mark !== '->' && mark !== '?.') return undefined;
    this.at++;
    return value;
  }

  /** In Ruby a name is a call; in Perl one of `$_`. */
  private calledByName(value: Value): Value {
    const isKnown = value.kind === 'name' && this.callNamed(value.name) !== undefined;
    if (this.language === 'perl' && isKnown) {
      const implied = this.scope.get('$_');
      if (implied !== undefined) return this.invoke(value, new Arguments([implied]));
    }
    if (this.language === 'ruby') {
      const isMethod = value.kind === 'member' && this.library.method?.(value.of, value.name) !== undefined;
      if (isMethod || (isKnown && value.name.includes('.'))) return this.invoke(value, new Arguments([]));
    }
    return this.use(value);
  }

  /** `list.each { |x| … }`, `list.each do |x| …`. */
  protected block(value: Value, token: Token): Value | undefined {
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

  protected memberOf(value: Value, name: string): Value {
    if (value.kind === 'name') return named(`${value.name}.${name}`);
    if (value.kind === 'record') return value.entries.get(name) ?? unknown();
    // An entry of `os.scandir`.
    if (name === 'path' && value.kind === 'text' && value.path === true) return value;
    if (name === 'parent' || name === 'parents') return changed(value);
    return { kind: 'member', of: value, name };
  }

  protected indexed(value: Value): Value {
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
    // `Dir['*.log']` of Ruby.
    if (value.kind === 'name' && value.name === 'Dir') return this.invoke(named('Dir.glob'), new Arguments(items));
    if (value.kind === 'name') return key === undefined ? unknown() : named(`${value.name}.${key}`);
    if (value.kind === 'record' && key !== undefined) return value.entries.get(key) ?? unknown();
    if (value.kind === 'list')
      return (key !== undefined && /^\d+$/.test(key) ? value.items[Number(key)] : undefined) ?? elementOf(value);
    return changed(value);
  }
}
