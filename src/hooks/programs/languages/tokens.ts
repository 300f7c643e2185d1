import { wordSet } from '../../project/text';

/** Languages whose inline code is read. */
export type Language = 'python' | 'node' | 'ruby' | 'perl' | 'php';

/** A token of inline code, without comments and layout. */
export interface Token {
  /** `shell`: text in backticks that a shell runs. `words`: `qw(…)`, a list of texts. */
  readonly kind: 'name' | 'string' | 'shell' | 'words' | 'mark' | 'number';
  readonly text: string;
  /** Of a string with code in it. */
  readonly pieces?: readonly Piece[] | undefined;
  /** The first one of its line. */
  readonly first: boolean;
  /** The indentation of its line. */
  readonly indent: number;
}

type Bare = Omit<Token, 'first' | 'indent'>;

const hash: ReadonlySet<Language> = new Set<Language>(['python', 'ruby', 'perl', 'php']);
const slashes: ReadonlySet<Language> = new Set<Language>(['node', 'php']);
const sigils: ReadonlySet<Language> = new Set<Language>(['perl', 'php']);

const regexes: ReadonlySet<Language> = new Set<Language>(['node', 'ruby', 'perl']);

const opensRegex = (before: Token | undefined): boolean =>
  before === undefined || (before.kind === 'mark' && !/^[)\]}]$/.test(before.text)) || before.text === 'return';

const marks = /^(?:=>|->|::|\?\.|\.\.\.|\?\?|\|\||&&|[=!]==?|[-+.*/|]=|:=|\/\/=?|<<|<=|>=|\*\*)/;

interface Found {
  readonly token: Bare;
  readonly end: number;
}

