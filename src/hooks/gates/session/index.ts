import type { AnyGate } from '../../pipeline/gate';

export const gates: readonly AnyGate[] = [];
