import { featuresOf } from './features';
import type { Question } from './question';
import { bareLabel } from './recommended';
import { hasMeaning, stem, wordsOf } from './stems';
import file from './weights.json';

/**
 * How much a question reads like one whose answer cannot be undone. The weights were learned from the labelled questions
 * in `examples/` (`npm run learn:questions`, which says how well it works on questions that it did not learn from).
 */
export interface Risk {
  /** Below zero it reads like an everyday choice, above like an act; 3 and more is certain. */
  readonly score: number;
  /** The words that speak most for an act, the strongest first. */
  readonly words: () => readonly string[];
}

/** What is learned: for each slot one byte, which is multiplied by `unit`. */
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
  weights ??= new Int8Array(Buffer.from(learned.weights, 'base64'));
  const found = slotsOf(featuresOf(question));
  let sum = 0;
  for (const slot of found) sum += weights[slot] ?? 0;
  return { score: (sum * learned.unit) / Math.sqrt(found.size), words: () => tellingWords(question) };
}

/** The words that speak most for an act, the strongest first. */
function tellingWords({ text, options }: Question): readonly string[] {
  const written = wordsOf([text, ...options.map(({ label }) => bareLabel(label))].join(' '));
  const telling = [...new Set(written.filter(hasMeaning))].map((word) => {
    const parts = ['any', 'asked', 'told', 'option'].map((part) => weightOf(`${part} ${stem(word)}`));
    return { word, weight: parts.reduce((sum, weight) => sum + weight, 0) };
  });
  return telling
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ word }) => word);
}

const weightOf = (feature: string): number => weights?.[slotOf(feature)] ?? 0;

/** The slots that hold the weights of features. Two features may share a slot. */
export const slotsOf = (features: ReadonlySet<string>): ReadonlySet<number> => new Set([...features].map(slotOf));

function slotOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return ((hash >>> 15) ^ hash) & (slots - 1);
}
