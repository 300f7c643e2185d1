import type { Suspicion } from '../clause';
import type { Sentence } from '../sentence';
import { shapeOf, type Shape } from '../shape';
import { doubtOfChoice } from './choice';
import { speaksOfWorld } from './kind';
import { isOffer } from './offer';
import { doubtOfRequest } from './request';
import { personal, showsDesk, told, unproven, type Scene } from './scene';

/** Why nothing shows that the answer to this sentence can be taken back; undefined where its form and its words show it. */
export function doubt(sentence: Sentence, scene: Scene, shape: Shape = shapeOf(sentence)): Suspicion | undefined {
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
