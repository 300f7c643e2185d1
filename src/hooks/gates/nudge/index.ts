import type { AnyGate } from '../../pipeline/gate';
import { codeIndexMark } from './code-index-mark';
import { codeIndexNudge } from './code-index-nudge';

export const gates: readonly AnyGate[] = [codeIndexNudge, codeIndexMark];
