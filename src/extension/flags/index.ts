import type { Flag } from './flag';
import { pause } from './pause';
import { proof } from './proof';
import { codeReview, docReview, precommit } from './review-flags';
import { tests } from './tests';

/** Every flag, in the order that people see. */
export const flags: readonly Flag[] = [codeReview, docReview, precommit, tests, proof, pause];
