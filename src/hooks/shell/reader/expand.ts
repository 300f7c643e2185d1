import { parse, type Word, type WordPart as Node } from 'unbash';
import type { ShellWord, Stream, WordPart } from '../invocation';
import { rangeOf, type Expansion, type Source } from './reader';
import { readSubstitutions, callsFunction, process, readExpression, readNested, substitution } from './substitution';
import { parameter } from './parameter';
import { candidatesOf, knownText } from './possible';
import type { ShellState, Value } from './state';
import { plainWord, wordOf } from './words';

/** The words that one word of the source becomes. */
export function expandWord(word: Word, on: Expansion): readonly ShellWord[] {
  const range = rangeOf(on.source, word);
  if (word.parts === undefined) return [plainPart(word, on, range, tildeInArgument)];
  if (word.parts.some((part) => part.type === 'BraceExpansion')) {
    const pieces = braceWords(word);
    if (pieces !== undefined) return pieces.flatMap((piece) => expandText(piece, on, range));
  }
  const fields = new Fields(true, on.state);
  expandParts(word.parts, fields, on, false);
  // Of a value, too: bash leaves `~` in it alone, but its writer meant the home.
  return fields.finish().map((parts) => wordOf(tilde(parts, on, tildeInArgument), word.text, range));
}

/** Expands without splitting: assignments, redirect targets, here-strings. */
export function expandOne(word: Word, on: Expansion): ShellWord {
  const range = rangeOf(on.source, word);
  if (word.parts === undefined) return plainPart(word, on, range, tildeAtStart);
  const fields = new Fields(false, on.state);
  expandParts(word.parts, fields, on, false);
  return wordOf(tilde(fields.finish()[0] ?? [], on, tildeAtStart), word.text, range);
}

function expandText(text: string, on: Expansion, range: ShellWord['range']): readonly ShellWord[] {
  const [statement] = parse(`: ${text}`).commands;
  const command = statement?.command;
  const source: Source = { text: `: ${text}`, base: undefined, whole: range };
  if (command?.type !== 'Command') return [plainWord(text, range)];
  return command.suffix.flatMap((item) => (item.type === 'Word' ? expandWord(item, { ...on, source }) : []));
}

function plainPart(word: Word, on: Expansion, range: ShellWord['range'], where: RegExp): ShellWord {
  const quoted = word.value !== word.text && !where.test(word.text);
  if (!quoted && isOverlooked(word.value)) return wordOf([overlooked(word.value, on)], word.text, range);
  return wordOf(tilde([{ kind: 'literal', text: word.value, quoted }], on, where), word.text, range);
}

