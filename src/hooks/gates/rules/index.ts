import type { AnyGate } from '../../pipeline/gate';
import { freeze } from './freeze';
import { rules } from './rules';
import { scope } from './scope';

/** What people and teams add to the guard. The packs that come with it have an entry of their own: they read commands only. */
export const gates: readonly AnyGate[] = [scope, rules, freeze];
