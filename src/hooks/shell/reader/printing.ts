import type { ShellWord } from '../invocation';

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

const sequence = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([^]))/g;

/** Backslash sequences as `printf` and `echo -e` read them; `\c` ends the output. */
export function unescape(text: string): { readonly text: string; readonly ended: boolean } {
  let plain = '';
  let at = 0;
  for (const found of text.matchAll(sequence)) {
    plain += text.slice(at, found.index);
    at = found.index + found[0].length;
    const [whole, hex, short, long, octal, char] = found;
    if (char === 'c') return { text: plain, ended: true };
    const code = hex ?? short ?? long;
    if (code !== undefined) plain += codePoint(parseInt(code, 16));
    else if (octal !== undefined) plain += String.fromCharCode(parseInt(octal, 8) & 0xff);
    else plain += char === undefined ? whole : (escapes[char] ?? whole);
  }
  return { text: plain + text.slice(at), ended: false };
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** What `echo` prints; undefined if a word is unknown. */
export function echoed(args: readonly ShellWord[]): string | undefined {
  let at = 0;
  let newline = true;
  let interpret = false;
  for (let text = args[at]?.value; text !== undefined && /^-[neE]+$/.test(text); text = args[at]?.value) {
    if (text.includes('n')) newline = false;
    if (text.includes('e')) interpret = true;
    at++;
  }
  const values = args.slice(at).map((word) => word.value);
  if (values.some((value) => value === undefined)) return undefined;
  const line = values.join(' ');
  if (!interpret) return newline ? `${line}\n` : line;
  const read = unescape(line);
  return newline && !read.ended ? `${read.text}\n` : read.text;
}

/** What `printf` prints; undefined if it cannot be known. */
export function printed(args: readonly ShellWord[]): string | undefined {
  const values = args.map((word) => word.value);
  if (values[0] === '--') values.shift();
  if (values[0] === '-v' || values[0] === undefined) return undefined;
  if (values.some((value) => value === undefined)) return undefined;
  const [format = '', ...operands] = values as string[];
  let output = '';
  let left = operands;
  do {
    const before = left.length;
    const round = formatOnce(format, left);
    if (round === undefined) return undefined;
    output += round.text;
    left = round.left;
    if (round.ended || left.length === before || output.length > 100_000) break;
  } while (left.length > 0);
  return output;
}

function formatOnce(format: string, operands: string[]): { text: string; left: string[]; ended: boolean } | undefined {
  const left = [...operands];
  let text = '';
  for (const piece of format.split(/(%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?[a-zA-Z]))/)) {
    if (piece === '%%') text += '%';
    else if (!/^%.*[a-zA-Z]$/s.test(piece)) {
      const read = unescape(piece);
      text += read.text;
      if (read.ended) return { text, left, ended: true };
    } else {
      const kind = piece.at(-1) ?? '';
      const value = left.shift() ?? '';
      if (kind === 'b') {
        const read = unescape(value);
        text += read.text;
        if (read.ended) return { text, left, ended: true };
      } else {
        const done = converted(piece, value);
        if (done === undefined) return undefined;
        text += done;
      }
    }
  }
  return { text, left, ended: false };
}

/** One value as `%-5s`, `%.2s`, `%03d` and the like print it. */
function converted(directive: string, value: string): string | undefined {
  const [, flags = '', width = '', precision, kind] =
    /^%([-+ #0]*)(\d{0,3})(?:\.(\d{0,3}))?([a-zA-Z])$/.exec(directive) ?? [];
  const cut = precision === undefined ? undefined : Number(precision);
  const pad = (text: string, fill = ' ') =>
    flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width), fill);
  switch (kind) {
    case 's':
      return pad(value.slice(0, cut));
    case 'c':
      return pad(value.slice(0, 1));
    case 'q':
      return `'${value.replace(/'/g, `'\\''`)}'`;
    case 'd':
    case 'i':
    case 'u':
      if (cut !== undefined || /[+ #]/.test(flags) || !/^(?:[1-9]\d{0,14}|0?)$/.test(value)) return undefined;
      return pad(value || '0', flags.includes('0') ? '0' : ' ');
    default:
      return undefined;
  }
}
