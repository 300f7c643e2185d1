import { acts, opaque } from './acts';
import { editing, handling, portraying, reading } from './everyday';

/** Is it the plain form of a verb that one of the lists knows? */
export const isVerb = (word: string): boolean =>
  acts.get(word)?.form === 'base' || isOfDesk(word) || handling.has(word) || opaque.get(word) === 'base';

/** A verb that is harmless whatever it is done to, as long as that is no one else's. */
export const isOfDesk = (word: string): boolean =>
  [reading, editing, portraying].some((verbs) => verbs.get(word) === 'base');
