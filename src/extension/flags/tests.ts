import { holdOf, standingFlag } from './standing-flag';

export const tests = standingFlag({
  kind: 'tests',
  title: 'Tests',
  short: 'tests',
  // The guard keeps commits back while tests fail.
  hold: async (folder) => holdOf(await folder.level('guard')),
  file: (evidence) => evidence.tests.path,
  owed: (_evidence, standing) => standing.status === 'failed',
});
