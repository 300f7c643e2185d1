import { route, type Match, type Provenance } from '../../hooks/review/routing';
import { toolOutput } from '../../hooks/review/tool-output';
import type { ReviewKind } from '../../hooks/review/vocabulary';
import { fateWords } from '../../hooks/cli/routing-text';
import { t } from '../platform/l10n';
import { escaped, marked, table, type Mark } from './html';

export type OutputSource = 'reviewer' | ReviewKind;

export const provenanceOf = (source: OutputSource): Provenance =>
  source === 'reviewer' ? { source } : { source: 'command', kinds: [source], command: '' };

/** What a review's output would change, and what became of every word that reads like a verdict. */
export function routingPage(input: string, source: OutputSource): string {
  const output = toolOutput(input);
  if (output.kind !== 'text') return `<p class="quiet">${t('No text found: {0}.', escaped(output.shape))}</p>`;
  const { matches, changes, none } = route(output.text, provenanceOf(source));
  const news = [
    ...changes.map(
      ({ kind, verdict, rule }) =>
        `<li class="${verdict}">${t('{0} becomes {1}, by {2}', `<b>${kindText(kind)}</b>`, `<b>${verdict === 'pass' ? t('passed') : t('failed')}</b>`, escaped(rule))}</li>`,
    ),
    ...none.map(
      ({ kind, token, line }) =>
        `<li>${t('{0} does not change: line {1} says {2}, which is neither a pass nor a fail', kindText(kind), line, escaped(token))}</li>`,
    ),
  ];
  const rows = matches.map((match) => [
    `${match.line}:${match.column}`,
    escaped(match.token),
    match.kind === undefined ? '–' : kindText(match.kind),
    String(match.rank),
    `<span class="${match.fate.kind}">${escaped(fateWords(match.fate))}</span>`,
  ]);
  return [
    `<h2>${t('Flag changes')}</h2>`,
    news.length === 0 ? `<p class="quiet">${t('Nothing changes.')}</p>` : `<ul>${news.join('')}</ul>`,
    `<h2>${t('Verdict words found')}</h2>`,
    rows.length === 0
      ? `<p class="quiet">${t('No review keyword was found.')}</p>`
      : table([t('Line'), t('Word'), t('Review'), t('Precedence'), t('Effect')], rows),
    `<h2>${t('In the text')}</h2>`,
    `<pre class="text">${marked(output.text, marksIn(output.text, matches))}</pre>`,
  ].join('');
}

function marksIn(text: string, matches: readonly Match[]): readonly Mark[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return matches.map(({ line, column, fate }) => {
    const start = (starts[line - 1] ?? 0) + column - 1;
    const rest = text.slice(start).split('\n', 1)[0] ?? '';
    // A token's name includes its label, and the text may spell it differently. So the mark and its words are marked.
    const length = /^\S+(?:[ \t]+[\p{L}/]+){0,2}/u.exec(rest)?.[0].length ?? rest.length;
    return { start, end: start + length, style: fate.kind, title: fateWords(fate) };
  });
}

const kindText = (kind: string): string => escaped(kind.replace('_', ' '));
