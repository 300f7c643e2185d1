import { countsText } from '../review/finding-counts';
import type { Fate, Loss, Provenance, Routing } from '../review/routing';
import type { ToolOutput } from '../review/tool-output';
import { table } from './words';

type Ignored = Extract<Fate, { kind: 'ignored' }>['because'];

/** Which words of a review were seen where, and what became of them. */
export function routingText(file: string, output: ToolOutput, provenance: Provenance, routing: Routing): string {
  return [heading(file, provenance), result(output, provenance, routing), matchTable(routing)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function heading(file: string, provenance: Provenance): string {
  if (provenance.source === 'reviewer') return `${file}, read as a reviewer's answer`;
  const kinds = provenance.kinds.length === 0 ? 'no known review' : provenance.kinds.map(kindText).join(' and ');
  return `${file}, read as the output of: ${provenance.command}\nThat command runs ${kinds}.`;
}

function result(output: ToolOutput, provenance: Provenance, { changes, none, matches }: Routing): string {
  if (changes.length > 0) {
    return changes
      .map(
        ({ kind, verdict, rule, findings }) =>
          `Verdict: ${kindText(kind)} ${verdict === 'pass' ? 'passed' : 'failed'}, by ${rule}` +
          (findings === undefined ? '' : `\nFindings: ${countsText(findings)}`),
      )
      .join('\n');
  }
  const [answer] = none;
  if (answer !== undefined) {
    return `No verdict: line ${answer.line} says ${answer.token}, an answer that is neither a pass nor a fail.\nNothing changes.`;
  }
  if (output.kind !== 'text') return `No verdict: no text found (${output.shape}). Nothing changes.`;
  if (provenance.source === 'command' && provenance.kinds.length === 0) {
    return 'No verdict: only the output of a review counts. Nothing changes.';
  }
  return matches.length === 0
    ? 'No verdict: no line contains one. Nothing changes.'
    : 'No verdict: what looks like one does not count. Nothing changes.';
}

function matchTable({ matches }: Routing): string {
  if (matches.length === 0) return '';
  const rows = matches.map(({ line, column, token, kind, fate, text }) => [
    `${line}:${column}`,
    token,
    kind === undefined ? '-' : kindText(kind),
    fateWords(fate),
    text,
  ]);
  return `Seen\n${table(rows, '  ')}`;
}

const kindText = (kind: string): string => kind.replace('_', ' ');

/** What became of a word, in a few words. */
export function fateWords(fate: Fate): string {
  switch (fate.kind) {
    case 'won':
      return 'decided';
    case 'lost':
      return `lost to line ${fate.line}: ${losses[fate.because]}`;
    case 'ignored':
      return `does not count: ${ignored[fate.because]}`;
  }
}

const losses: Readonly<Record<Loss, string>> = {
  precedence: 'words that name their review take precedence',
  'later verdict': 'a later report takes precedence',
  'fail beats pass': 'a fail beats a pass',
  'same verdict': 'it says the same',
};

const ignored: Readonly<Record<Ignored, string>> = {
  fence: 'inside a code block',
  quote: 'quoted',
  comment: 'in a comment',
  code: 'in code',
  legend: 'a legend lists all possible words',
  template: 'a template to be filled in',
  unchecked: 'an empty checkbox',
  prose: 'in the middle of a sentence',
  history: 'reports an earlier verdict',
  conditional: 'is conditional',
  tally: 'a count or a part, not the whole',
  ambiguous: 'no word says which review it belongs to',
  security: 'a security finding has its own words',
  'other-review': 'belongs to another review',
  echoed: 'the command only repeats it',
  superseded: 'a later run replaced it',
};
