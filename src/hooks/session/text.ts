import { stripVTControlCharacters } from 'node:util';

/** What the model is told at one event is small enough to be read: the client cuts longer texts away. */
export const contextLimit = 6_000;

/** Paragraphs for the model, the important ones first. What does not fit is left out line by line, and said. */
export function contextText(parts: readonly (string | undefined)[]): string {
  const lines = parts.filter((part) => part !== undefined && part !== '').flatMap((part) => (part ?? '').split('\n'));
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > contextLimit - 60) {
      kept.push(`… (${lines.length - kept.length} more lines left out)`);
      break;
    }
    kept.push(line);
  }
  return kept.join('\n');
}

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

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
