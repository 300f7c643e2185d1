import { createScanner } from 'jsonc-parser';
import { lineAt, splitMark } from './document';

/** Why the client ignores a whole settings file that we can read: it takes strict JSON only. */
export interface Ignored {
  readonly line: number;
  readonly problem: string;
  /** What to do about it, for people. */
  readonly repair: string;
}

// The scanner's own enumeration is `const` and cannot be imported from a module that is compiled by itself.
const lineComment = 12;
const blockComment = 13;
const whitespace: ReadonlySet<number> = new Set([14, 15]);
const comma = 5;
const closing: ReadonlySet<number> = new Set([2, 4]);
const endOfFile = 17;

/** The first place where the client gives up on the file; undefined where it reads it. */
export function ignoredBecause(text: string): Ignored | undefined {
  const { body } = splitMark(text);
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return firstLiberty(body) ?? { line: 1, problem: 'it is not valid JSON', repair: 'Correct the file.' };
  }
}

function firstLiberty(body: string): Ignored | undefined {
  const scanner = createScanner(body, false);
  let lastComma: number | undefined;
  for (let token: number = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    if (whitespace.has(token)) continue;
    if (token === lineComment || token === blockComment) {
      return {
        line: lineAt(body, scanner.getTokenOffset()),
        problem: 'it has a comment',
        repair: 'Remove the comments.',
      };
    }
    if (closing.has(token) && lastComma !== undefined) {
      return {
        line: lineAt(body, lastComma),
        problem: 'it has a trailing comma',
        repair: 'Remove the comma after the last element.',
      };
    }
    lastComma = token === comma ? scanner.getTokenOffset() : undefined;
  }
  return undefined;
}
