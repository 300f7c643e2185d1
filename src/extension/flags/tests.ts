import { standingFlag } from './standing-flag';

export const tests = standingFlag({
  kind: 'tests',
  title: 'Tests',
  short: 'tests',
  gate: 'test-gate',
  file: (evidence) => evidence.tests.path,
  owed: (_evidence, standing) => standing.status === 'failed',
});
