import path from 'node:path';
import type { Standing } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { processState } from '../project/process-state';
import { readText } from '../project/read-file';

/** What is known of the tests: a result that still holds for the files as they are, a failure, or nothing. */
export interface TestsFacts {
  readonly state: 'passing' | 'failing' | 'unknown';
  readonly standing: Standing;
  readonly failures: number | undefined;
  /** A test run of this worktree is going on right now. */
  readonly running: boolean;
}

export async function testsFacts(site: Site): Promise<TestsFacts> {
  const standing = await site.evidence.standing('tests');
  const reading = site.evidence.tests.read();
  const failures = reading.kind === 'ok' && reading.value.result === 'fail' ? reading.value.failures : undefined;
  const state = standing.status === 'failed' ? 'failing' : standing.trusted ? 'passing' : 'unknown';
  return { state, standing, failures, running: isRunning(site.root) };
}

/** `.claude/.test-runner.lock` names the process that runs the tests. */
function isRunning(root: string): boolean {
  const text = readText(path.join(root, '.claude', '.test-runner.lock')) ?? '';
  const pid = Number(/^\s*(\d{1,9})\b/.exec(text)?.[1]);
  return pid > 1 && processState(pid) === 'own';
}

export function failingLine({ state, failures, standing }: TestsFacts): string | undefined {
  if (state !== 'failing') return undefined;
  const count = failures === undefined || failures === 0 ? '' : ` (${failures} failing)`;
  return `Tests: the last run failed${count}. ${standing.reason}`;
}
