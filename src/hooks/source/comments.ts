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

/** Comments that speak to a tool and say nothing about the file. */
const directives = [
  // JavaScript and TypeScript
  'eslint|tslint|jshint|jslint|globals?\\s|prettier|biome|oxlint|@ts-|ts-|@format|@flow|@jsx|istanbul|c8|v8',
  'use strict|sourceMappingURL',
  // Go, Python, Ruby, shells
  'go:|\\+build|nolint|pylint|flake8|noqa|mypy|type:|ruff|isort|fmt:|frozen_string_literal|rubocop|typed:|warn_indent|shellcheck',
  // C, Swift, Kotlin
  '#?pragma|clang-format|swift-tools-version|swiftlint|ktlint',
  // editors and every language
  '-\\*-|coding[:=]|encoding:|vim?:|ex:|region\\b|endregion\\b|@generated|SPDX-License-Identifier',
];
const directive = new RegExp(`^\\s*(?:${directives.join('|')})`, 'i');

/** What may stand before a header without being code: a shebang, the PHP opening, strict mode, Rust's inner attributes. */
const prelude =
  /^(?:\s|#!\[[^\]]*\]|<\?php|declare\s*\(\s*strict_types\s*=\s*1\s*\)\s*;?|(['"])use (?:strict|client|server)\1;?)*$/i;

/** Languages whose files are markup or data: a header comment is not their custom. */
const withoutHeader: ReadonlySet<string> = new Set(['Vue', 'Svelte', 'Astro', 'Notebook']);

export const wantsHeader = (language: Language): boolean => !withoutHeader.has(language.name);

/** Does a comment before the first code say what the file is? A directive to a tool does not. */
export const hasHeader = (text: string, language: Language): boolean => headerEnd(text, language) !== undefined;

/** Where the header ends: its last line's end. Undefined if there is none. */
export function headerEnd(text: string, language: Language): number | undefined {
  const skipped = /^\uFEFF?(?:#!(?!\[).*(?:\n|$))?/.exec(text)?.[0].length ?? 0;
  const source = text.slice(skipped);
  const comments = commentsOf(source, language);
  let at = 0;
  for (const [index, comment] of comments.entries()) {
    // A prefixed docstring (r"""…""") documents as well.
    const before = source.slice(at, comment.offset).replace(comment.kind === 'doc-string' ? /[rRuU]{1,2}$/ : /$^/, '');
    if (!prelude.test(before)) return undefined;
    if (saysSomething(comment, language)) return skipped + end(source, lastOfBlock(comments.slice(index)) ?? comment);
    at = end(source, comment);
  }
  return undefined;
}

/** Line comments on lines that follow each other are one header. */
function lastOfBlock(comments: readonly Comment[]): Comment | undefined {
  const [first] = comments;
  if (first?.kind !== 'line') return first;
  return comments.findLast((comment, index) => comment.kind === 'line' && comment.line === first.line + index);
}

/** Where a header goes: behind what has to stand first (a byte order mark, a shebang, PHP's opening, Python's coding line). */
export const headerPlace = (text: string): number =>
  /^\uFEFF?(?:#!(?!\[).*\r?\n)?(?:<\?php\b[^\n]*\n)?(?:#[^\n]*coding[:=][^\n]*\n)?/.exec(text)?.[0].length ?? 0;

/** A few letters that are no directive; decoration such as a rule of dashes says nothing. */
function saysSomething(comment: Comment, language: Language): boolean {
  const text = comment.text.replace(/^[\s*!/#-]+/, '');
  // Go's own tools read `//go:build`; a space makes it a comment for people.
  if (language.name === 'Go' && /^(?:go:|\s*\+build)/.test(comment.text)) return false;
  return !directive.test(text) && /\p{L}{2,}/u.test(text);
}

function end(text: string, comment: Comment): number {
  const after = comment.offset + comment.mark.length + comment.text.length;
  if (comment.kind === 'line') return after;
  const closing = comment.kind === 'doc-string' ? comment.mark.length : (closers[comment.mark] ?? 2);
  return Math.min(text.length, after + closing);
}

const closers: Readonly<Record<string, number>> = { '<!--': 3, '=begin': 4 };

const decision = [
  '@decision DEC-COMPONENT-001',
  '@title What was decided',
  '@status accepted',
  '@rationale Why, and what it was chosen over',
];

/** A header for a new file, in its language, ready to be filled in. */
export function headerTemplate(language: Language): string {
  const lines = ['What this file is for, in one sentence.', '', ...decision];
  return language.docStrings ? ['"""', ...lines, '"""'].join('\n') : commented(lines, language);
}

/** The decision alone, for a file whose header stands already. */
export const decisionTemplate = (language: Language): string => commented(decision, language);

function commented(lines: readonly string[], language: Language): string {
  // `/**` would document whatever comes next; the file itself is documented by `//!`.
  if (language.name === 'Rust') return lines.map((line) => `//! ${line}`.trimEnd()).join('\n');
  if (language.block.some(([open]) => open === '/*')) {
    return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
  }
  const mark = language.line[0] ?? '#';
  return lines.map((line) => `${mark} ${line}`.trimEnd()).join('\n');
}
