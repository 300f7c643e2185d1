import { stripVTControlCharacters } from 'node:util';

/** Printable ASCII: nothing in it has to be taken out, and looking closer takes a hook as long as reading its files. */
const plain = /^[\x20-\x7e]*$/;

/** A name from the repository inside a sentence: one line, no control characters, not endless. */
export function inline(text: string, limit = 120): string {
  const clean = (plain.test(text) ? text : withoutControls(text)).trim();
  return clean.length > limit ? `${clean.slice(0, limit)}…` : clean;
}

function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** A text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
