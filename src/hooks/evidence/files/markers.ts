import type { phaseSuffixes } from '../public-names';
import type { StateFile } from '../state-file';
import { field, markerFormat, numberFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** `.claude/.test-gate-cold-warned`: the advice about missing test results was given. */
export function testGateColdWarned(shelf: Shelf): StateFile<'there'> {
  return publicFile(shelf, '.claude/.test-gate-cold-warned', markerFormat);
}

/** `.claude/.test-runner.last-run`: when the suite was last started (seconds since the epoch). */
export function testRunnerLastRun(shelf: Shelf): StateFile<number> {
  return publicFile(shelf, '.claude/.test-runner.last-run', numberFormat);
}

/** `.claude/.test-runner.lock`: the process that runs the tests right now. */
export function testRunnerLock(shelf: Shelf): StateFile<number> {
  return publicFile(shelf, '.claude/.test-runner.lock', numberFormat);
}

export type PhaseSuffix = (typeof phaseSuffixes)[number];

/** `.<workflow>-<suffix>` at the worktree's top: a phase of a workflow is over. Any two workflows have files of their own. */
export function phaseFile(shelf: Shelf, workflow: string, suffix: PhaseSuffix): StateFile<'there'> {
  const name = field(workflow, '/', 80).replace(/[^\w.-]/g, '_');
  return publicFile(shelf, `.${name === '' ? 'workflow' : name}-${suffix}`, markerFormat);
}
