import type { AnyGate } from '../../pipeline/gate';
import { questionPreference } from './question-preference';

export const gates: readonly AnyGate[] = [questionPreference];
