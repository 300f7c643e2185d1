import type { Stream } from '../shell/invocation';
import { unescape } from '../shell/reader/printing';
import { textStream } from '../shell/reader/stream';
import type { Prints, Use } from './program';

/** A longer program is not one that is typed to look at something. */
const longest = 10_000;

/** Does an awk program only read its input and print? A program that cannot be told apart does not. */
export function awkOnlyReads(program: string): boolean {
  const shape = program.length > longest ? undefined : skeleton(program);
  if (shape === undefined) return false;
  if (/\b(?:system|getline|ENVIRON|PROCINFO|ARGV|ARGC|SYMTAB|FUNCTAB)\b|@/.test(shape)) return false;
  if (/(?<!\|)\|(?!\|)/.test(shape) || shape.includes('>>')) return false;
  // In a pattern, a condition or parentheses `>` compares; after print it redirects.
  return !shape.split(/[;{}\n]/).some((piece) => /^[^]*\bprintf?\b/.test(piece) && withoutGroups(piece).includes('>'));
}

/** What is outside of parentheses. */
function withoutGroups(text: string): string {
  let depth = 0;
  return text.replace(/[^()]+|[()]/g, (piece) => {
    if (piece === '(') depth++;
    else if (piece === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) return piece;
    return '';
  });
}

/** The program without the inside of its strings, regular expressions and comments; undefined if one does not end. */
function skeleton(program: string): string | undefined {
  let shape = '';
  for (let at = 0; at < program.length; at++) {
    const char = program[at] ?? '';
    if (char === '#') {
      const end = program.indexOf('\n', at);
      if (end < 0) return shape;
      at = end - 1;
      continue;
    }
    if (char !== '"' && !(char === '/' && startsRegex(shape))) {
      shape += char;
      continue;
    }
    const end = closing(program, at, char);
    if (end === undefined) return undefined;
    shape += `${char}${char}`;
    at = end;
  }
  return shape;
}

/** After a value, a slash divides; elsewhere it begins a pattern. */
function startsRegex(before: string): boolean {
  const last = before.trimEnd().at(-1);
  return last === undefined || !/[\w)\]$"]/.test(last) || /\b(?:return|in|print|printf)\s*$/.test(before);
}

function closing(program: string, start: number, quote: string): number | undefined {
  let set = false;
  for (let at = start + 1; at < program.length; at++) {
    const char = program[at];
    if (char === '\\') at++;
    else if (char === '\n') return undefined;
    else if (quote === '/' && char === '[') set = true;
    else if (quote === '/' && char === ']') set = false;
    else if (char === quote && !set) return at;
  }
  return undefined;
}

/** Does a sed script only change the text that flows through? `w`, `r`, `e` and their flags do more. */
export function sedOnlyPrints(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const address = (): boolean => {
    if (skip(/\d+(?:~\d+)?|\$/y) !== '') return true;
    const delimiter = script[at] === '/' ? '/' : script[at] === '\\' ? script[++at] : undefined;
    if (delimiter === undefined) return false;
    const end = sectionEnd(script, at + 1, delimiter);
    if (end === undefined) return false;
    at = end + 1;
    skip(/[IM]*/y);
    return true;
  };
  while (at < script.length) {
    skip(/[\s;]*/y);
    if (at >= script.length) return true;
    if (address()) {
      skip(/\s*/y);
      if (script[at] === ',') {
        at++;
        skip(/\s*[+~]?/y);
        if (!address()) return false;
      }
    }
    skip(/[\s!]*/y);
    const command = script[at++] ?? '';
    if (command === 's' || command === 'y') {
      const delimiter = script[at];
      const middle = delimiter === undefined ? undefined : sectionEnd(script, at + 1, delimiter);
      const end =
        middle === undefined || delimiter === undefined ? undefined : sectionEnd(script, middle + 1, delimiter);
      if (end === undefined) return false;
      at = end + 1;
      skip(command === 's' ? /[gpiIm0-9]*/y : /(?!)/y);
      if (!/[\s;}]/.test(script[at] ?? ';')) return false;
    } else if ('btT:'.includes(command)) skip(/[^;\n}]*/y);
    else if ('aic'.includes(command)) skip(/(?:[^\n\\]|\\[^])*/y);
    else if ('qQlL'.includes(command)) skip(/\s*\d*/y);
    else if (command === '#') skip(/[^\n]*/y);
    else if (!'{}=dDgGhHnNpPxzF'.includes(command)) return false;
  }
  return true;
}

/** Where the next delimiter stands that is neither escaped nor in brackets. */
function sectionEnd(script: string, start: number, delimiter: string): number | undefined {
  for (let at = start; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === delimiter) return at;
  }
  return undefined;
}

/** What a filter makes of text that the line shows; anything else is only known to be changed. */
export function changedText(use: Use, change: (text: string) => string | undefined): Prints | Stream {
  const { stdin } = use.at;
  if (stdin.kind !== 'text' || use.given.length > 4) return 'filtered';
  const changed = change(stdin.text.slice(0, 100_000));
  return changed === undefined ? 'filtered' : textStream(changed);
}

/** rev(1). */
export const reversed = (text: string): string =>
  text
    .split('\n')
    .map((line) => Array.from(line).reverse().join(''))
    .join('\n');

/** tr(1). */
export function translated(text: string, use: Use): string | undefined {
  const [from, to] = use.operands.map((word) => (word.value === undefined ? undefined : letters(word.value)));
  if (from === undefined) return undefined;
  const outside = use.has('--complement');
  const meant = (letter: string) => from.includes(letter) !== outside;
  if (use.has('--delete'))
    return Array.from(text)
      .filter((letter) => !meant(letter))
      .join('');
  if (to === undefined || to.length === 0) return use.has('--squeeze-repeats') ? text : undefined;
  const last = to.at(-1) ?? '';
  return Array.from(text)
    .map((letter) => (meant(letter) ? ((outside ? last : to[from.lastIndexOf(letter)]) ?? last) : letter))
    .join('');
}

const classes: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': '0-9A-Za-z',
  '[:space:]': ' \\t\\n\\r',
  '[:blank:]': ' \\t',
};

/** The letters of a set: ranges, classes and escapes spelled out. */
function letters(set: string): readonly string[] {
  const plain = set.replace(/\[:\w+:\]/g, (name) => classes[name] ?? name);
  const all: string[] = [];
  const given = Array.from(unescape(plain).text);
  for (let at = 0; at < given.length; at++) {
    const [start, dash, end] = given.slice(at, at + 3);
    const first = start?.codePointAt(0) ?? 0;
    const last = dash === '-' ? end?.codePointAt(0) : undefined;
    if (last === undefined || last < first || last - first > 1000) {
      all.push(start ?? '');
      continue;
    }
    for (let code = first; code <= last; code++) all.push(String.fromCodePoint(code));
    at += 2;
  }
  return all;
}
