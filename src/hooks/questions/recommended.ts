import { visibleText, type Option, type Question } from './question';

/** What a question recommends. More than one is only an answer where several may be chosen. */
export type Recommended =
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

function hasBracket(text: string): boolean {
  return [...text.matchAll(bracketed)].some(([, before = '']) => !refusal.test(before));
}

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
