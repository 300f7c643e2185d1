import type { AnyGate } from '../../pipeline/gate';
import { reviewReminder } from './review-reminder';
import { sessionInit } from './session-init';

export const gates: readonly AnyGate[] = [sessionInit, reviewReminder];
