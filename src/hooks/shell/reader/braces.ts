import type { Word } from 'unbash';

const limit = 64;

/** What `a{b,c}d` and `{1..3}` stand for, as source text; undefined where it is too much to say. */
export function braceWords(word: Word): readonly string[] | undefined {
  let words: string[] = [''];
  let at = word.pos;
  for (const part of word.parts ?? []) {
    const between = word.text.slice(at - word.pos, part.pos - word.pos);
    const choices = part.type === 'BraceExpansion' ? alternatives(part.text) : [part.text];
    if (choices === undefined || words.length * choices.length > limit) return undefined;
    words = words.flatMap((start) => choices.map((choice) => start + between + choice));
    at = part.end;
  }
  return words;
}

function alternatives(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  const span = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])$/.exec(inner);
  if (span?.[1] !== undefined && span[2] !== undefined) return sequence(span[1], span[2]);
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < inner.length; i++) {
    const char = inner[i];
    if (char === '\\') i++;
    else if (char === '{') depth++;
    else if (char === '}') depth--;
    else if (char === ',' && depth === 0) {
      found.push(inner.slice(start, i));
      start = i + 1;
    }
  }
  return [...found, inner.slice(start)];
}

function sequence(from: string, to: string): readonly string[] | undefined {
  const numbers = /\d/.test(from);
  const first = numbers ? Number(from) : from.charCodeAt(0);
  const last = numbers ? Number(to) : to.charCodeAt(0);
  const length = Math.abs(last - first) + 1;
  if (length > limit) return undefined;
  return Array.from({ length }, (_, index) => {
    const value = first < last ? first + index : first - index;
    return numbers ? String(value) : String.fromCharCode(value);
  });
}
