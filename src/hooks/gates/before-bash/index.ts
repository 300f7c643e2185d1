import type { AnyGate } from '../../pipeline/gate';
import { guard } from './guard';

/** What may stop or change a command. */
export const gates: readonly AnyGate[] = [guard];

/** What may approve a command that nothing stopped. */
export const approvals: readonly AnyGate[] = [];