/** `<*.txt>` of Perl. */
const globInBrackets = /<((?=[^<>\s;=()&|]*[*?[~/])[~.\w/$*?{][^<>\s;=()&|]*)>/g;

/** Splits code into tokens, well enough to tell calls from text. Never fails; odd input gives odd tokens. */
export function tokenize(language: Language, text: string): readonly Token[] {
  const code = language === 'perl' ? text.replace(globInBrackets, 'glob("$1")') : text;
  const tokens: Token[] = [];
  let at = 0;
  let first = true;
  let indent = 0;
  let line = 0;
  while (at < code.length && tokens.length < 20_000) {
    if (code[at] === '\n') {
      first = true;
      line = ++at;
      continue;
    }
    const gap = gapAt(language, code, at);
    if (gap !== undefined) {
      at = gap;
      continue;
    }
    const { token, end } = tokenAt(language, code, at, tokens.at(-1));
    if (first) indent = at - line;
    tokens.push({ ...token, first, indent });
    first = false;
    at = end;
  }
  return tokens;
}

/** The end of a space or a comment; undefined if a token begins here. */
function gapAt(language: Language, code: string, at: number): number | undefined {
  const char = code[at] ?? '';
  const two = code.slice(at, at + 2);
  if (/\s/.test(char)) return at + 1;
  if (language === 'python' && two === '\\\n') return at + 2;
  if ((char === '#' && hash.has(language)) || (two === '//' && slashes.has(language))) return lineEnd(code, at);
  return two === '/*' && slashes.has(language) ? endOf(code, '*/', at + 2) : undefined;
}

function tokenAt(language: Language, code: string, at: number, before: Token | undefined): Found {
  const char = code[at] ?? '';
  if (char === '/' && regexes.has(language) && opensRegex(before)) {
    const { text, end } = readString(code, at + 1, '/', true);
    return { token: { kind: 'string', text }, end: text.includes('\n') ? at + 1 : end };
  }
  if (char === '"' || char === "'" || (char === '`' && language !== 'python')) return quoted(language, code, at, '');
  const pattern = language === 'perl' && before?.text !== '->' ? patternAt(code, at) : undefined;
  if (pattern !== undefined) return pattern;
  if (/[A-Za-z_$@%]/.test(char) && (char !== '%' || language === 'ruby')) return wordAt(language, code, at);
  if (/\d/.test(char)) {
    const number = /^\d[\w.]*/.exec(code.slice(at, at + 60))?.[0] ?? char;
    return { token: { kind: 'number', text: number }, end: at + number.length };
  }
  const mark = marks.exec(code.slice(at, at + 3))?.[0] ?? char;
  return { token: { kind: 'mark', text: mark }, end: at + mark.length };
}

/** A substitution or match of Perl; its replacement may be code. */
function patternAt(code: string, at: number): Found | undefined {
  const pattern = /[msqty]/.test(code[at] ?? '') ? readPattern(code, at) : undefined;
  if (pattern === undefined) return undefined;
  const pieces = pattern.code === undefined ? undefined : [{ code: pattern.code }];
  return { token: { kind: 'string', text: '', pieces }, end: pattern.end };
}

/** A name, or what only begins like one: `%w[…]`, `f"…"`. */
function wordAt(language: Language, code: string, at: number): Found {
  const form = readQuotedForm(language, code, at);
  if (form !== undefined) return { token: formToken(language, form), end: form.end };
  const char = code[at] ?? '';
  const name = /^(?:[$@]{0,2}[A-Za-z_][\w$]*|\$[\d_!@]|[$@%])/.exec(code.slice(at, at + 200))?.[0] ?? char;
  const end = at + name.length;
  const isPrefix = language === 'python' && /^(?:[bu]|[bf]?r|r?[bf])$/i.test(name) && /["']/.test(code[end] ?? '');
  if (isPrefix) return quoted(language, code, end, name.toLowerCase());
  return { token: { kind: char === '%' ? 'mark' : 'name', text: name }, end };
}

function quoted(language: Language, code: string, at: number, prefix: string): Found {
  const char = code[at] ?? '';
  const triple = language === 'python' && code.startsWith(char.repeat(3), at);
  const close = triple ? char.repeat(3) : char;
  const single = char === "'" && (language === 'ruby' || sigils.has(language));
  const { text, end } = readString(code, at + close.length, close, single || prefix.includes('r'));
  const value = single ? text.replace(/\\([\\'])/g, '$1') : text;
  const kind = char === '`' && language !== 'node' ? 'shell' : 'string';
  const pieces = interpolates(language, char, prefix, text) ? piecesOf(language, text) : undefined;
  return { token: { kind, text: value, pieces }, end };
}

function interpolates(language: Language, quote: string, prefix: string, text: string): boolean {
  if (language === 'python') return prefix.includes('f') && text.includes('{');
  if (language === 'node') return quote === '`' && text.includes('${');
  return quote !== "'" && (language === 'ruby' ? text.includes('#{') : /[$@]\w|\$\{/.test(text));
}

function formToken(language: Language, { form, text }: { form: string; text: string }): Bare {
  const kind = form === 'x' ? 'shell' : /^[wWi]$/.test(form) ? 'words' : 'string';
  const opens =
    form !== '' &&
    form !== 'w' &&
    (language === 'ruby' ? form !== 'q' && text.includes('#{') : form === 'x' && /[$@]\w/.test(text));
  return { kind, text, pieces: opens ? piecesOf(language, text) : undefined };
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function endOf(code: string, mark: string, at: number): number {
  const end = code.indexOf(mark, at);
  return end < 0 ? code.length : end + mark.length;
}

/** A piece of a string: text, or interpolated code. */
type Piece = string | { readonly code: string };

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

/** Reads up to the closing mark. */
function readString(code: string, from: number, close: string, raw = false): { text: string; end: number } {
  let text = '';
  for (let at = from; at < code.length; at++) {
    if (code.startsWith(close, at)) return { text, end: at + close.length };
    if (code[at] !== '\\') {
      text += code[at] ?? '';
      continue;
    }
    if (raw) {
      text += code.slice(at, at + 2);
      at++;
      continue;
    }
    const rest = code.slice(at + 1, at + 7);
    const hexed = /^(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4})\}?)/.exec(rest);
    if (hexed !== null) {
      text += String.fromCharCode(parseInt(hexed[1] ?? hexed[2] ?? '0', 16));
      at += hexed[0].length;
    } else {
      const char = rest[0] ?? '';
      text += escapes[char] ?? (char === '\n' ? '' : char);
      at++;
    }
  }
  return { text, end: code.length };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `qx{…}`, `q(…)`, `qw(…)` of Perl; `%x(…)`, `%w[…]` of Ruby. */
function readQuotedForm(
  language: Language,
  code: string,
  at: number,
): { readonly form: string; readonly text: string; readonly end: number } | undefined {
  if (language !== 'perl' && language !== 'ruby') return undefined;
  const rest = code.slice(at, at + 12);
  const found = language === 'perl' ? /^(qx|qq|qw|q)\s*([({[</|!~])/.exec(rest) : /^%([xqQwWi]?)([({[<|!])/.exec(rest);
  if (found === null) return undefined;
  const open = found[2] ?? '';
  const close = closing[open] ?? open;
  const start = at + found[0].length;
  let depth = 1;
  for (let end = start; end < code.length; end++) {
    if (code[end] === close && --depth === 0)
      return { form: (found[1] ?? '').replace(/^q(?=.)/, ''), text: code.slice(start, end), end: end + 1 };
    if (code[end] === open) depth++;
  }
  return undefined;
}

const holes: Readonly<Record<Language, RegExp | undefined>> = {
  node: /\$\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
  python: /\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
  ruby: /#\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
  perl: /(\$ENV\{\s*["']?\w+["']?\s*\}|\$\{?\w+\}?|@\w+)/g,
  php: /\{?(\$\w+(?:\[["']?\w+["']?\])?)\}?/g,
};

/** The pieces of a string with code in it. */
function piecesOf(language: Language, text: string): readonly Piece[] {
  const pattern = holes[language];
  if (pattern === undefined) return [text];
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    const inner = match[1] ?? '';
    // `{value!r:>10}` of Python: how it is shown does not matter here.
    const code =
      language === 'python'
        ? inner.replace(/(?:![rsa])?(?::[^'"\])]*)?$|=$/, '')
        : inner.replace(/^\$\{(\w+)\}$/, '$$$1');
    pieces.push({ code });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** `m/…/`, `qr{…}`, `s/…/…/e` and `tr/…/…/` of Perl: the pattern, and the replacement where it is code. */
function readPattern(
  code: string,
  at: number,
): { readonly code: string | undefined; readonly end: number } | undefined {
  const found = /^(m|qr|s|tr|y)([/{|!#,~])/.exec(code.slice(at, at + 3));
  if (found === null) return undefined;
  const [, verb = '', open = ''] = found;
  const close = closing[open] ?? open;
  let { end } = readString(code, at + found[0].length, close, true);
  let replacement = '';
  if (verb === 's' || verb === 'tr' || verb === 'y') {
    const start = close === open ? end : code.indexOf(open, end) + 1;
    const second = readString(code, start, close, true);
    replacement = second.text;
    end = second.end;
  }
  const flags = /^\w*/.exec(code.slice(end, end + 20))?.[0] ?? '';
  return { code: verb === 's' && flags.includes('e') ? replacement : undefined, end: end + flags.length };
}

/** Words before an expression that do not change its effects. */
export const prefixes = wordSet(
  'await async new not return yield typeof void delete throw raise print puts echo my our local const let var begin do then in and or is assert static public export default',
);

/** The most tokens to read in all, as functions and strings are read repeatedly. */
export const most = 100_000;

/** Goes through the tokens of a piece of code. */
export abstract class TokenReader {
  protected tokens: readonly Token[] = [];
  protected at = 0;

  protected peek(by = 0): Token | undefined {
    return this.tokens[this.at + by];
  }

  protected next(): Token | undefined {
    return this.tokens[this.at++];
  }

  protected name(): string {
    return this.next()?.text ?? '';
  }

  protected word(): string | undefined {
    const token = this.peek();
    return token?.kind === 'name' ? token.text : undefined;
  }

  protected is(mark: string): boolean {
    const token = this.peek();
    return token?.text === mark && token.kind !== 'string';
  }

  protected take(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.at++;
    return true;
  }

  protected dotted(): string {
    let path = this.next()?.text ?? '';
    while (this.is('.') && this.peek(1)?.kind === 'name') {
      path += `.${this.peek(1)?.text ?? ''}`;
      this.at += 2;
    }
    return path;
  }

  /** The index of the closing bracket for the one here. */
  protected closing(open: number): number {
    let level = 0;
    for (let at = open; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'mark') continue;
      if (/^[([{]$/.test(token.text)) level++;
      else if (/^[)\]}]$/.test(token.text) && --level === 0) return at;
    }
    return this.tokens.length;
  }

  protected lineEnd(): number {
    const end = this.tokens.findIndex(
      (token, at) => at > this.at && (token.first || token.text === ':' || token.text === ';'),
    );
    return end < 0 ? this.tokens.length : end;
  }

  protected blockEnd(from: number, indent: number): number {
    const end = this.tokens.findIndex((token, at) => at > from && token.first && token.indent <= indent);
    return end < 0 ? this.tokens.length : end;
  }
}
