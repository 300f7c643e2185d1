import type { AnyGate } from '../../pipeline/gate';
import { editFormat } from './edit-format';
import { editInvalidation } from './edit-invalidation';

export const gates: readonly AnyGate[] = [editFormat, editInvalidation];
