import type { AnyGate } from '../../pipeline/gate';
import { reviewState } from './review-state';

export const gates: readonly AnyGate[] = [reviewState];