/** A substitution that the parser takes for plain text: `1<(x)`, `a=(1)$(x)`. */
const isOverlooked = (text: string): boolean => /`|[$<>]\(/.test(text);

function overlooked(text: string, on: Expansion): WordPart {
  readSubstitutions(text.replace(/[<>](?=\()/g, '$'), on);
  return { kind: 'unknown', text, why: 'substitution', quoted: false };
}

const tildeAtStart = /^()~([\w.+-]*)/;
/** In the words of a command bash also expands it after a name, as in `dd of=~/x`, and after the subscript of an element. */
const tildeInArgument = /^((?:[A-Za-z_]\w*\+?|\[[^\][]+\])=)?~([\w.+-]*)/;

/** `~` and `~/x` are the person's home, `~user` is another account's. */
function tilde(parts: readonly WordPart[], on: Expansion, where: RegExp): readonly WordPart[] {
  const [first, ...rest] = parts;
  if (first?.kind !== 'literal' || first.quoted) return parts;
  const [start, name = '', user = ''] = where.exec(first.text) ?? [];
  if (start === undefined) return parts;
  const after = first.text.slice(start.length);
  if (after !== '' ? !after.startsWith('/') : rest.length > 0 && rest[0]?.kind !== 'glob') return parts;
  const home = homeOf(user, on);
  if (home === undefined) return [{ kind: 'unknown', text: first.text, why: 'variable', quoted: false }, ...rest];
  return [{ ...home, text: name + home.text + after }, ...rest];
}

function homeOf(user: string, on: Expansion): Extract<WordPart, { kind: 'literal' }> | undefined {
  if (user === '+')
    return on.state.cwd === undefined ? undefined : { kind: 'literal', text: on.state.cwd, quoted: true };
  if (user === 'root') return { kind: 'literal', text: '/root', quoted: true };
  if (user !== '') return { kind: 'literal', text: `/home/${user}`, quoted: true };
  const home = knownText(on.state.get('HOME'));
  return home === undefined ? undefined : { kind: 'literal', text: home, quoted: true };
}

export function expandParts(parts: readonly Node[], fields: Fields, on: Expansion, quoted: boolean): void {
  for (const part of parts) expandPart(part, fields, on, quoted);
}

function expandPart(part: Node, fields: Fields, on: Expansion, quoted: boolean): void {
  switch (part.type) {
    case 'Literal':
      if (!quoted && part.value === part.text && isOverlooked(part.value)) fields.add(overlooked(part.value, on));
      else fields.add({ kind: 'literal', text: part.value, quoted: quoted || part.value !== part.text });
      return;
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      fields.add({ kind: 'literal', text: part.value, quoted: true });
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      fields.open();
      expandParts(part.parts, fields, on, true);
      return;
    case 'BraceExpansion':
      readNested(part, on);
      // The words that it becomes are too many, or it stays as it is and only what is in it is expanded.
      if (/[$`'"\\]/.test(part.text)) fields.add({ kind: 'unknown', text: part.text, why: 'variable', quoted });
      else fields.add({ kind: 'glob', text: part.text });
      return;
    case 'Glob':
    case 'ExtendedGlob':
      readNested(part, on);
      fields.add({ kind: 'glob', text: part.text });
      return;
    case 'SimpleExpansion':
      fields.variable(part.text.slice(1), part.text, quoted);
      return;
    case 'ParameterExpansion':
      parameter(part, fields, on, quoted);
      return;
    case 'CommandExpansion':
      fields.stream(substitution(part, on), part.text, quoted, callsFunction(part, on));
      return;
    case 'ProcessSubstitution':
      process(part, fields, on);
      return;
    case 'ArithmeticExpansion':
      readExpression(part, part.text.slice(3, -2), on);
      fields.add({ kind: 'unknown', text: part.text, why: 'arithmetic', quoted });
      return;
  }
}

/** Collects the words that one word of the source splits into. */
export class Fields {
  private readonly done: WordPart[][] = [];
  private current: WordPart[] | undefined;

  constructor(
    private readonly splits: boolean,
    private readonly state: ShellState,
  ) {}

  open(): void {
    this.current ??= [];
  }

  add(part: WordPart): void {
    (this.current ??= []).push(part);
  }

  break(): void {
    if (this.current !== undefined) this.done.push(this.current);
    this.current = undefined;
  }

  finish(): readonly (readonly WordPart[])[] {
    this.break();
    return this.done;
  }

  /** Adds the text of an expansion, which the shell splits at IFS and globs unless it is quoted. */
  text(text: string, quoted: boolean): void {
    if (quoted || !this.splits) {
      this.add({ kind: 'literal', text, quoted });
      return;
    }
    const separators = this.separators();
    let word = '';
    const flush = () => {
      if (word !== '') this.globbing(word);
      word = '';
    };
    for (const char of text) {
      if (!separators.includes(char)) {
        word += char;
        continue;
      }
      flush();
      this.break();
    }
    flush();
  }

  private globbing(text: string): void {
    for (const piece of text.split(/([*?]|\[[^\]]*\])/)) {
      if (piece !== '')
        this.add(
          /^[*?[]/.test(piece) ? { kind: 'glob', text: piece } : { kind: 'literal', text: piece, quoted: false },
        );
    }
  }

