import * as vscode from 'vscode';
import { headlinesOf, holdOf, standingFlag } from './standing-flag';

/** Whether a person has seen the work and says that it does what it should. Only a person's word sets it. */
export const proof = standingFlag({
  kind: 'proof',
  title: vscode.l10n.t('Proof'),
  short: vscode.l10n.t('proof'),
  headlines: headlinesOf({
    failed: vscode.l10n.t('Verification needed'),
    needed: vscode.l10n.t('Verification needed'),
    running: vscode.l10n.t('Verification needed'),
    unreadable: vscode.l10n.t('Proof state unreadable'),
  }),
  // Only the harness asks for it.
  hold: async (folder) => (folder.config.profile === 'harness' ? holdOf(await folder.level('guard')) : 'none'),
  file: (evidence) => evidence.proof.path,
  owed: (evidence) => {
    const reading = evidence.proof.read();
    return reading.kind === 'ok' && reading.value.status === 'pending';
  },
  actions: (standing) => (standing.trusted ? ['revoke'] : ['verify']),
});
