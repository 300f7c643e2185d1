import type { AnyGate } from '../../pipeline/gate';
import { forwardMotion } from './forward-motion';
import { sessionSummary } from './session-summary';
import { stopGuard } from './stop-guard';
import { surface } from './surface';

export const gates: readonly AnyGate[] = [stopGuard, surface, sessionSummary, forwardMotion];
