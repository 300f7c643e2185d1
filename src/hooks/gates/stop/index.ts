import type { AnyGate } from '../../pipeline/gate';
import { forwardMotion } from './forward-motion';
import { stopGuard } from './stop-guard';

export const gates: readonly AnyGate[] = [stopGuard, forwardMotion];
