import type { AnyGate } from '../../pipeline/gate';
import { maskOutput } from './mask-output';
import { secrets } from './secrets';

export const gates: readonly AnyGate[] = [secrets, maskOutput];
