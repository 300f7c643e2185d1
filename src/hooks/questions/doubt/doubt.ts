import { tokensOf, type Suspicion } from '../clause';
import type { Sentence } from '../sentence';
import { phraseOf, shapeOf, type Shape } from '../shape';
import { either } from '../words/world';
import { doubtOfChoice } from './choice';
import { kindOf, speaksOfWorld } from './kind';
import { isOffer } from './offer';
import { doubtOfRequest } from './request';
import { personal, showsDesk, told, unproven, type Scene } from './scene';

/** "Let Google index it": it is for others to do, unless it is a part of a text or a program that does it. */
function isLet(text: string): boolean {
  const [, subject = ''] =
    /^(?:(?:do|should|shall|can|may) (?:i|we) )?let (?!me\b|us\b|it\b|them\b|this\b|that\b|'s\b)(.+)$/.exec(text) ?? [];
  const [first = '', second = ''] = phraseOf(tokensOf(subject));
  return subject !== '' && !/^(?:desk|piece|thing)$/.test(kindOf(either.has(first) ? [first, second] : [first]));
}

/** Why nothing shows that the answer to this sentence can be taken back; undefined where its form and its words show it. */
export function doubt(sentence: Sentence, scene: Scene, shape: Shape = shapeOf(sentence)): Suspicion | undefined {
  if (isLet(sentence.text)) return { why: 'it asks to let somebody do something', grave: false };
  switch (shape.kind) {
    case 'choice':
      return doubtOfChoice(sentence, scene, shape);
    case 'request':
      return doubtOfRequest(sentence, scene, shape);
    case 'unclear':
      return !/^do\b|\bwithout (?:it|them)\b/.test(sentence.text) &&
        !personal.test(sentence.text) &&
        (showsDesk([sentence, ...scene.before]) || isOffer(scene)) &&
        !speaksOfWorld([sentence.text, ...told(scene)])
        ? undefined
        : unproven;
  }
}
