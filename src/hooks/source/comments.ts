import type { Language } from './file-kind';

/** One comment of a source text, without its marks. */
export interface Comment {
  /** The text between the marks, as it stands. */
  readonly text: string;
  /** First line, counted from 1. */
  readonly line: number;
  readonly endLine: number;
  readonly offset: number;
  readonly kind: 'line' | 'block' | 'doc-string';
  /** What opened it. */
  readonly mark: string;
}

/**
 * The comments of a text, found by walking it: what is in a string is not a comment. Code that does not parse
 * gives what can be read. One pass, no backtracking.
 */
export function commentsOf(text: string, language: Language): readonly Comment[] {
  const found: Comment[] = [];
  let line = 1;
  let code = false;
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? '';
    if (char === '\n') {
      line += 1;
      at += 1;
      continue;
    }
    if (char === ' ' || char === '\t' || char === '\r') {
      at += 1;
      continue;
    }
    const comment = commentAt(text, at, line, language);
    if (comment !== undefined) {
      found.push(comment.comment);
      line = comment.comment.endLine;
      at = comment.next;
      continue;
    }
    const mark = language.strings.find((candidate) => text.startsWith(candidate, at));
    if (mark !== undefined) {
      const end = stringEnd(text, at + mark.length, mark);
      const lines = newlines(text, at, end);
      if (language.docStrings && !code && mark.length === 3) {
        const body = text.slice(at + mark.length, Math.max(at + mark.length, end - mark.length));
        found.push({ text: body, line, endLine: line + lines, offset: at, kind: 'doc-string', mark });
      }
      code = true;
      line += lines;
      at = end;
      continue;
    }
    // A prefix belongs to the string behind it: r"""…""" documents as well.
    code ||= !(language.docStrings && /^[rRuU]{1,2}(?:"""|''')/.test(text.slice(at, at + 5)));
    at += 1;
  }
  return found;
}

function commentAt(
  text: string,
  at: number,
  line: number,
  language: Language,
): { comment: Comment; next: number } | undefined {
  for (const [open, close] of language.block) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    const stop = end < 0 ? text.length : end;
    const next = end < 0 ? text.length : end + close.length;
    const comment: Comment = {
      text: text.slice(at + open.length, stop),
      line,
      endLine: line + newlines(text, at, next),
      offset: at,
      kind: 'block',
      mark: open,
    };
    return { comment, next };
  }
  const mark = language.line.find((candidate) => text.startsWith(candidate, at));
  if (mark === undefined || !startsLineComment(text, at, mark)) return undefined;
  const end = text.indexOf('\n', at);
  const next = end < 0 ? text.length : end;
  const body = text.slice(at + mark.length, next).replace(/\r$/, '');
  return { comment: { text: body, line, endLine: line, offset: at, kind: 'line', mark }, next };
}

/** `#` inside a shell word (`$#`, `a#b`) and `//` inside a URL outside quotes are not comments. */
function startsLineComment(text: string, at: number, mark: string): boolean {
  const before = text[at - 1];
  if (mark === '#') return before === undefined || /[\s;()]/.test(before);
  return before !== ':';
}

function stringEnd(text: string, from: number, mark: string): number {
  const single = mark.length === 1 && mark !== '`';
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
      continue;
    }
    if (text.startsWith(mark, at)) return at + mark.length;
    // An ordinary string ends with its line: an apostrophe in prose must not swallow the file.
    if (single && text[at] === '\n') return at;
  }
  return text.length;
}

/** Looks no further than `to`: a search for a newline that is not there would read the rest of the file each time. */
function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === 10) count += 1;
  return count;
}
