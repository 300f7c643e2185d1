import type { AnyGate } from '../../pipeline/gate';
import { promptSubmit } from './prompt-submit';
import { reviewReminder } from './review-reminder';
import { sessionInit } from './session-init';

export const gates: readonly AnyGate[] = [sessionInit, promptSubmit, reviewReminder];
