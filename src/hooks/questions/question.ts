import * as z from 'zod/mini';
import { lazyLooseObject, lazySchema } from '../project/lazy-schema';
import type { ToolInput } from '../protocol/call';
import { sha256 } from '../project/sha256';
import { wordSet } from '../project/text';

/** One question as the tool was asked to put it. */
export interface Question {
  /** Exactly as the client keys the answers. */
  readonly text: string;
  readonly header: string;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
}

interface Option {
  readonly label: string;
  readonly description: string;
}

const text = lazySchema(() => z.catch(z.string(), ''));
const Described = lazyLooseObject(() => ({ label: text, description: text }));
const Asked = lazyLooseObject(() => ({
  question: z.string(),
  header: text,
  options: z.catch(z.array(z.unknown()), []),
  multiSelect: z.catch(z.boolean(), false),
}));
const Input = lazyLooseObject(() => ({ questions: z.array(z.unknown()) }));

/** The questions of a call in order; undefined if one of them cannot be read, so that a call is decided as a whole or not at all. */
export function questionsOf(input: ToolInput): readonly Question[] | undefined {
  const outer = Input.safeParse(input);
  if (!outer.success) return undefined;
  const questions: Question[] = [];
  for (const item of outer.data.questions) {
    const asked = Asked.safeParse(item);
    if (!asked.success) return undefined;
    const { question, header, multiSelect } = asked.data;
    const options = asked.data.options.map(optionOf);
    if (options.includes(undefined)) return undefined;
    questions.push({ text: question, header, options: options.filter((one) => one !== undefined), multiSelect });
  }
  return questions;
}

function optionOf(value: unknown): Option | undefined {
  if (typeof value === 'string') return { label: value, description: '' };
  const described = Described.safeParse(value);
  if (!described.success) return undefined;
  const { label, description } = described.data;
  // Some clients name an option by its description alone.
  return { label: label === '' ? description : label, description };
}

/** The client's own question tool, and those that MCP servers put in its place. */
export const questionTools = ['AskUserQuestion', 'mcp__*__AskUserQuestion'] as const;

