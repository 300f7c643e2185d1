import { shapeOf } from '../shape';
import { doubtOfRequest } from './request';
import type { Scene } from './scene';

/** "I would split this file. Agree?" */
export const isOffer = (scene: Scene): boolean =>
  scene.before.some((sentence, at) => {
    const shape = shapeOf(sentence);
    return (
      shape.kind === 'request' &&
      doubtOfRequest(sentence, { before: scene.before.slice(0, at), offered: scene.offered }, shape) === undefined
    );
  });
