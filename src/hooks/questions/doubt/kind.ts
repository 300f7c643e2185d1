import { tokensOf } from '../clause';
import type { Phrase } from '../shape';
import { code, desk, things } from '../words/desk';
import { either, hard, world } from '../words/world';

/**
 * What a phrase names. `desk`: part of a text or a program · `world`: something of other people, or that runs or is kept
 * somewhere · `either`: a word of both · `piece`: a word of both, as a part of something of the desk · `thing`: a part of
 * something of the world.
 */
export type Kind = 'desk' | 'piece' | 'thing' | 'either' | 'world' | 'unknown';

/** "Invoice template" is a template, "template customers" are customers. */
export function kindOf(phrase: Phrase): Kind {
  const words = phrase
    .map((word) => word.replace(/['’]s$/, ''))
    .filter((word, at) => word !== 'main' || phrase[at + 1] === undefined || phrase[at + 1] === 'branch');
  if (
    words.some(
      (word) =>
        standIn.test(word) || word === 'quoted' || /^(?:no|prefer|consistent)-[a-z]+-[a-z-]+$|[_(.][a-z]/.test(word),
    )
  )
    return 'desk';
  const last = words.findLastIndex((word) => world.has(word));
  const behind = words.slice(last + 1);
  if (last >= 0) return behind.some((word) => things.has(word) || desk.has(word)) ? 'thing' : 'world';
  const isEither = either.has(words.at(-1) ?? '');
  if (words.some((word) => desk.has(word) && !either.has(word))) return isEither ? 'piece' : 'desk';
  const [head = '', before] = [words.at(-1), words.at(-2)];
  if (before !== undefined && either.has(before) && things.has(head)) return 'thing';
  return words.some((word) => either.has(word)) ? 'either' : 'unknown';
}

export const isCode = (phrase: Phrase): boolean =>
  code.has(phrase.at(-1) ?? '') && !phrase.some((word) => world.has(word) || either.has(word));

/** What stands in for the real thing. */
export const standIn =
  /\b(?:mock|mocked|mocking|fake|dummy|sample|toy|example|examples|simulation|simulated|simulator|mock-up|mockup|template|draft|tutorial|fixture|fixtures|prototype|demo|diagram|sketch|in-memory|dev)\b/;

/** A hard thing, and not the part of a program that it names: "the server code". */
export function isHard(text: string): boolean {
  const tokens = tokensOf(text.replace(/[-/]|['’]s\b/g, ' '));
  return tokens.some(
    (word, at) =>
      hard.has(word) && !isDesk(tokens[at + 1]) && !isDesk(tokens[at - 1]) && !standIn.test(tokens[at - 1] ?? ''),
  );
}

/** What is taken out is not taken out of a text or a program. */
export function isElsewhere(text: string): boolean {
  const [, place] = /\b(?:in|from|on|at|of) (?:the|this|that|these|those|our|my|all|every) (.+)$/.exec(text) ?? [];
  if (place === undefined || /^(?:file|files|first|second|third|last)\b/.test(place)) return false;
  const words = tokensOf(place)
    .slice(0, 2)
    .filter((word) => !/^(?:and|or|to|for)$/.test(word));
  return !/^(?:desk|piece)$/.test(kindOf(words)) || /^(?:unknown|world)$/.test(kindOf(words.slice(-1)));
}

/** "In the docs", "of the README" */
export function inDesk(text: string): boolean {
  if (
    /\b(?:in|into|of) [\w/-]+\.\w+|\d ?(?:characters?|chars|px|pixels?|words|lines|ms|em|rem|pt|fps|dpi)\b/.test(text)
  )
    return true;
  const [, ...behind] = text.split(
    /\b(?:in|of|inside|within|into) (?:the|this|that|these|those|our|my|a|an|each|every|one|another|separate|two)\b/,
  );
  return behind.some((phrase) =>
    /^(?:desk|piece)$/.test(
      kindOf(
        tokensOf(phrase)
          .filter((word) => word !== '')
          .slice(0, 3),
      ),
    ),
  );
}

const isDesk = (word = ''): boolean => desk.has(word) && !either.has(word);
const isPart = (word = ''): boolean => things.has(word) || (desk.has(word) && !either.has(word));

/** "To the petition", "on all phones": something of the world as the place where it is done. */
export function atWorld(text: string): boolean {
  const tokens = tokensOf(text.replace(/[-/]|['’]s\b/g, ' '));
  return tokens.some(
    (word, at) =>
      world.has(word) &&
      !isPart(tokens[at + 1]) &&
      tokens.slice(Math.max(0, at - 4), at).some((one) => /^(?:to|on|in|into|onto|at|from|over|against)$/.test(one)),
  );
}

export function speaksOfWorld(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const tokens = tokensOf(
      text
        .toLowerCase()
        .replace(/["“`][^"”`]*["”`]/g, ' ')
        .replace(/[-/]|['’]s\b/g, ' '),
    );
    return tokens.some(
      (word, at) =>
        world.has(word) &&
        !isPart(tokens[at + 1]) &&
        !standIn.test(tokens.slice(Math.max(0, at - 3), at).join(' ')) &&
        !/^(?:i|we)$/.test(tokens[at - 1] ?? ''),
    );
  });
}
