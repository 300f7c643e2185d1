import type { AnyGate } from '../../pipeline/gate';
import { branchGuard } from './branch-guard';
import { docGate } from './doc-gate';
import { mockGate } from './mock-gate';
import { planCheck } from './plan-check';
import { sensitivePath } from './sensitive-path';
import { testGate } from './test-gate';

export const gates: readonly AnyGate[] = [sensitivePath, testGate, mockGate, branchGuard, docGate, planCheck];