/** Text as a reader sees it: one spelling of each letter, nothing invisible. */
export function visibleText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\u00ad]/gu, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’‛`´]/g, "'");
}

/** Lower case, words parted by one space: what two spellings of the same text have in common. */
export function words(text: string): string {
  return visibleText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Words in lower case; `dropTable` and `drop_table` are two. Every number is the same word. */
export function wordsOf(text: string): readonly string[] {
  const spaced = visibleText(text).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const words = spaced.toLowerCase().match(/\p{L}+(?:'\p{L}+)?|\p{N}+|[$€£]/gu) ?? [];
  return words.map((word) => (/^\p{N}/u.test(word) ? '#' : word));
}

/** A word without its ending: "deletes", "deleted" and "deleting" are one. */
export function stem(word: string): string {
  const singular = word
    .replace(/'s$/, '')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=ch|sh|x|ss|z)es$/, '')
    .replace(/(?<=[^sui])s$/, '');
  const base = singular.replace(/(?<=...)(?:ing|ed)$/, '');
  return (base === singular ? base : base.replace(/([bdgklmnprt])\1$/, '$1')).replace(/(?<=..)e$/, '');
}

const empty = wordSet(
  'the a an and or of to in on for with is are was be it its this that these those we you i our your my me us ' +
    'should shall do does did can could would will may which what how where who when why one two now not no yes ' +
    'as at by from all any some new use want have has get so if then than there here into out up off more most ' +
    'before after option question recommended',
);

/** Does the word carry a text's meaning? */
export const hasMeaning = (word: string): boolean => word.length > 1 && !empty.has(word);

/** The words that carry a text's meaning, without their endings. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).filter(hasMeaning).map(stem));

/** The id that the model may write into a question's text. */
const marker = /<\s*gstack-qid\s*:\s*([a-z0-9-]{1,64})\s*>/i;
const markers = new RegExp(marker.source, 'gi');

/** The text without that id, as a person reads it. */
export const unmarked = (text: string): string => text.replace(markers, ' ').replace(/\s+/g, ' ').trim();

/** A question's text in two parts: what is asked, and what is told so that the person can answer. */
interface Parts {
  readonly asked: readonly string[];
  readonly told: readonly string[];
}

const heading = /^\s*(?:[#*_>\s]*)D\d{1,3}(?:\.\d{1,2})?\s*[-–—:.)]/;
const explanation =
  /^\s*[*_>\s]*(?:project\/branch(?:\/task)?|eli\d{1,2}|stakes?(?: if [^:]{1,30})?|recommendation|recommended|completeness|note|context|background|why|pros ?(?:\/|&|and) ?cons|pros|cons|net|effort|coverage|evidence|details?)\b[^:\n]{0,20}:/i;
const forOption = /^\s*(?:[✅❌➕➖✔✗✓×•+]|(?:pro|con)s?\s*:)/u;

/**
 * A brief begins with a numbered heading (`D3 — …`) and goes on with an explanation and a case for each option. The
 * heading asks; the rest tells. A text without that form asks with every word.
 */
export function partsOf(text: string): Parts {
  const lines = text
    .split('\n')
    .map((line) => unmarked(line).replace(/\*\*|__/g, ''))
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  if (!heading.test(first) || rest.length === 0) return { asked: [lines.join('\n')], told: [] };
  const asked = [first.replace(heading, '')];
  const told: string[] = [];
  for (const line of rest) {
    const tells = explanation.test(line) || forOption.test(line) || !line.trimEnd().endsWith('?');
    (tells ? told : asked).push(line);
  }
  return { asked, told };
}

/** The question in one line, as a person is told of it: a brief by its heading. */
export function titleOf(text: string): string {
  const { asked } = partsOf(text);
  const [first = ''] = asked.filter((part) => part.trim() !== '');
  const line = first.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

/** What a question recommends. More than one is only an answer where several may be chosen. */
type Recommended =
  { readonly kind: 'chosen'; readonly options: readonly Option[] } | { readonly kind: 'none' | 'ambiguous' };

/** The usual spellings and the usual misspellings. */
const word = String.raw`(?:recomm?ended|recommand(?:ed|\u00e9)|recommend(?:ation)?|empfohlen|recomendad[oa]|consigliato)`;
const refusal = /\b(?:not|never|no longer|n't|un|least|hardly|isnt|nicht|pas|non)[\s-]*$/i;

const bracketed = new RegExp(String.raw`[([{]([^()[\]{}]*?)\b(${word})(?![\p{L}])[^()[\]{}]*[)\]}]`, 'giu');
const behindDash = new RegExp(String.raw`(?:\s-+|[:;,|*\u00b7]|\s\/)\s*(${word})[\s.!*]*$`, 'iu');
const inFront = new RegExp(String.raw`^\s*[*_]*(${word})[*_]*\s*[:\-|\u00b7]`, 'iu');

/** Never the first option by default: only what the labels or a line of recommendation say, and only if they agree. */
export function recommendedOf(question: Question): Recommended {
  const marked = question.options.filter(isMarked);
  const named = namedInText(question);
  if (named === 'ambiguous') return { kind: 'ambiguous' };
  if (marked.length === 0) return named === undefined ? { kind: 'none' } : { kind: 'chosen', options: [named] };
  if (named !== undefined && !marked.includes(named)) return { kind: 'ambiguous' };
  if (marked.length > 1 && !question.multiSelect) return { kind: 'ambiguous' };
  return { kind: 'chosen', options: marked };
}

function isMarked({ label, description }: Option): boolean {
  const text = visibleText(label);
  return hasBracket(text) || behindDash.test(text) || inFront.test(text) || hasBracket(visibleText(description));
}

const hasBracket = (text: string): boolean =>
  [...text.matchAll(bracketed)].some(([, before = '']) => !refusal.test(before));

/** A label without the mark of the recommendation. */
export function bareLabel(label: string): string {
  return visibleText(label)
    .replace(bracketed, '')
    .replace(behindDash, '')
    .replace(inFront, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const line =
  /\b(?:recommendation|recommended(?: option| choice)?|i(?:'d| would)? recommend)\s*(?:is\b)?\s*[:=-]?\s*([^\n]*)/gi;
const another = /^\s*(?:\/|\+|&|,\s*(?:and\b|or\b|[a-z\d](?![\w']))|(?:and|or|und|oder)\s)/i;

/** `Recommendation: A because …`, by an option's own letter or by its label. */
function namedInText({ text, options }: Question): Option | 'ambiguous' | undefined {
  const found = new Set<Option>();
  for (const [whole, rest = ''] of visibleText(text).matchAll(line)) {
    // "the recommended approach" describes; a colon or the person's own "I recommend" names.
    if (!/[:=]/.test(whole.slice(0, whole.length - rest.length)) && !/^i/i.test(whole)) continue;
    const option = optionAt(rest.replace(/^[\s*_"'([]+/, ''), options);
    if (option === 'ambiguous') return 'ambiguous';
    if (option !== undefined) found.add(option);
  }
  if (found.size > 1) return 'ambiguous';
  return [...found][0];
}

function optionAt(rest: string, options: readonly Option[]): Option | 'ambiguous' | undefined {
  const starts = options.flatMap((option) =>
    namesOf(option.label)
      .filter((name) => startsWith(rest, name))
      .map((name) => ({ option, name })),
  );
  const longest = Math.max(0, ...starts.map(({ name }) => name.length));
  const best = [...new Set(starts.filter(({ name }) => name.length === longest).map(({ option }) => option))];
  const [only] = best;
  if (only === undefined) return undefined;
  return best.length > 1 || another.test(rest.slice(longest).replace(/^["')\]*_]+/, '')) ? 'ambiguous' : only;
}

const numbered = /^\s*[([]?(?:option\s+)?([a-z]|\d{1,2})[)\].:]\s*(.*)$/i;

/** `A) Fix now` answers to `A`, `Option A`, `Fix now` and its whole self; an option without a letter to no letter. */
function namesOf(label: string): readonly string[] {
  const bare = bareLabel(label);
  const [, key, body] = numbered.exec(bare) ?? [];
  const names = key === undefined ? [bare] : [bare, body ?? '', key, `option ${key}`];
  return names.map((name) => name.toLowerCase()).filter((name) => name !== '');
}

function startsWith(rest: string, name: string): boolean {
  if (!rest.toLowerCase().startsWith(name)) return false;
  const next = rest.slice(name.length);
  // A single letter has to stand alone: the article in "a faster cache" names no option.
  if (name.length <= 2)
    return /^(?:$|[\s"'*_]*(?:$|[).,;:\]-]|because\b|since\b|as\b|for\b|\/|\+|&|and\b|or\b))/i.test(next);
  return !/^[\p{L}\p{N}]/u.test(next);
}

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
const comparable = (text: string): string =>
  words(withoutNumber(unmarked(text)).replace(/^\s*recommend(?:ation|ed)\s*:.*$/gim, ''));

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
export const sharedWords = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
