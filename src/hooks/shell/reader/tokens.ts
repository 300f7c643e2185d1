import type { CodeCall } from '../invocation';

export type Language = CodeCall['language'];

/** A token of inline code; comments and layout are gone, strings are told from names. */
export interface Token {
  readonly kind: 'name' | 'string' | 'shell' | 'mark' | 'number';
  readonly text: string;
  /** A string with something interpolated: its text is not the value. */
  readonly open?: boolean;
}

const hash: ReadonlySet<Language> = new Set<Language>(['python', 'ruby', 'perl', 'php']);
const slashes: ReadonlySet<Language> = new Set<Language>(['node', 'php']);

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Splits code into tokens, well enough to tell calls from text. Never fails; odd input gives odd tokens. */
export function tokenize(language: Language, code: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length && tokens.length < 20_000) {
    const char = code[at] ?? '';
    const two = code.slice(at, at + 2);
    if (/\s/.test(char)) at++;
    else if ((char === '#' && hash.has(language)) || (two === '//' && slashes.has(language))) at = lineEnd(code, at);
    else if (two === '/*' && slashes.has(language)) at = after(code, '*/', at + 2);
    else if (char === '"' || char === "'" || (char === '`' && language !== 'python')) {
      const triple = language === 'python' && code.startsWith(char.repeat(3), at);
      const read = readString(code, at + (triple ? 3 : 1), triple ? char.repeat(3) : char);
      const kind = char === '`' && language !== 'node' ? 'shell' : 'string';
      const before = tokens.at(-1);
      const prefix =
        language === 'python' &&
        before?.kind === 'name' &&
        /^(?:[rbuf]|[rb]{2}|f?r)$/i.test(before.text) &&
        /\w/.test(code[at - 1] ?? '')
          ? tokens.pop()?.text
          : undefined;
      const interpolates =
        (language === 'node' && char === '`' && read.text.includes('${')) ||
        (prefix?.toLowerCase().includes('f') === true && read.text.includes('{')) ||
        (language === 'ruby' && char !== "'" && read.text.includes('#{')) ||
        ((language === 'perl' || language === 'php') && char !== "'" && /[$@]\w/.test(read.text));
      tokens.push({ kind, text: read.text, open: interpolates });
      at = read.end;
    } else if (/[A-Za-z_$@]/.test(char)) {
      const quoted = quotedForm(language, code, at);
      if (quoted !== undefined) {
        tokens.push(quoted.token);
        at = quoted.end;
        continue;
      }
      const name = /^[$@]?[\w$]*/.exec(code.slice(at, at + 200))?.[0] ?? char;
      tokens.push({ kind: 'name', text: name });
      at += Math.max(name.length, 1);
    } else if (char === '%' && language === 'ruby') {
      const quoted = quotedForm(language, code, at);
      tokens.push(quoted?.token ?? { kind: 'mark', text: char });
      at = quoted?.end ?? at + 1;
    } else if (/\d/.test(char)) {
      const number = /^[\d._xob]+/.exec(code.slice(at, at + 60))?.[0] ?? char;
      tokens.push({ kind: 'number', text: number });
      at += number.length;
    } else {
      tokens.push({ kind: 'mark', text: two === '::' || two === '->' ? two : char });
      at += two === '::' || two === '->' ? 2 : 1;
    }
  }
  return tokens;
}

/** `qx{…}`, `q(…)`, `%x(…)`, `%w[…]`. */
function quotedForm(language: Language, code: string, at: number): { token: Token; end: number } | undefined {
  if (language !== 'perl' && language !== 'ruby') return undefined;
  const rest = code.slice(at, at + 12);
  const found = language === 'perl' ? /^(qx|qq|q|qw)\s*([({[</|!~])/.exec(rest) : /^%([xqQwWi]?)([({[<|!])/.exec(rest);
  if (found === null) return undefined;
  const open = found[2] ?? '';
  const close = pairs[open] ?? open;
  const start = at + found[0].length;
  const end = code.indexOf(close, start);
  if (end < 0) return undefined;
  const text = code.slice(start, end);
  return { token: { kind: found[1] === 'qx' || found[1] === 'x' ? 'shell' : 'string', text }, end: end + 1 };
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function after(code: string, mark: string, at: number): number {
  const end = code.indexOf(mark, at);
  return end < 0 ? code.length : end + mark.length;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

function readString(code: string, from: number, close: string): { text: string; end: number } {
  let text = '';
  for (let at = from; at < code.length; at++) {
    if (code.startsWith(close, at)) return { text, end: at + close.length };
    if (code[at] !== '\\') {
      text += code[at] ?? '';
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
