import { commentsOf } from '../../../source/comments';
import type { Language } from '../../../source/language';

/** A mock that a test sets up: what stands in for what. */
export interface Mock {
  /** As written: `jest.mock('./db')`. */
  readonly text: string;
  /** Inside the project, or behind its outer boundary (network, clock, file system, third parties). */
  readonly of: 'inside' | 'boundary';
}

/** Reads the mocks of one test text. `whole` is the file around it, for its imports. */
export type MockReader = (text: string, whole: string, root: string) => readonly Mock[];

/** A source text as code: comments gone, and once more with the insides of strings gone too. Offsets stay. */
interface CodeView {
  /** Comments are spaces. */
  readonly code: string;
  /** Comments and the insides of strings are spaces: what is found here is code. */
  readonly bare: string;
}

export function codeView(text: string, language: Language): CodeView {
  const code = commentsOf(text, language).reduceRight(
    (view, comment) => blank(view, comment.offset, comment.offset + comment.mark.length + comment.text.length),
    text,
  );
  return { code, bare: withoutStrings(code, language) };
}

function withoutStrings(code: string, language: Language): string {
  const marks = language.strings;
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < code.length;) {
    const mark = marks.find((candidate) => code.startsWith(candidate, at));
    if (mark === undefined) {
      at += 1;
      continue;
    }
    const start = at + mark.length;
    const end = closing(code, start, mark);
    pieces.push(code.slice(from, start), code.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
    at = Math.min(code.length, end + mark.length);
  }
  return pieces.join('') + code.slice(from);
}

function closing(code: string, start: number, mark: string): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code.startsWith(mark, at)) return at;
    else if (mark.length === 1 && mark !== '`' && code[at] === '\n') return at;
  }
  return code.length;
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
}

/** The first argument of a call whose bracket opens at `open`: the text of a plain string, or the expression. */
export function firstArgument(code: string, open: number): { literal?: string; expression?: string } {
  const rest = code.slice(open + 1, open + 400);
  const quoted = /^\s*(?:import\s*\(\s*)?(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/.exec(rest);
  if (quoted?.[2] !== undefined && !(quoted[1] === '`' && quoted[2].includes('${'))) return { literal: quoted[2] };
  const name = /^\s*([\w$.]+)/.exec(rest)?.[1];
  return name === undefined ? {} : { expression: name };
}
