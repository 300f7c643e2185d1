import type { Language } from './tokens';

/** A piece of a string: text, or code whose value is put there. */
export type Piece = string | { readonly code: string };

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

/** Reads on to the closing mark. */
export function readString(code: string, from: number, close: string, raw = false): { text: string; end: number } {
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
export function readQuotedForm(
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
  python: /\{([^{}]*)\}/g,
  ruby: /#\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
  perl: /(\$ENV\{\s*["']?\w+["']?\s*\}|\$\{?\w+\}?|@\w+)/g,
  php: /\{?(\$\w+(?:\[["']?\w+["']?\])?)\}?/g,
};

/** The pieces of a string with code in it. */
export function piecesOf(language: Language, text: string): readonly Piece[] {
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
export function readPattern(
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
