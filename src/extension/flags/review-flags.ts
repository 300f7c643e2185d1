import * as vscode from 'vscode';
import type { Evidence } from '../../hooks/evidence/evidence';
import { modeOf } from '../../hooks/gates/stop/stop-guard/mode';
import type { Folder } from '../store/folder';
import type { Hold } from './flag';
import { headlinesOf, holdOf, standingFlag } from './standing-flag';

/** The stop guard has a mode of its own: only a strict one keeps the agent from stopping. */
async function hold(folder: Folder): Promise<Hold> {
  const { mode } = modeOf({ config: folder.config, env: folder.surroundings.env });
  const level = holdOf(await folder.level('stop-guard'));
  if (mode === 'off' || level === 'none') return 'none';
  return mode === 'strict' ? level : 'advice';
}

const file = (evidence: Evidence) => evidence.review.path;

function changed(evidence: Evidence, key: 'has_code_change' | 'has_doc_change'): boolean {
  const reading = evidence.review.read();
  return reading.kind === 'ok' && reading.value[key];
}

const codeChanged = (evidence: Evidence) => changed(evidence, 'has_code_change');
const docChanged = (evidence: Evidence) => changed(evidence, 'has_doc_change');

export const codeReview = standingFlag({
  kind: 'code_review',
  title: vscode.l10n.t('Code review'),
  short: vscode.l10n.t('review'),
  headlines: headlinesOf({
    failed: vscode.l10n.t('Review failed'),
    needed: vscode.l10n.t('Review needed'),
    running: vscode.l10n.t('Review running'),
    unreadable: vscode.l10n.t('Review state unreadable'),
  }),
  hold,
  file,
  owed: codeChanged,
});

export const docReview = standingFlag({
  kind: 'doc_review',
  title: vscode.l10n.t('Doc review'),
  short: vscode.l10n.t('docs'),
  headlines: headlinesOf({
    failed: vscode.l10n.t('Doc review failed'),
    needed: vscode.l10n.t('Doc review needed'),
    running: vscode.l10n.t('Doc review running'),
    unreadable: vscode.l10n.t('Review state unreadable'),
  }),
  hold,
  file,
  owed: docChanged,
});

export const precommit = standingFlag({
  kind: 'precommit',
  title: vscode.l10n.t('Precommit'),
  short: vscode.l10n.t('precommit'),
  headlines: headlinesOf({
    failed: vscode.l10n.t('Precommit failed'),
    needed: vscode.l10n.t('Precommit needed'),
    running: vscode.l10n.t('Precommit running'),
    unreadable: vscode.l10n.t('Review state unreadable'),
  }),
  hold,
  file,
  owed: codeChanged,
});
