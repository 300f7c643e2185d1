import type { WordPart } from '../invocation';

/** What a variable holds. */
export type Value =
  | { readonly kind: 'text'; readonly parts: readonly WordPart[] }
  /** `keys`: the subscripts of the items, if they are not 0, 1, 2 and so on: `A=([x]=1)`. */
  | { readonly kind: 'list'; readonly items: readonly (readonly WordPart[])[]; readonly keys?: readonly string[] }
  | { readonly kind: 'unset' }
  /** `declare -n`. */
  | { readonly kind: 'reference'; readonly name: string }
  /** Code that may not have run would have changed it. `undefined` stands for a value that cannot be known. */
  | { readonly kind: 'either'; readonly values: readonly (Value | undefined)[] };

/** So many values of one variable, directories or worlds of one command are followed; the rest is unknown. */
export const mostPossible = 8;

/** Longer texts are not kept more than once. */
const longest = 100_000;

export const textValue = (text: string): Value => ({ kind: 'text', parts: [{ kind: 'literal', text, quoted: true }] });

/** The different values among these: each may be the one. */
export function eitherValue(values: readonly (Value | undefined)[]): Value | undefined {
  const [first, ...others] = values;
  // In a long chain of commands most variables stay what they were.
  if (first?.kind === 'either' && others.every((other) => first.values.some((value) => sameValue(value, other))))
    return first;
  const found: (Value | undefined)[] = [];
  for (const value of values.flatMap((one) => (one?.kind === 'either' ? one.values : [one]))) {
    if (!found.some((other) => sameValue(other, value))) found.push(value);
  }
  if (found.length === 1) return found[0];
  const length = found.reduce((sum, value) => sum + lengthOf(value), 0);
  if (length > longest) return undefined;
  if (found.length > mostPossible + 1 || (found.length > mostPossible && !found.includes(undefined))) {
    return {
      kind: 'either',
      values: [...found.filter((value) => value !== undefined).slice(0, mostPossible), undefined],
    };
  }
  return { kind: 'either', values: found };
}

export function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  switch (one.kind) {
    case 'unset':
      return other.kind === 'unset';
    case 'reference':
      return other.kind === 'reference' && one.name === other.name;
    case 'text':
      return other.kind === 'text' && sameParts(one.parts, other.parts);
    case 'list':
      return (
        other.kind === 'list' &&
        one.items.length === other.items.length &&
        one.keys?.join() === other.keys?.join() &&
        one.items.every((item, at) => sameParts(item, other.items[at] ?? []))
      );
    case 'either':
      return (
        other.kind === 'either' &&
        one.values.length === other.values.length &&
        one.values.every((value) => other.values.some((candidate) => sameValue(value, candidate)))
      );
  }
}

function sameParts(one: readonly WordPart[], other: readonly WordPart[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((part, at) => {
    const same = other[at];
    if (part.kind !== same?.kind || part.text !== same.text) return false;
    return part.kind !== 'unknown' || same.kind !== 'unknown' || part.stream === same.stream;
  });
}

function lengthOf(value: Value | undefined): number {
  if (value?.kind === 'text') return value.parts.reduce((sum, part) => sum + part.text.length, 0);
  return value?.kind === 'list' ? value.items.flat().reduce((sum, part) => sum + part.text.length, 0) : 0;
}

/** The value where all of it is known. */
export function knownText(value: Value | undefined): string | undefined {
  if (value?.kind !== 'text' || value.parts.some(({ kind }) => kind === 'unknown')) return undefined;
  return value.parts.map(({ text }) => text).join('');
}

/** The texts that the value may be, as far as they are known. */
export function candidatesOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'text':
      if (value.parts.every((part) => part.kind !== 'unknown')) return [value.parts.map((part) => part.text).join('')];
      return value.parts.flatMap((part) => (part.kind === 'unknown' ? (part.candidates ?? []) : []));
    case 'unset':
      return [''];
    case 'either':
      return value.values.flatMap((one) => (one === undefined ? [] : candidatesOf(one)));
    case 'list':
      return value.items.flatMap((parts) => candidatesOf({ kind: 'text', parts }));
    case 'reference':
      return [];
  }
}
