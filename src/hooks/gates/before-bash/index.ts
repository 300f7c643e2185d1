import type { AnyGate } from '../../pipeline/gate';
import { autoReview } from './auto-review';
import { guard } from './guard';
import { llmReview } from './llm-review';

/** Gates that may stop or change a command. `catalog.ts` adds `self-protection` and `unknown-tool` itself. */
export const gates: readonly AnyGate[] = [guard];

/** Gates that may approve a command that no gate stopped. */
export const approvals: readonly AnyGate[] = [autoReview, llmReview];
