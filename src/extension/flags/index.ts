import type { Folder } from '../store/folder';
import type { Flag } from './flag';
import { alarms } from './alarms';
import { careful } from './careful';
import { pause } from './pause';
import { plan } from './plan';
import { proof } from './proof';
import { codeReview, docReview, precommit } from './review-flags';
import { mockStrikes, testStrikes } from './strikes';
import { tests } from './tests';
import { workflowFlags } from './workflow';

/** The flags that every folder has, in the order that people see. */
const everywhere: readonly Flag[] = [
  alarms,
  codeReview,
  docReview,
  precommit,
  tests,
  proof,
  plan,
  testStrikes,
  mockStrikes,
  careful,
  pause,
];

/** Every flag of a folder, in the order that people see: its workflows stand behind the plan. */
export function flagsOf(folder: Folder): readonly Flag[] {
  return everywhere.flatMap((flag) => (flag === plan ? [plan, ...workflowFlags(folder)] : [flag]));
}
