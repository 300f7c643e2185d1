import type { AnyGate } from '../../pipeline/gate';
import { compactPreserve } from './compact-preserve';
import { notify } from './notify';
import { promptSubmit } from './prompt-submit';
import { reviewReminder } from './review-reminder';
import { sessionEnd } from './session-end';
import { sessionInit } from './session-init';
import { updateCheck } from './update-check';

export const gates: readonly AnyGate[] = [
  updateCheck,
  sessionInit,
  promptSubmit,
  reviewReminder,
  compactPreserve,
  sessionEnd,
  notify,
];
