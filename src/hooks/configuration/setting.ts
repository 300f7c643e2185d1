import * as z from 'zod/mini';

/**
 * What a repository’s file may do with a value while the person does not trust the file: set it (`free`), nothing
 * (`trusted`), or what `combine` makes of the value so far and the file’s.
 */
export type RepositoryMay<T> = 'free' | 'trusted' | { combine(held: T, wished: T, trusted: boolean): T };

/** One value of the configuration: its default, what it may be, who may change it. */
export interface Setting<T> {
  readonly fallback: T;
  /** One sentence for the editor's completion and the documentation. */
  readonly says: string;
  /** In words, for the message about a wrong value. */
  readonly allowed: string;
  readonly repository: RepositoryMay<T>;
  /** Built when a file or the JSON Schema asks for it, never on a start without configuration. */
  readonly schema: () => z.ZodMiniType<T>;
  /** True if a list keeps its right items when one is wrong. */
  readonly itemwise?: { readonly item: () => z.ZodMiniType };
}

interface Common<T> {
  readonly fallback: T;
  readonly says: string;
}

/**
 * One of several words. With `later` they are ordered from loose to strict, and a repository may only choose a later
 * one.
 */
export function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  about: Common<NoInfer<V[number]>> & { repository: 'free' | 'trusted' | 'later' },
): Setting<V[number]> {
  const later = (held: V[number], wished: V[number]) => (values.indexOf(wished) > values.indexOf(held) ? wished : held);
  return {
    ...about,
    allowed: `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    repository: about.repository === 'later' ? { combine: later } : about.repository,
    schema: () => z.enum(values),
  };
}

/** `true` or `false`. `repository: true` or `repository: false` names the only value that a repository may choose: the stricter one. */
export function yesNo(about: Common<boolean> & { repository: 'free' | 'trusted' | boolean }): Setting<boolean> {
  const { repository } = about;
  return {
    ...about,
    allowed: 'true or false',
    repository:
      typeof repository === 'boolean'
        ? { combine: (held, wished) => (wished === repository ? wished : held) }
        : repository,
    schema: () => z.boolean(),
  };
}

/** A whole number. `lower` and `higher` name the stricter direction. */
export function count(
  about: Common<number> & { min: number; max: number; repository: 'free' | 'trusted' | 'lower' | 'higher' },
): Setting<number> {
  const { min, max, repository } = about;
  const combine = repository === 'lower' ? Math.min : Math.max;
  return {
    fallback: about.fallback,
    says: about.says,
    allowed: `a whole number from ${min} to ${max}`,
    repository: repository === 'lower' || repository === 'higher' ? { combine: (a, b) => combine(a, b) } : repository,
    schema: () => z.int().check(z.gte(min), z.lte(max)),
  };
}

/** A string; undefined if no file sets it. */
export function text(about: { says: string; repository: 'free' | 'trusted' }): Setting<string | undefined> {
  return {
    fallback: undefined,
    says: about.says,
    allowed: 'a non-empty string',
    repository: about.repository,
    schema: () => z.optional(z.string().check(z.minLength(1))),
  };
}

/** Limits the work per call: each call is compared with every item. Hand-written lists are shorter. */
export const maxItems = 500;
const maxLetters = 500;

/** A list of words. With `adds`, a repository may add words but not remove any. */
export function words(
  about: Common<readonly string[]> & { repository: 'free' | 'trusted' | 'adds' },
): Setting<readonly string[]> {
  const word = () => z.string().check(z.minLength(1), z.maxLength(maxLetters));
  return list(word, { ...about, allowed: 'a list of strings' });
}

/** A list of anything. A wrong item is reported and left out; the others count. */
export function list<T>(
  item: () => z.ZodMiniType<T>,
  about: Common<readonly T[]> & { allowed: string; repository: RepositoryMay<readonly T[]> | 'adds' },
): Setting<readonly T[]> {
  return {
    fallback: about.fallback,
    says: about.says,
    allowed: about.allowed,
    repository: about.repository === 'adds' ? { combine: united } : about.repository,
    schema: () => z.array(item()),
    itemwise: { item },
  };
}

/** Any other value with a schema; it is valid or invalid as a whole. */
export function shaped<T>(
  schema: () => z.ZodMiniType<T>,
  about: Common<NoInfer<T>> & { allowed: string; repository: RepositoryMay<NoInfer<T>> },
): Setting<T> {
  return { fallback: about.fallback, says: about.says, allowed: about.allowed, repository: about.repository, schema };
}

function united<T>(held: readonly T[], wished: readonly T[]): readonly T[] {
  const known = new Set(held.map((item) => JSON.stringify(item)));
  return [...held, ...wished.filter((item) => !known.has(JSON.stringify(item)))];
}
