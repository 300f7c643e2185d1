import type { AnyGate } from '../../pipeline/gate';
import { autoReview } from './auto-review';
import { guard } from './guard';
import { llmReview } from './llm-review';
import { selfProtection } from './self-protection';

/** What may stop or change a command. */
export const gates: readonly AnyGate[] = [selfProtection, guard];

/** What may approve a command that nothing stopped. */
export const approvals: readonly AnyGate[] = [autoReview, llmReview];
