import type { Evidence } from '../../hooks/evidence/evidence';
import { standingFlag } from './standing-flag';

const gate = 'stop-guard';
const file = (evidence: Evidence) => evidence.review.path;

function changed(evidence: Evidence, key: 'has_code_change' | 'has_doc_change'): boolean {
  const reading = evidence.review.read();
  return reading.kind === 'ok' && reading.value[key];
}

const codeChanged = (evidence: Evidence) => changed(evidence, 'has_code_change');
const docChanged = (evidence: Evidence) => changed(evidence, 'has_doc_change');

export const codeReview = standingFlag({
  kind: 'code_review',
  title: 'Code review',
  short: 'review',
  gate,
  file,
  owed: codeChanged,
});

export const docReview = standingFlag({
  kind: 'doc_review',
  title: 'Doc review',
  short: 'docs',
  gate,
  file,
  owed: docChanged,
});

export const precommit = standingFlag({
  kind: 'precommit',
  title: 'Precommit',
  short: 'precommit',
  gate,
  file,
  owed: codeChanged,
});
