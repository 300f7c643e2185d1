import type { AnyGate } from '../../pipeline/gate';
import { autoReview } from './auto-review';
import { guard } from './guard';
import { llmReview } from './llm-review';

/** What may stop or change a command. `self-protection` and `unknown-tool` are placed by catalog.ts itself. */
export const gates: readonly AnyGate[] = [guard];

/** What may approve a command that nothing stopped. */
export const approvals: readonly AnyGate[] = [autoReview, llmReview];
