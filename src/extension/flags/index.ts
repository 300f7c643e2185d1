import type { Flag } from './flag';
import { careful } from './careful';
import { pause } from './pause';
import { plan } from './plan';
import { proof } from './proof';
import { codeReview, docReview, precommit } from './review-flags';
import { mockStrikes, testStrikes } from './strikes';
import { tests } from './tests';

/** Every flag, in the order that people see. */
export const flags: readonly Flag[] = [
  codeReview,
  docReview,
  precommit,
  tests,
  proof,
  plan,
  testStrikes,
  mockStrikes,
  careful,
  pause,
];