  private separators(): string {
    return knownText(this.state.get('IFS')) ?? ' \t\n';
  }

  /** The output of a function is known as code but not trusted as a word: it may depend on more than the line shows. */
  stream(stream: Stream, raw: string, quoted: boolean, doubtful: boolean): void {
    if (stream.kind === 'text' && !doubtful) this.text(stream.text.replace(/\n+$/, ''), quoted);
    else this.add({ kind: 'unknown', text: raw, why: 'substitution', quoted, stream });
  }

  variable(name: string, raw: string, quoted: boolean): void {
    const { positional } = this.state;
    if ((name === '@' || name === '*') && positional !== undefined) {
      this.list(positional, quoted ? name : undefined);
      return;
    }
    if (/^\d+$/.test(name) && positional !== undefined) {
      const index = Number(name);
      if (index > 0) {
        this.parts(positional[index - 1] ?? [], quoted);
        return;
      }
    }
    this.value(this.state.get(name), name, raw, quoted);
  }

  value(value: Value | undefined, name: string, raw: string, quoted: boolean): void {
    if (value === undefined || value.kind === 'reference') {
      this.add({ kind: 'unknown', text: raw, why: 'variable', quoted, name });
      return;
    }
    if (value.kind === 'unset') return;
    // Of a list bash takes the first item, and zsh all of them.
    if (value.kind === 'either' || (value.kind === 'list' && value.items.length > 1)) {
      const candidates = candidatesOf(value);
      this.add({ kind: 'unknown', text: raw, why: 'variable', quoted, name, candidates });
      return;
    }
    this.parts(value.kind === 'text' ? value.parts : (value.items[0] ?? []), quoted);
  }

  parts(parts: readonly WordPart[], quoted: boolean): void {
    if (quoted) this.open();
    for (const part of parts) {
      if (part.kind === 'unknown') this.add({ ...part, quoted });
      else if (part.kind === 'glob') this.add(part);
      else this.text(part.text, quoted);
    }
  }

  /** Adds the operand of an expansion, parts of which may be quoted themselves: `${x:+"$x y"}`. */
  operand(parts: readonly WordPart[], quoted: boolean): void {
    for (const part of parts) this.parts([part], quoted || (part.kind !== 'glob' && part.quoted));
  }

  /** Between quotes `@` makes a word of each item, and `*` one word of all. */
  list(items: readonly (readonly WordPart[])[], quotedBy: '@' | '*' | undefined): void {
    // `"$@"` of nothing is no word.
    if (quotedBy === '@' && items.length === 0 && this.current?.length === 0) this.current = undefined;
    const ifs = quotedBy === '*' ? this.state.get('IFS') : undefined;
    const between = ifs?.kind === 'text' ? (ifs.parts[0]?.text[0] ?? '') : ' ';
    items.forEach((item, index) => {
      if (index > 0 && quotedBy === '*') this.text(between, true);
      else if (index > 0) this.break();
      this.parts(item, quotedBy !== undefined);
    });
  }
}

const limit = 64;

/** The words of `a{b,c}d` and `{1..3}` as source text; undefined if there are too many. */
function braceWords(word: Word): readonly string[] | undefined {
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
  const [, from, to, step] = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(inner) ?? [];
  if (from !== undefined && to !== undefined) return sequence(from, to, Math.abs(Number(step ?? 1)) || 1);
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
  // Without a comma the braces stay.
  return found.length === 0 ? undefined : [...found, inner.slice(start)];
}

function sequence(from: string, to: string, step: number): readonly string[] | undefined {
  const numbers = /\d/.test(from);
  const first = numbers ? Number(from) : from.charCodeAt(0);
  const last = numbers ? Number(to) : to.charCodeAt(0);
  const length = Math.floor(Math.abs(last - first) / step) + 1;
  if (length > limit) return undefined;
  // `{01..10}`
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length }, (_, index) => {
    const value = first < last ? first + index * step : first - index * step;
    if (!numbers) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  });
}
