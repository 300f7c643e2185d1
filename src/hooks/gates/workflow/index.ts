import type { AnyGate } from '../../pipeline/gate';
import { workflowGate } from './workflow-gate';
import { workflowProgress } from './workflow-progress';

export const gates: readonly AnyGate[] = [workflowGate, workflowProgress];
