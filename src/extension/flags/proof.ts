import { standingFlag } from './standing-flag';

/** Whether a person has seen the work and says that it does what it should. Only a person's word sets it. */
export const proof = standingFlag({
  kind: 'proof',
  title: 'Proof',
  short: 'proof',
  gate: 'guard',
  file: (evidence) => evidence.proof.path,
  owed: (_evidence, standing) => standing.status === 'failed' || standing.status === 'in-progress',
  actions: (standing) => (standing.status === 'passed' || standing.status === 'unbound' ? ['revoke'] : ['verify']),
});
