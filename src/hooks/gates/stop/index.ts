import type { AnyGate } from '../../pipeline/gate';
import { stopGuard } from './stop-guard';

export const gates: readonly AnyGate[] = [stopGuard];
