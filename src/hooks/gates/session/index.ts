import type { AnyGate } from '../../pipeline/gate';
import { reviewReminder } from './review-reminder';

export const gates: readonly AnyGate[] = [reviewReminder];
