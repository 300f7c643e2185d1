import { pronoun, tokensOf, type Suspicion } from '../clause';
import type { Sentence } from '../sentence';
import type { Phrase } from '../shape';
import { code, desk } from '../words/desk';
import { either } from '../words/world';
import { kindOf, speaksOfWorld, type Kind } from './kind';

/** What surrounds a sentence: what was said before it, and everything that could be chosen. */
export interface Scene {
  readonly before: readonly Sentence[];
  /** Header, options and what they say, in lower case. */
  readonly offered: readonly string[];
}

export const personal =
  /\b(?:api|access|secret|private|ssh|signing) keys?\b|\b(?:your (?:name|behalf|vote|signature|account|card)|anyone|everyone|everybody|somebody)\b|^whom\b|^(?:should|shall|can|may|must|will|would) (?:he|she)\b/;

/** A day or an hour of the calendar: what happens then happens somewhere else than at the desk. */
export const calendar =
  /\b(?:tonight|tomorrow|this (?:evening|afternoon|week|weekend|month|morning)|at night|overnight|(?:next|end of (?:the )?) ?(?:week|month|quarter|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|(?:in|from|on|till|until|by|since) (?:january|february|march|april|may|june|july|august|september|october|november|december)|in the quiet hours|after hours|off-?peak)\b/;

export const told = (scene: Scene): readonly string[] => scene.before.map(({ text }) => text);

export function showsDesk(sentences: readonly Sentence[]): boolean {
  return sentences.some(
    ({ text }) =>
      tokensOf(text.replace(/[-/]/g, ' ')).some((word) => desk.has(word) && !either.has(word)) ||
      /`[^`]+`|\b\w+_\w+\b/.test(text),
  );
}

function showsCode(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ text }) => tokensOf(text).some((word) => code.has(word)));
}

const standsIn = /^(?:it|them|this|that|these|those)\b(?! \w+ing\b)/;

/** What the object of a request is; "it" and "them" stand for what was spoken of before. */
export function meant(object: Phrase, rest: string, scene: Scene): Kind {
  if (!standsIn.test(rest) && object.length > 0 && !object.every((word) => pronoun.test(word))) return kindOf(object);
  const stands = tokensOf(rest).find((word) => word !== '' && word !== 'again');
  if (stands !== undefined && !pronoun.test(stands) && !/^(?:there|here)$/.test(stands) && !particle.test(stands))
    return kindOf(tokensOf(rest).filter((word) => word !== '' && !particle.test(word)));
  if (speaksOfWorld(told(scene))) return 'world';
  return showsCode(scene.before) ? 'desk' : showsDesk(scene.before) ? 'thing' : 'unknown';
}

/** A small word that makes another verb of the one before it. */
export const particle = /^(?:in|off|away|over|out|down|up|back|on|through)$/;

export const unproven: Suspicion = { why: 'nothing in it shows that its answer can be undone', grave: false };
