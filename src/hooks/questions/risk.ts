import { brotliDecompressSync } from 'node:zlib';
import { type Question, visibleText, hasMeaning, stem, wordsOf, partsOf, bareLabel } from './question';
import file from './weights.json';

/**
 * How much a question reads like one whose answer cannot be undone. The weights were learned from the labelled questions
 * in `bench/questions/` (`npm run learn:questions`, which says how well it works on questions that it did not learn from).
 */
export interface Risk {
  /** Below zero it reads like an everyday choice, above like an act; 3 and more is certain. */
  readonly score: number;
  /** The words that speak most for an act, the strongest first. */
  readonly words: () => readonly string[];
}

/** What is learned: for each slot one byte, which is multiplied by `unit`. They are packed with brotli. */
export interface Weights {
  /** The digest of the examples, so that a test notices if they have changed since. */
  readonly examples: string;
  readonly unit: number;
  readonly weights: string;
}

export const slots = 2 ** 16;

const learned: Weights = file;
let weights: Int8Array | undefined;

export function riskOf(question: Question): Risk {
  weights ??= new Int8Array(brotliDecompressSync(Buffer.from(learned.weights, 'base64')));
  const found = slotsOf(featuresOf(question));
  let sum = 0;
  for (const slot of found) sum += weights[slot] ?? 0;
  return { score: (sum * learned.unit) / Math.sqrt(found.size), words: () => tellingWords(question) };
}

/** The words that speak most for an act, the strongest first. */
function tellingWords({ text, options }: Question): readonly string[] {
  const written = wordsOf([text, ...options.map(({ label }) => bareLabel(label))].join(' '));
  const telling = [...new Set(written.filter(hasMeaning))].map((word) => {
    const parts = ['any', 'asked', 'told', 'option'].map((part) => weights?.[slotOf(`${part} ${stem(word)}`)] ?? 0);
    return { word, weight: parts.reduce((sum, weight) => sum + weight, 0) };
  });
  return telling
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ word }) => word);
}

/** The slots that hold the weights of features. Two features may share a slot. */
export const slotsOf = (features: ReadonlySet<string>): ReadonlySet<number> => new Set([...features].map(slotOf));

function slotOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return ((hash >>> 15) ^ hash) & (slots - 1);
}

/**
 * What the scan looks at in a question: its words by the part they stand in, neighbouring words, and how the question
 * begins. Each is a text such as `asked delete`, which `weights.json` has a weight for.
 */
export function featuresOf({ text, header, options }: Question): ReadonlySet<string> {
  const features = new Set<string>();
  const add = (part: string, words: readonly string[]) => {
    for (const [at, word] of words.entries()) {
      features.add(`${part} ${word}`);
      if (part !== 'quoted') features.add(`any ${word}`);
      const next = words[at + 1];
      if (next !== undefined) features.add(`${part === 'asked' || part === 'told' ? 'pair' : part} ${word} ${next}`);
    }
  };
  const { asks, tells } = sentencesOf(partsOf(text).asked.join('\n'));
  for (const sentence of asks) {
    const words = wordsOf(withoutQuotes(sentence));
    const stems = words.map(stem);
    add('asked', stems);
    const form = formOf(words);
    for (const word of stems) features.add(`form ${form} ${word}`);
    for (const [at, word] of stems.slice(0, 4).entries()) features.add(`at ${at} ${word}`);
    for (const length of [1, 2, 3]) features.add(`begins ${words.slice(0, length).join(' ')}`);
    features.add(`ends ${stems.at(-1) ?? ''}`).add(`form ${form}`);
  }
  for (const sentence of tells) add('told', wordsOf(withoutQuotes(sentence)).map(stem));
  for (const { label, description } of options) {
    const words = wordsOf(withoutQuotes(bareLabel(label))).map(stem);
    add('option', words);
    features.add(`option first ${words[0] ?? ''}`);
    if (description !== label) add('meaning', wordsOf(description).map(stem));
  }
  for (const piece of [text, ...options.map(({ label }) => label)])
    for (const [quote] of visibleText(piece).matchAll(quotes)) add('quoted', wordsOf(quote).map(stem));
  add('header', wordsOf(header).map(stem));
  // No example in English has more than a word or two with such letters.
  if (/(?!\p{ASCII})\p{L}/u.test(text)) features.add('letters of other languages');
  return features;
}

/** What is in quotes is spoken of, not asked for. */
const quotes = /"[^"]*"|“[^”]*”|`[^`]*`/g;
const withoutQuotes = (text: string): string => visibleText(text).replace(quotes, ' quote ');

/** The sentences that ask, and those that only tell. Where none has a question mark, the last one asks. */
function sentencesOf(text: string): { readonly asks: readonly string[]; readonly tells: readonly string[] } {
  const sentences = visibleText(text)
    .split(/(?<=[.?!:])\s+|\n+/)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const marked = sentences.filter((sentence) => /\?[^\p{L}\p{N}]*$/u.test(sentence));
  const asks = marked.length > 0 ? marked : sentences.slice(-1);
  return { asks, tells: sentences.filter((sentence) => !asks.includes(sentence)) };
}

/** How a question begins decides what its words mean: "Which … publish" asks about a thing, "Publish …?" for an act. */
function formOf([first = '', second = '']: readonly string[]): string {
  if (/^(?:which|what|how|where|when|who|whose|why)$/.test(first)) return 'wh';
  if (
    !/^(?:should|shall|can|may|must|could|do|did|would|will|am|ok|okay|is|are|does|has|have|want|let|any)$/.test(first)
  )
    return 'other';
  if (/^(?:i|we|you|me|us)$/.test(second)) return `${first} person`;
  return /^(?:the|an?|this|that|these|those|it|they)$/.test(second) ? `${first} thing` : first;
}
