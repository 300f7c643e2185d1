import { evidenceKinds, type EvidenceKind } from '../evidence/evidence';
import { didYouMean, readWords, UsageError } from './words';

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

/** The words of a command about flags: some by name, or all of them. */
export function readFlagWords(args: readonly string[]) {
  const { values, positionals } = readWords(args, { json: { type: 'boolean' }, all: { type: 'boolean' } });
  const all = values.all === true;
  if (all === positionals.length > 0) throw new UsageError('name flags, or use --all');
  return { all, asJson: values.json === true, kinds: positionals.map(flagNamed) };
}
