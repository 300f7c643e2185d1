import type { AnyGate } from '../../pipeline/gate';

/** What may stop or change a command. */
export const gates: readonly AnyGate[] = [];

/** What may approve a command that nothing stopped. */
export const approvals: readonly AnyGate[] = [];
