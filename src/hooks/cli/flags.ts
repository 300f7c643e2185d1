import { evidenceKinds, type EvidenceKind } from '../evidence/evidence';
import { didYouMean } from './suggestion';
import { UsageError } from './words';

/** Flags as people name them. */
export const flagTitles: Readonly<Record<EvidenceKind, string>> = {
  code_review: 'code review',
  doc_review: 'doc review',
  precommit: 'precommit',
  tests: 'tests',
  proof: 'proof',
};

export const flagNames = evidenceKinds.map((kind) => kind.replace('_', '-')).join(', ');

/** `code-review` and `code_review` are the same flag. */
export function flagNamed(word: string): EvidenceKind {
  const kind = evidenceKinds.find((one) => one === word.replaceAll('-', '_'));
  if (kind === undefined) {
    throw new UsageError(
      `there is no flag '${word}'; flags are ${flagNames}${didYouMean(word, flagNames.split(', '))}`,
    );
  }
  return kind;
}
