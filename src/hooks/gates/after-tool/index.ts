import type { AnyGate } from '../../pipeline/gate';
import { callCheck } from './call-check';
import { reviewState } from './review-state';
import { tamperCheck } from './tamper-check';

/** Tampering is settled first, so that no evidence is recorded on top of it. `catalog.ts` adds `own-runs` itself. */
export const gates: readonly AnyGate[] = [tamperCheck, callCheck, reviewState];
