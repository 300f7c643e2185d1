import type { Gate } from '../pipeline/gate';

/** The gate that reports them, for code that needs its level without loading gates. */
export const planValidateRating = {
  id: 'plan-validate',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
} as const satisfies Pick<Gate, 'id' | 'level'>;

export const planFile = 'MASTER_PLAN.md';
