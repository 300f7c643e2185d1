import type { AnyGate } from '../../pipeline/gate';
import { secrets } from './secrets';

export const gates: readonly AnyGate[] = [secrets];
