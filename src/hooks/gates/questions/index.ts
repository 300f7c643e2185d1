import type { AnyGate } from '../../pipeline/gate';
import { questionFallback } from './question-fallback';
import { questionLog } from './question-log';
import { questionPreference } from './question-preference';

export const gates: readonly AnyGate[] = [questionPreference, questionLog, questionFallback];
