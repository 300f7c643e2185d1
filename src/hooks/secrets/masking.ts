import { families, nameOf, type Family } from './families';
import { mark, isReference } from './values';

/** In a shorter text a secret cannot be told from a word. */
const shortest = 6;

/**
 * The text without secrets: tokens of known shapes, private keys, passwords in URLs, flags, headers and assignments.
 * Works on one text, never on JSON source, so no document breaks. What replaces a secret is inert in a shell, and
 * masking again changes nothing.
 */
export function masked(text: string, among = families): string {
  if (text.length < shortest) return text;
  let result = text;
  for (const family of plausible(text, among)) {
    const { pattern, judge } = family;
    result = result.replace(pattern(), (...match: unknown[]) => {
      const whole = String(match[0]);
      const groups = typeof match.at(-1) === 'object' ? (match.at(-1) as Partial<Record<string, string>>) : {};
      const secret = groups.secret ?? whole;
      if (isReference(secret) || judge?.(secret, groups) === false) return whole;
      return `${groups.before ?? ''}${mark(nameOf(family, whole))}${groups.after ?? ''}`;
    });
  }
  return result;
}

/** The families that the text may contain, by their hints, which are cheaper to check than their patterns. */
function plausible(text: string, among: readonly Family[]): readonly Family[] {
  const lower = text.toLowerCase();
  return among.filter(
    ({ hints, mayBeIn }) =>
      (hints === undefined || hints.some((hint) => lower.includes(hint))) && mayBeIn?.(text) !== false,
  );
}

/** The masked text, at most `limit` characters. Masks some more before it cuts, so no half secret is left. */
export function maskedUpTo(text: string, limit: number, among = families): string {
  const rest = 2_048;
  return masked(text.length > limit + rest ? text.slice(0, limit + rest) : text, among).slice(0, limit);
}

/** The families that any text in a JSON value may contain. One check for all texts: mostly the result is empty. */
export const familiesIn = (value: unknown): readonly Family[] =>
  plausible((textsIn(value, Infinity) ?? []).join('\n'), families);

/** Every text in a JSON value, keys left as they are; undefined if the texts together are longer than `budget`. */
export function maskedValue(value: unknown, budget: number, known?: readonly Family[]): unknown {
  const texts = textsIn(value, budget);
  if (texts === undefined) return undefined;
  const among = known ?? plausible(texts.join('\n'), families);
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return masked(node, among);
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(walk);
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, named(key, inner, walk)]));
  };
  return walk(value);
}

/** Undefined if the texts, and what holds them, are together more than the budget. */
function textsIn(value: unknown, budget: number): readonly string[] | undefined {
  let left = budget;
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node === 'string') {
      left -= node.length;
      texts.push(node);
    } else if (typeof node === 'object' && node !== null) {
      left -= 1;
      for (const inner of Object.values(node)) if (left >= 0) walk(inner);
    }
  };
  walk(value);
  return left < 0 ? undefined : texts;
}

/** Masks the value of a key such as "password" as if the text were `password="value"`. */
function named(key: string, inner: unknown, walk: (node: unknown) => unknown): unknown {
  const plain = walk(inner);
  if (typeof plain !== 'string' || plain.length > 512 || !/pass|pwd|secret|token|key|credential|auth/i.test(key)) {
    return plain;
  }
  const before = `${key.slice(0, 100)}="`;
  const line = masked(`${before}${plain}"`);
  return line.startsWith(`${before}«`) && line.endsWith('»"') ? line.slice(before.length, -1) : plain;
}
