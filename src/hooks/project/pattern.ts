/*
 * Patterns that a person, a repository or a command supplies. None of them goes to the engine of JavaScript, whose time
 * can grow beyond every bound with the text.
 */

export type Matcher = (text: string) => boolean;

/** `*` stands for any part of the text; everything else for itself. */
export function wildcard(pattern: string): Matcher {
  const plain = startAndEnd(pattern);
  if (plain !== undefined) return plain;
  const pieces = sequence(Array.from(pattern).map(starOrLetter));
  return (text) => fits(pieces, Array.from(text));
}

/** A pattern with one star at most: what the text begins with, and what it ends with. */
function startAndEnd(pattern: string): Matcher | undefined {
  const [start = '', end, ...more] = pattern.split('*');
  if (end === undefined) return (text) => text === pattern;
  if (more.length > 0) return undefined;
  return (text) => text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** A shell's pattern for one name: `*`, `?` and `[…]`. */
export function namePattern(pattern: string): Matcher {
  const matches = lowNamePattern(pattern);
  return (name) => matches(name.toLowerCase());
}

/** The same for names in lower case, as `segments` gives them. */
function lowNamePattern(pattern: string): Matcher {
  const plain = pattern.toLowerCase();
  const simple = /[?[\\]/.test(plain) ? undefined : startAndEnd(plain);
  if (simple !== undefined) return simple;
  const pieces = sequence(shellPieces(plain));
  return (name) => fits(pieces, Array.from(name));
}

/** A shell's pattern for a path: its wildcards match no slash, and no dot at the beginning of a name. */
export function pathPattern(pattern: string): Matcher {
  const wanted = segments(pattern).map((name) => ({ dot: name.startsWith('.'), matches: lowNamePattern(name) }));
  return (file) => {
    const names = segments(file);
    return (
      names.length === wanted.length &&
      wanted.every(({ dot, matches }, at) => {
        const name = names[at] ?? '';
        return (dot || !name.startsWith('.')) && matches(name);
      })
    );
  };
}

/** A pattern for the paths of a tree. `holds`: what the pattern names begins at this folder or below it. */
export interface TreePattern {
  readonly matches: Matcher;
  readonly holds: Matcher;
}

/** As in `.gitignore`: `*` matches within one name, `**` any number of folders, and a folder everything in it. */
export function treePattern(pattern: string): TreePattern {
  const pieces = [...segments(pattern), '**'].map((name) => (name === '**' ? undefined : lowNamePattern(name)));
  const anchor = pieces.slice(0, pieces.indexOf(undefined));
  const whole = sequence(pieces);
  return {
    matches: (file) => fits(whole, segments(file)),
    holds(folder) {
      const names = folder === '/' ? [''] : segments(folder);
      return names.length <= anchor.length && names.every((name, at) => anchor[at]?.(name) === true);
    },
  };
}

const longestExpression = 2_000;

/** A regular expression of RE2's kind, found anywhere in the text. Throws if it is none. */
export function expression(source: string, { ignoreCase = false } = {}): Matcher {
  if (source.length > longestExpression) throw new Error(`it is longer than ${longestExpression} characters`);
  const { RE2JS } = require('re2js') as typeof import('re2js');
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => compiled.test(text);
}

/** A piece stands for one letter, or one name of a path; undefined for any number of them. */
type Piece = ((item: string) => boolean) | undefined;

const starOrLetter = (letter: string): Piece => (letter === '*' ? undefined : (other) => other === letter);

/** Pieces without two stars in a row, and how many items they need at least. */
interface Sequence {
  readonly pieces: readonly Piece[];
  readonly least: number;
}

function sequence(given: readonly Piece[]): Sequence {
  const pieces = given.filter((piece, at) => piece !== undefined || at === 0 || given[at - 1] !== undefined);
  return { pieces, least: pieces.filter((piece) => piece !== undefined).length };
}

/** On a mismatch the last star takes one more letter: at most letters × letters steps. */
function fits({ pieces, least }: Sequence, letters: readonly string[]): boolean {
  if (least > letters.length) return false;
  let piece = 0;
  let letter = 0;
  let star = -1;
  let taken = 0;
  while (letter < letters.length) {
    if (piece < pieces.length && pieces[piece] === undefined) {
      star = piece++;
      taken = letter;
    } else if (pieces[piece]?.(letters[letter] ?? '') === true) {
      piece++;
      letter++;
    } else if (star >= 0) {
      piece = star + 1;
      letter = ++taken;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === undefined);
}

function shellPieces(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, set, escaped, plain = ''] of pattern.matchAll(
    /\[([!^]?\]?(?:\[:\w+:\]|[^\]]){0,100})\]|\\(.)|([^])/gu,
  )) {
    if (set !== undefined) pieces.push(setOf(set));
    else if (escaped !== undefined) pieces.push((letter) => letter === escaped);
    else pieces.push(plain === '?' ? () => true : starOrLetter(plain));
  }
  return pieces;
}

/** The inside of `[a-z_]`, `[!0-9]`. A class such as `[:alpha:]` is taken for any letter. */
function setOf(inside: string): Piece {
  if (inside.includes('[:')) return () => true;
  const negated = /^[!^]/.test(inside);
  const ranges = [...(negated ? inside.slice(1) : inside).matchAll(/([^])-([^])|([^])/gu)];
  return (letter) =>
    negated !==
    ranges.some(([, from, to, one]) =>
      one === undefined ? letter >= (from ?? '') && letter <= (to ?? '') : letter === one,
    );
}

/** Many patterns ask about the same few files, one after another. */
const split = new Map<string, readonly string[]>();

function segments(file: string): readonly string[] {
  const known = split.get(file);
  if (known !== undefined) return known;
  const names = file
    .toLowerCase()
    .replace(/(?<=[^/])\/$/, '')
    .split('/');
  if (split.size >= 200) split.clear();
  split.set(file, names);
  return names;
}

/** A pattern for paths from the project’s top, unless it begins with `/`, `~` or names no folder. */
export function absolutePattern(
  pattern: string,
  { root, home }: { readonly root: string; readonly home: string },
): string {
  if (pattern.startsWith('/')) return pattern;
  if (/^~(?:\/|$)/.test(pattern)) return `${home}${pattern.slice(1)}`;
  const rest = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (rest === '.' || rest === '') return root;
  const anchored = rest.includes('/') || pattern.endsWith('/') || pattern.startsWith('./');
  return anchored ? `${root}/${rest}` : `${root}/**/${rest}`;
}
