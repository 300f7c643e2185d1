import type { WordPart } from '../../shell/invocation';
import { most, tokenize, type Token } from './tokens';
import { joinText, list, text, unknown, library as named, type Value } from './value';
import { CallReader } from './call-reader';

/** Letters that stand for unknown values. */
const gap = /([\uE000-\uF8FF])/;

/** Reads strings, lists, records and function literals. */
export abstract class LiteralReader extends CallReader {
  protected abstract statement(): void;
  protected abstract loop(): void;
  protected abstract assignment(): boolean;
  protected abstract parametersIn(from: number, to: number): readonly string[];
  protected abstract operand(): Value;
  protected abstract memberOf(value: Value, name: string): Value;

  /** Adjacent strings are one string. */
  protected strings(): Value {
    const values: Value[] = [];
    do values.push(this.textOf(this.next()));
    while (
      this.peek()?.kind === 'string' &&
      (this.language === 'python' || this.language === 'ruby') &&
      this.peek()?.first === false
    );
    return values.length === 1 ? (values[0] ?? unknown()) : joinText(values);
  }

  protected textOf(token: Token | undefined): Value {
    if (token?.pieces === undefined) return this.literalText(token?.text ?? '');
    return joinText(
      token.pieces.map((piece) => (typeof piece === 'string' ? this.literalText(piece) : this.inString(piece.code))),
    );
  }

  /** Text with the values that the shell inserted. */
  protected literalText(whole: string): Value {
    if (this.gaps.length === 0 || !gap.test(whole)) return text(whole);
    const parts = whole.split(gap).flatMap((piece): readonly WordPart[] => {
      const filled = gap.test(piece) ? this.gaps[piece.charCodeAt(0) - 0xe000] : undefined;
      if (filled !== undefined) return [filled];
      return piece === '' ? [] : [{ kind: 'literal', text: piece, quoted: true }];
    });
    return { kind: 'text', parts };
  }

  protected inString(code: string): Value {
    const { tokens, at } = this;
    this.tokens = tokenize(this.language, code);
    this.at = 0;
    const value = this.tokens.length === 0 ? unknown() : this.use(this.expression());
    this.tokens = tokens;
    this.at = at;
    return value;
  }

  /** `<STDIN>` reads a line. */
  protected angled(): Value {
    while (this.at < this.tokens.length && !this.is('>') && !this.peek()?.first) this.at++;
    this.at++;
    return unknown();
  }

  /** The elements up to the closing bracket; a comprehension binds its names first. */
  protected elements(close: number, named?: Map<string, Value>): readonly Value[] {
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

  protected comprehension(close: number): void {
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

  protected record(): Value {
    const close = this.closing(this.at - 1);
    const entries = new Map<string, Value>();
    const keyed = this.tokens[this.at + 1]?.text;
    if (this.at < close && keyed !== ':' && keyed !== ',' && keyed !== '=>' && keyed !== '}') {
      // A block, or a record in a form that is not read.
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
  protected literal(word: string): Value {
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

  /** Reads a function's body now, with the arguments of the coming call. */
  protected body(parameters: readonly string[], unpacks = false): Value {
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

  protected bracketed(mark: string): Value {
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
      case '-': {
        const isNumber = this.peek()?.kind === 'number';
        const value = this.operand();
        return isNumber ? joinText([text('-'), value]) : value;
      }
      case '!':
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
}
