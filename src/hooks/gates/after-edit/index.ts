import type { AnyGate } from '../../pipeline/gate';
import { editFormat } from './edit-format';
import { editInvalidation } from './edit-invalidation';
import { planValidate } from './plan-validate';

export const gates: readonly AnyGate[] = [editFormat, editInvalidation, planValidate];
