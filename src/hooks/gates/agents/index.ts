import type { AnyGate } from '../../pipeline/gate';
import { checkGuardian } from './check-guardian';
import { checkImplementer } from './check-implementer';
import { checkPlanner } from './check-planner';
import { subagentStart } from './subagent-start';

export const gates: readonly AnyGate[] = [subagentStart, checkPlanner, checkImplementer, checkGuardian];
