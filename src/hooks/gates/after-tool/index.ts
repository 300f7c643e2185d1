import type { AnyGate } from '../../pipeline/gate';
import { ownRuns } from './own-runs';
import { reviewState } from './review-state';

export const gates: readonly AnyGate[] = [reviewState, ownRuns];
