import type { AnyGate } from '../../pipeline/gate';
import { compactPreserve } from './compact-preserve';
import { coverageCheck } from './coverage-check';
import { notify } from './notify';
import { promptSubmit } from './prompt-submit';
import { reviewReminder } from './review-reminder';
import { sessionEnd } from './session-end';
import { sessionInit } from './session-init';
import { workflowCheck } from './workflow-check';
import { updateCheck } from './update-check';

export const gates: readonly AnyGate[] = [
  updateCheck,
  sessionInit,
  workflowCheck,
  coverageCheck,
  promptSubmit,
  reviewReminder,
  compactPreserve,
  sessionEnd,
  notify,
];
