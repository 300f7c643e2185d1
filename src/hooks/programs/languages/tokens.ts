import { piecesOf, readPattern, readQuotedForm, readString, type Piece } from './strings';

/** Languages whose inline code is read. */
export type Language = 'python' | 'node' | 'ruby' | 'perl' | 'php';

/** A token of inline code; comments and layout are gone, strings are told from names. */
export interface Token {
  /** `shell`: text in backticks that a shell runs. `words`: `qw(…)`, a list of texts. */
  readonly kind: 'name' | 'string' | 'shell' | 'words' | 'mark' | 'number';
  readonly text: string;
  /** Of a string with code in it. */
  readonly pieces?: readonly Piece[] | undefined;
  /** The first one of its line. */
  readonly first: boolean;
  /** How far in from the left its line begins. */
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

/** Splits code into tokens, well enough to tell calls from text. Never fails; odd input gives odd tokens. */
export function tokenize(language: Language, code: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let first = true;
  let indent = 0;
  let line = 0;
  const add = (token: Bare, end: number): void => {
    if (first) indent = at - line;
    tokens.push({ ...token, first, indent });
    first = false;
    at = end;
  };
  while (at < code.length && tokens.length < 20_000) {
    const char = code[at] ?? '';
    const two = code.slice(at, at + 2);
    if (char === '\n') {
      first = true;
      line = ++at;
    } else if (/\s/.test(char)) at++;
    else if (language === 'python' && two === '\\\n') at += 2;
    else if ((char === '#' && hash.has(language)) || (two === '//' && slashes.has(language))) at = lineEnd(code, at);
    else if (two === '/*' && slashes.has(language)) at = behind(code, '*/', at + 2);
    else if (char === '/' && regexes.has(language) && opensRegex(tokens.at(-1))) {
      const { text, end } = readString(code, at + 1, '/', true);
      add({ kind: 'string', text }, text.includes('\n') ? at + 1 : end);
    } else if (char === '"' || char === "'" || (char === '`' && language !== 'python')) {
      const token = quoted(language, code, at, '');
      add(token, token.end);
    } else if (
      language === 'perl' &&
      /[msqty]/.test(char) &&
      tokens.at(-1)?.text !== '->' &&
      readPattern(code, at) !== undefined
    ) {
      const pattern = readPattern(code, at) ?? { code: undefined, end: at + 1 };
      add(
        { kind: 'string', text: '', pieces: pattern.code === undefined ? undefined : [{ code: pattern.code }] },
        pattern.end,
      );
    } else if (/[A-Za-z_$@%]/.test(char) && (char !== '%' || language === 'ruby')) {
      const form = readQuotedForm(language, code, at);
      const name = /^(?:[$@]{0,2}[A-Za-z_][\w$]*|\$[\d_!@]|[$@%])/.exec(code.slice(at, at + 200))?.[0] ?? char;
      const next = code[at + name.length];
      if (form !== undefined) add(formToken(language, form), form.end);
      else if (language === 'python' && /^(?:[bu]|[bf]?r|r?[bf])$/i.test(name) && (next === '"' || next === "'")) {
        const token = quoted(language, code, at + name.length, name.toLowerCase());
        add(token, token.end);
      } else add({ kind: char === '%' ? 'mark' : 'name', text: name }, at + name.length);
    } else if (/\d/.test(char)) {
      const number = /^\d[\w.]*/.exec(code.slice(at, at + 60))?.[0] ?? char;
      add({ kind: 'number', text: number }, at + number.length);
    } else {
      const mark = marks.exec(code.slice(at, at + 3))?.[0] ?? char;
      add({ kind: 'mark', text: mark }, at + mark.length);
    }
  }
  return tokens;
}

function quoted(language: Language, code: string, at: number, prefix: string): Bare & { end: number } {
  const char = code[at] ?? '';
  const triple = language === 'python' && code.startsWith(char.repeat(3), at);
  const close = triple ? char.repeat(3) : char;
  const single = char === "'" && (language === 'ruby' || sigils.has(language));
  const { text, end } = readString(code, at + close.length, close, single || prefix.includes('r'));
  const value = single ? text.replace(/\\([\\'])/g, '$1') : text;
  const opens =
    language === 'python'
      ? prefix.includes('f') && text.includes('{')
      : language === 'node'
        ? char === '`' && text.includes('${')
        : char !== "'" && (language === 'ruby' ? text.includes('#{') : /[$@]\w|\$\{/.test(text));
  const kind = char === '`' && language !== 'node' ? 'shell' : 'string';
  return { kind, text: value, pieces: opens ? piecesOf(language, text) : undefined, end };
}

function formToken(language: Language, { form, text }: { form: string; text: string }): Bare {
  const kind = form === 'x' ? 'shell' : /^[wWi]$/.test(form) ? 'words' : 'string';
  const opens = form !== '' && form !== 'w' && (language === 'ruby' ? form !== 'q' && text.includes('#{') : form === 'x' && /[$@]\w/.test(text)); // prettier-ignore
  return { kind, text, pieces: opens ? piecesOf(language, text) : undefined };
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function behind(code: string, mark: string, at: number): number {
  const end = code.indexOf(mark, at);
  return end < 0 ? code.length : end + mark.length;
}
