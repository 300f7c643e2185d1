import type { AnyGate } from '../../pipeline/gate';
import { sensitivePath } from './sensitive-path';

export const gates: readonly AnyGate[] = [sensitivePath];
