import { spawnSync } from 'node:child_process';

/**
 * How long a run may take before it counts as hanging. Nothing is expected to come near these: speed is measured by
 * `npm run bench`. They hold for a machine that starts Node in `referenceMs` and grow with the time this one takes.
 */
const seconds = { attempt: 5, wait: 60, session: 120, test: 240, suite: 1200 };
const referenceMs = 50;
const variable = 'GATEHOUSE_TIME_FACTOR';

/** The variables by which programs that a run starts learn its time limits. */
export const timeLimitVariables = [variable, 'GATEHOUSE_STRESS'];

/** Milliseconds: of one try of an action, of waiting for a fact, of a client's session, of a test, of a suite. Zero is no limit. */
export function timeLimit(kind) {
  if (kind === 'test' && process.env.GATEHOUSE_STRESS === '1') return 0;
  return seconds[kind] * 1000 * (Number(process.env[variable]) || 1);
}

/** Measures this machine as busy as it is now, once for a run, and says what follows for the time limits. */
export function calibrate() {
  const times = Array.from({ length: 5 }, startNode).sort((one, other) => one - other);
  const median = times[2];
  const factor = Math.min(10, Math.max(1, median / referenceMs));
  process.env[variable] = factor.toFixed(1);
  return `Node starts in ${Math.round(median)} ms here: ${timeLimit('wait') / 1000} s for a wait, ${timeLimit('test') / 1000} s for a test`;
}

function startNode() {
  const start = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - start;
}
