import { comparable } from './identity';
import { visible } from './plain-text';

/** Do two texts ask much the same? A third of the words of the shorter one are in both. */
export function resembles(one: string, other: string): boolean {
  const [a, b] = [stemsOf(comparable(one)), stemsOf(comparable(other))];
  return shared(a, b) > Math.min(a.size, b.size) / 3;
}

const empty = new Set(
  (
    'the a an and or of to in on for with is are was be it its this that these those we you i our your my me us should shall do does did can could ' +
    'would will may which what how where who when why one two now not no yes as at by from all any some new use want have has get so if then than ' +
    'there here into out up off more most before after option question recommended'
  ).split(' '),
);

/** The words that carry a text's meaning, without their endings. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words =
    visible(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !empty.has(word)).map(stem));
}

function stem(word: string): string {
  return word.length < 5 ? word.replace(/s$/, '') : word.replace(/(?:ations?|ings?|ed|es|s|e)$/, '');
}

/** How many words two texts have in common. */
export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
