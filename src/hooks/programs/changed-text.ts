import type { Stream } from '../shell/invocation';
import { textStream } from '../shell/reader/stream';
import { unescape } from '../shell/reader/printing';
import type { Prints, Use } from './program';

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
