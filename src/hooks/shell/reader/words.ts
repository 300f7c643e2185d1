import { firstOf } from '../../project/functions';
import type { FoundFiles, Range, ShellWord, Stream, WordPart } from '../invocation';

export function wordOf(parts: readonly WordPart[], raw: string, range: Range | undefined): ShellWord {
  let text = '';
  let known = true;
  let glob = false;
  for (const part of parts) {
    text += part.text;
    if (part.kind === 'unknown') known = false;
    else if (part.kind === 'glob') glob = true;
  }
  return { raw, parts, value: known ? text : undefined, text, glob, range };
}

export function plainWord(text: string, range?: Range): ShellWord {
  return { raw: text, parts: [{ kind: 'literal', text, quoted: false }], value: text, text, glob: false, range };
}

export type UnknownPart = Extract<WordPart, { kind: 'unknown' }>;

export function unknownWord(text: string, why: UnknownPart['why'], stream?: Stream): ShellWord {
  return {
    raw: text,
    parts: [{ kind: 'unknown', text, why, quoted: true, stream }],
    value: undefined,
    text,
    glob: false,
    range: undefined,
  };
}

/** The word without its first `count` characters: the value of `--opt=value` or `-ovalue`. */
export function dropStart(word: ShellWord, count: number): ShellWord {
  let left = count;
  const parts: WordPart[] = [];
  for (const part of word.parts) {
    if (left >= part.text.length) {
      left -= part.text.length;
      continue;
    }
    parts.push(left > 0 && part.kind !== 'unknown' ? { ...part, text: part.text.slice(left) } : part);
    left = 0;
  }
  const { range } = word;
  if (range === undefined || word.raw !== word.text) return wordOf(parts, word.text.slice(count), range);
  return wordOf(parts, word.raw.slice(count), { start: range.start + count, end: range.end });
}

/** Joins words into one, as `eval` and `ssh` do. */
export function joined(words: readonly ShellWord[]): ShellWord {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  const parts: WordPart[] = [];
  words.forEach((word, index) => {
    if (index > 0) parts.push({ kind: 'literal', text: ' ', quoted: true });
    parts.push(...word.parts);
  });
  return wordOf(parts, words.map((word) => word.raw).join(' '), undefined);
}

/** Where the word's value stands letter for letter in the tool's own text, if it does. */
export function originOf(word: ShellWord): number | undefined {
  if (word.range === undefined || word.value === undefined) return undefined;
  const { raw, value, range } = word;
  if (raw === value) return range.start;
  const quote = raw[0];
  const inner = (quote === "'" || quote === '"') && raw.endsWith(quote) ? raw.slice(1, -1) : undefined;
  return inner === value ? range.start + 1 : undefined;
}

/** The text after the last unknown part. */
export function endOf({ parts }: ShellWord): string {
  const unknown = parts.findLastIndex(({ kind }) => kind === 'unknown');
  return parts
    .slice(unknown + 1)
    .map(({ text }) => text)
    .join('');
}

/** The search on the line whose results a word stands for. */
export const foundIn = (word: ShellWord): FoundFiles | undefined =>
  firstOf(word.parts, (part) => (part.kind === 'unknown' ? (part.found ?? namesIn(part)) : undefined));

/** The same for a part whose names became words, not a file: `cat $(find . -name '*.md')`. */
export const foundBy = (part: UnknownPart): FoundFiles | undefined =>
  part.found ?? (part.text.startsWith('<(') ? undefined : namesIn(part));

const namesIn = ({ stream }: UnknownPart): FoundFiles | undefined =>
  stream?.kind === 'names' ? stream.found : undefined;

/** The least trustworthy thing that an unknown part of the word comes from. */
export function streamIn(word: ShellWord): Stream | undefined {
  let found: Stream | undefined;
  for (const part of word.parts) {
    if (part.kind !== 'unknown' || part.stream === undefined) continue;
    if (part.stream.kind === 'remote' || part.stream.kind === 'decoded') return part.stream;
    found ??= part.stream;
  }
  return found;
}

/** What came from the network, or out of an encoding, and is in these words. */
export const foreignIn = (words: readonly ShellWord[]): Stream | undefined =>
  words.map(streamIn).find((stream) => stream?.kind === 'remote' || stream?.kind === 'decoded');
