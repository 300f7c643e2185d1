import type { AnyGate } from '../../pipeline/gate';
import { callCheck } from './call-check';
import { ownRuns } from './own-runs';
import { reviewState } from './review-state';
import { tamperCheck } from './tamper-check';

/** Tampering is settled first, so that no evidence is recorded on top of it. */
export const gates: readonly AnyGate[] = [tamperCheck, callCheck, reviewState, ownRuns];
