import { marker, unmarked, words, type Question, stemsOf } from './question';
import { bareLabel } from './recommended';
import { sha256 } from '../project/sha256';

/** Who a question is. */
export interface Identity {
  /** From the text and the options: the same for every agent that asks it. */
  readonly fingerprint: string;
  /** The id that the model wrote into the text; worth something only if the text is known to belong to it. */
  readonly claimed: string | undefined;
}

export function identityOf(question: Question): Identity {
  const labels = question.options.map(({ label }) => words(withoutNumber(bareLabel(label)))).sort();
  const digest = sha256(JSON.stringify([comparable(question.text), labels])).slice(0, 20);
  return { fingerprint: `q-${digest}`, claimed: marker.exec(question.text)?.[1]?.toLowerCase() };
}

/** The text without marker, numbering and recommendation: what makes it this question. */
function comparable(text: string): string {
  return words(withoutNumber(unmarked(text)).replace(/^\s*recommend(?:ation|ed)\s*:.*$/gim, ''));
}

/** `D1 — `, `Q2:`, `3.`, `A)`: they change from one asking to the next. */
function withoutNumber(text: string): string {
  return text.replace(
    /^\s*[([]?(?:(?:question|option|decision)\s+)?(?:[a-z]?\d{1,3}(?:\/\d+)?|[a-z](?=[)\]:.]))[)\].:]*\s*(?:[-–—:.)]\s*|(?<=[)\].:]\s*))/i,
    '',
  );
}

/** Do two texts ask much the same? A third of the words of the shorter one are in both. */
export function resembles(one: string, other: string): boolean {
  const [a, b] = [stemsOf(comparable(one)), stemsOf(comparable(other))];
  return sharedWords(a, b) > Math.min(a.size, b.size) / 3;
}

/** How many words two texts have in common. */
export function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
