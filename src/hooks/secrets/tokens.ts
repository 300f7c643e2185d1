import { certainFamilies, nameOf } from './families';
import { isReference, mark } from './values';

/** A token in a text, by a form that only tokens have. */
export interface Token {
  /** `github-token`, `private-key` … */
  readonly family: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Larger texts are looked at from their beginning. */
const longest = 2_000_000;

/** Of a text like this only the lines that may hold a token are looked at. A key in a block has its own way of lines. */
const long = 4_000;
const keyBlock = /-----BEGIN |Private-Lines:/;

/**
 * The tokens in a text, if there is little doubt about them: an issuer's prefix or form, and a body that looks random.
 * Placeholders, documented examples and keys for tests do not count.
 */
export function tokensIn(text: string, { examples = false } = {}): readonly Token[] {
  if (text.length < 16) return [];
  const whole = text.slice(0, longest);
  const looked = whole.length < long || keyBlock.test(whole) ? whole : linesWithLongWords(whole);
  const lower = looked.toLowerCase();
  const tokens: Token[] = [];
  const seen = new Set<number>();
  for (const family of certainFamilies()) {
    if (family.hints?.some((hint) => lower.includes(hint)) === false || family.mayBeIn?.(looked) === false) continue;
    let found = -1;
    for (const match of looked.matchAll(family.pattern())) {
      const secret = match.groups?.secret ?? match[0];
      if (isReference(secret) || family.judge?.(secret, match.groups ?? {}) === false) continue;
      if (!examples && isPlaceholder(secret)) continue;
      found = whole.indexOf(match[0], found + 1);
      const at = found + match[0].indexOf(secret);
      if (seen.has(at)) continue;
      seen.add(at);
      tokens.push({ family: nameOf(family, match[0]), line: whole.slice(0, at).split('\n').length, text: secret });
    }
  }
  return tokens.sort((one, other) => one.line - other.line);
}

/** The value with a mark in place of each token, and with the families that were found noted. */
export function withoutTokens(value: unknown, found: Set<string>, depth = 0): unknown {
  if (typeof value === 'string') {
    return tokensIn(value).reduce((text, token) => {
      found.add(token.family);
      return text.replaceAll(token.text, mark(token.family));
    }, value);
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutTokens(inner, found, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTokens(inner, found, depth + 1)]));
}

/** Results of tools are a few objects deep; what is below comes through as it was. */
const deepest = 50;

const words =
  /example|sample|placeholder|dummy|fake|mock|invalid|redacted|changeme|your[-_]?|insert|replace|secret[-_]?(?:key|token|here)|x{4,}|\*{3,}|\.{3,}|<|test[-_]?(?:key|token)|abcdef|bcdefg|zyxwv|123456|234567|987654|deadbeef|qwerty|0{6,}|1{6,}|a{6,}|A{6,}/i;

/** Made up: it says so, or its letters repeat or count. */
function isPlaceholder(secret: string): boolean {
  if (secret.startsWith('-----') || secret.startsWith('Private-Lines')) return isShortKey(secret);
  if (/^(?:sk|rk|pk)_test_/.test(secret) || words.test(secret.replace(/^AGE-SECRET-KEY-/, '')) || isWords(secret)) {
    return true;
  }
  const body = secret.slice(-24);
  return new Set(body).size < 9 || runs(body) > 0.4;
}

/** Words and numbers with dashes between them: a package, a file, an option. */
function isWords(secret: string): boolean {
  const pieces = secret
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, (uuid) => uuid.replaceAll('-', ''))
    .split(/[-_.]/);
  const plain = pieces.filter((piece) => /^(?:[A-Z]?[a-z]*|[A-Z]+|[a-z]{0,3}\d+)$/.test(piece)).length;
  return (
    /[a-z]{4,}[-_.][a-z]{4,}/.test(secret.slice(12)) ||
    (plain > 4 && plain > pieces.length / 2 && secret.length / pieces.length < 7)
  );
}

/** The share of letters that follow from the one before: the same, or the next of the alphabet. */
function runs(text: string): number {
  let following = 0;
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    if (step === 0 || step === 1) following++;
  }
  return following / Math.max(1, text.length - 1);
}

/** A key with only its first and last lines, or with a body that is too short. */
function isShortKey(text: string): boolean {
  const body = text.replace(/-----[^-]*-----|\\n|\s/g, '').replace(/[^A-Za-z0-9+/=]/g, '');
  return body.length < 80 || new Set(body).size < 20;
}

/** Every token has so many letters in a row. */
const least = 16;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~$:';
const isLetter = Uint8Array.from({ length: 128 }, (_, code) => (letters.includes(String.fromCharCode(code)) ? 1 : 0));

/** The lines of a text that have a long word, each with the line before it: nothing else can hold a token. */
function linesWithLongWords(text: string): string {
  let lines = '';
  let taken = 0;
  // A long word has a letter at one of these places, wherever it begins.
  for (let at = least - 1; at < text.length; at += least) {
    if (!isLong(text, at)) continue;
    const line = text.lastIndexOf('\n', at);
    const before = line < 1 ? 0 : text.lastIndexOf('\n', line - 1) + 1;
    const next = text.indexOf('\n', at) + 1 || text.length;
    lines += text.slice(Math.max(taken, before), next);
    taken = next;
    at = next - 1;
  }
  return lines;
}

/** Is the word around this place long? */
function isLong(text: string, at: number): boolean {
  if (isLetter[text.charCodeAt(at)] !== 1) return false;
  let start = at;
  while (at - start < least && isLetter[text.charCodeAt(start - 1)] === 1) start -= 1;
  let end = at + 1;
  while (end - start < least && isLetter[text.charCodeAt(end)] === 1) end += 1;
  return end - start >= least;
}
