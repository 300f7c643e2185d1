import { visibleText } from './question';

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

const empty: ReadonlySet<string> = new Set(
  (
    'the a an and or of to in on for with is are was be it its this that these those we you i our your my me us should shall do does did can could ' +
    'would will may which what how where who when why one two now not no yes as at by from all any some new use want have has get so if then than ' +
    'there here into out up off more most before after option question recommended'
  ).split(' '),
);

/** Does the word carry a text's meaning? */
export const hasMeaning = (word: string): boolean => word.length > 1 && !empty.has(word);

/** The words that carry a text's meaning, without their endings. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).filter(hasMeaning).map(stem));
