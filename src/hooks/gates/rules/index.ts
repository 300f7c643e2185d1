import type { AnyGate } from '../../pipeline/gate';
import { rules } from './rules';

/** What people and teams add to the guard. The packs that come with it have an entry of their own: they read commands only. */
export const gates: readonly AnyGate[] = [rules];
