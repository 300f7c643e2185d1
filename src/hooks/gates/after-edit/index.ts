import type { AnyGate } from '../../pipeline/gate';
import { codeReview } from './code-review';
import { editFormat } from './edit-format';
import { editInvalidation } from './edit-invalidation';
import { lint } from './lint';
import { planValidate } from './plan-validate';
import { testRunner } from './test-runner';
import { track } from './track';

export const gates: readonly AnyGate[] = [
  editFormat,
  editInvalidation,
  lint,
  track,
  codeReview,
  planValidate,
  testRunner,
];
