import type { FoundFiles, ShellWord, Stream, WordPart } from '../../shell/invocation';
import { wordOf } from '../../shell/reader/words';

/** The value of an expression of inline code, as far as it is known. */
export type Value =
  /** Text, or something unknown. `path`: an object that stands for a file. */
  | { readonly kind: 'text'; readonly parts: readonly WordPart[]; readonly path?: boolean }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'record'; readonly entries: ReadonlyMap<string, Value> }
  /** Something of a library, by its full name: `os.path.join`. */
  | { readonly kind: 'name'; readonly name: string }
  /** A function that the code defines itself: its parameters, and where its body begins. */
  | { readonly kind: 'function'; readonly parameters: readonly string[]; readonly from: number; readonly to: number }
  /** `value.name`, where the value is no library. */
  | { readonly kind: 'member'; readonly of: Value; readonly name: string };

type Unknown = Extract<WordPart, { kind: 'unknown' }>;

export const text = (value: string, path = false): Value => ({
  kind: 'text',
  parts: [{ kind: 'literal', text: value, quoted: true }],
  path,
});

export const unknown = (more: Partial<Omit<Unknown, 'kind'>> = {}): Value => ({
  kind: 'text',
  parts: [{ kind: 'unknown', text: '…', why: 'substitution', quoted: true, ...more }],
});

/** A folder that a library makes for the code alone. */
export const madeFolder = text('/tmp/made-by-this-code', true);

export const fromStream = (stream: Stream): Value =>
  unknown(stream.kind === 'file' ? { stream, text: stream.path } : { stream });
/** The program's input. */
export const fromInput = (): Value => fromStream({ kind: 'inherited' });
export const decoded = (program: string): Value => fromStream({ kind: 'decoded', program });
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items });
export const library = (name: string): Value => ({ kind: 'name', name });

function partsOf(value: Value | undefined): readonly WordPart[] {
  if (value?.kind === 'text') return value.parts;
  return [foreignPart(value) ?? { kind: 'unknown', text: '…', why: 'substitution', quoted: true }];
}

/** The part of a value that tells that it came from the network or was decoded. */
export function foreignPart(value: Value | undefined): WordPart | undefined {
  switch (value?.kind) {
    case 'list':
      return value.items.map(foreignPart).find((part) => part !== undefined);
    case 'member':
      return foreignPart(value.of);
    case 'text':
      return value.parts.find((part) => part.kind === 'unknown' && part.stream !== undefined);
    default:
      return undefined;
  }
}

/** A value after an unknown change: its origin is still known. */
export function changed(value: Value | undefined): Value {
  const part = foreignPart(value);
  return part?.kind === 'unknown' ? unknown({ stream: part.stream }) : unknown();
}

export function wordFrom(value: Value | undefined): ShellWord {
  const parts = partsOf(value);
  return wordOf(parts, parts.map((part) => part.text).join(''), undefined);
}

export const knownText = (value: Value | undefined): string | undefined => wordFrom(value).value;

export function joinText(values: readonly Value[], separator = '', path = false): Value {
  const parts: WordPart[] = [];
  values.forEach((value, at) => {
    if (at > 0 && separator !== '') parts.push({ kind: 'literal', text: separator, quoted: true });
    parts.push(...partsOf(value));
  });
  if (parts.reduce((sum, part) => sum + part.text.length, 0) > 100_000 || parts.length > 1000) return unknown();
  return { kind: 'text', parts, path };
}

/** A text with values in its holes. */
export function formatted(
  of: Value,
  hole: RegExp,
  value: (place: number, found: RegExpExecArray) => Value | undefined,
): Value {
  const known = knownText(of);
  if (known === undefined || known.length > 4_000) return changed(of);
  const pieces: Value[] = [];
  let rest = known;
  for (let place = 0; ; place++) {
    const found = hole.exec(rest);
    if (found === null) return joinText([...pieces, text(rest)]);
    pieces.push(text(rest.slice(0, found.index)), value(place, found) ?? unknown());
    rest = rest.slice(found.index + found[0].length);
  }
}

/** Joined as paths; an absolute part replaces what precedes it. */
export function joinPath(values: readonly Value[]): Value {
  const start = values.findLastIndex((value) => /^(?:\/|~)/.test(partsOf(value)[0]?.text ?? ''));
  const pieces = values.slice(Math.max(start, 0));
  const joined = joinText(pieces, '/', true);
  if (joined.kind !== 'text') return joined;
  return joined.parts.every((part) => part.kind === 'literal')
    ? text(
        joined.parts
          .map((part) => part.text)
          .join('')
          .replace(/\/{2,}/g, '/'),
        true,
      )
    : joined;
}

const most = 16;

/** One of several values. */
export function either(values: readonly (Value | undefined)[]): Value {
  const known = values.filter((value) => value !== undefined);
  const [first] = known;
  if (first === undefined) return unknown();
  if (known.length === 1) return first;
  const found = known.find((value) => foreignPart(value) !== undefined);
  if (found !== undefined) return changed(found);
  const texts = known.map(knownText);
  const [only] = texts;
  if (only !== undefined && texts.every((one) => one === only)) return first;
  const candidates = texts.filter((one) => one !== undefined);
  if (candidates.length === 0) return known.find((value) => value.kind !== 'text') ?? first;
  return unknown({ candidates: candidates.slice(0, most) });
}

/** The value of a loop's variable in a loop over this value. */
export function elementOf(value: Value | undefined): Value {
  if (value?.kind === 'list') return value.items.length === 0 ? unknown() : either(value.items);
  if (value?.kind !== 'text') return unknown();
  return value.parts.some((part) => part.kind === 'unknown' && part.found !== undefined) ? value : changed(value);
}

/** The files that a search finds. */
export function foundBelow(root: Value, cwd: string | undefined, only: FoundFiles['only'] = {}): Value {
  const found: FoundFiles = { roots: [wordFrom(root)], cwd, only };
  return { ...unknown({ found, why: 'input' }), path: true } as Value;
}

/** The files that a glob of the language finds. */
export function foundByPattern(pattern: Value, cwd: string | undefined): Value {
  const known = knownText(pattern);
  if (known === undefined) return foundBelow(pattern, cwd, { open: true });
  const pieces = known.split('/');
  const wild = pieces.findIndex((piece) => /[*?[{]/.test(piece));
  if (wild < 0) return text(known, true);
  const root = pieces.slice(0, wild).join('/');
  const last = pieces.at(-1) ?? '*';
  const names = /^\*+$/.test(last) ? undefined : [last];
  return foundBelow(text(root === '' ? (known.startsWith('/') ? '/' : '.') : root), cwd, { names });
}

/** `~/x` as a library expands it. */
export function expandHome(value: Value | undefined, home: string): Value {
  if (value?.kind !== 'text') return unknown();
  const [first, ...rest] = value.parts;
  if (first?.kind !== 'literal' || !/^~(?:\/|$)/.test(first.text)) return value;
  return { ...value, parts: [{ ...first, text: home + first.text.slice(1) }, ...rest] };
}

export function fromEnvironment(name: string | undefined, home: string): Value {
  if (name === undefined) return unknown();
  return name === 'HOME' || name === 'USERPROFILE' ? text(home) : unknown({ text: `$${name}`, why: 'variable', name });
}
