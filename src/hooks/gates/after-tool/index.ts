import type { AnyGate } from '../../pipeline/gate';
import { callCheck } from './call-check';
import { ownRuns } from './own-runs';
import { reviewState } from './review-state';
import { tamperCheck } from './tamper-check';

/** What a call changed behind our back is settled first: nothing may be earned on top of it. */
export const gates: readonly AnyGate[] = [tamperCheck, callCheck, reviewState, ownRuns];
