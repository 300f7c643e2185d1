import type { AnyGate } from '../../pipeline/gate';
import { freeze } from './freeze';
import { rules } from './rules';
import { scope } from './scope';

/** What people and teams add to the guard. The packs have an entry of their own in `catalog.ts`, because they read only commands. */
export const gates: readonly AnyGate[] = [scope, rules, freeze];
