import type { EvidenceKind } from '../../hooks/evidence/evidence';
import type { CallMark, FlagWorth, Lane, Timeline } from '../decisions/timeline';
import { escaped } from '../inspector/html';
import { duration, t } from '../platform/text';

const callWidth = 14;
const gap = 2;
const laneHeight = 14;
const labelWidth = 110;
const stripTop = 8;
const stripHeight = 44;

/**
 * A session as a strip: the calls side by side in their order, because the time between them is mostly waiting; below
 * them the state of each flag. A table has the same content for people who use a screen reader.
 */
export function timelinePage(timeline: Timeline): string {
  return [
    counts(timeline),
    `<div class="strip" tabindex="-1">${timelineSvg(timeline)}</div>`,
    legend(),
    `<h2 id="table">${t('Activity')}</h2>`,
    `<div class="rows">${rows(timeline.marks)}</div>`,
  ].join('');
}

function counts({ counts: { calls, blocked, changed, allowedOnce, rescued, p50Ms, p99Ms } }: Timeline): string {
  const items: readonly (readonly [string, string, string])[] = [
    [String(calls), calls === 1 ? t('call') : t('calls'), 'plain'],
    [String(blocked), t('blocked'), blocked > 0 ? 'bad' : 'plain'],
    [String(changed), t('changed'), changed > 0 ? 'info' : 'plain'],
    [String(allowedOnce), t('allowed once'), allowedOnce > 0 ? 'warning' : 'plain'],
    [String(rescued), t('rescued'), rescued > 0 ? 'good' : 'plain'],
    [duration(p50Ms), t('median check'), 'plain'],
    [duration(p99Ms), t('99th percentile'), 'plain'],
  ];
  const cells = items.map(
    ([value, name, tone]) => `<li class="${tone}"><b>${escaped(value)}</b> ${escaped(name)}</li>`,
  );
  return `<ul class="counts" aria-label="${escaped(t('Counts'))}">${cells.join('')}</ul>`;
}

/** How things are drawn: by CSS class in the page, with fixed colours in an exported file. */
type Paint = (tone: string) => string;
const byClass: Paint = (tone) => `class="${tone}"`;

const tones: Readonly<Record<FlagWorth, string>> = { passed: 'good', failed: 'bad', stale: 'warning' };

function timelineSvg(timeline: Timeline, paint: Paint = byClass): string {
  const { marks, lanes, name } = timeline;
  const x = (index: number) => labelWidth + index * (callWidth + gap);
  const width = Math.max(x(marks.length + 1) + gap, labelWidth + 200);
  const lanesTop = stripTop + stripHeight + 10;
  const height = lanesTop + lanes.length * (laneHeight + 6) + 4;
  /** Where a moment lies between the calls. */
  const position = (at: number) => {
    const next = marks.findIndex((mark) => mark.at >= at);
    return x(next < 0 ? marks.length : next);
  };
  const label = t('Timeline of {0}', name);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="group" aria-label="${escaped(label)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    text(4, stripTop + stripHeight / 2 + 4, t('Calls'), paint),
    ...marks.map((mark, index) => callSvg(mark, x(index), index, paint)),
    ...lanes.map((lane, index) => laneSvg(lane, lanesTop + index * (laneHeight + 6), position, x(marks.length), paint)),
    '</svg>',
  ].join('');
}

const heights: Readonly<Record<string, number>> = { bad: 1, warning: 0.8, info: 0.7, good: 0.5, plain: 0.4 };

function callSvg(mark: CallMark, left: number, index: number, paint: Paint): string {
  const height = Math.round(stripHeight * (heights[mark.tone] ?? 0.4));
  const top = stripTop + stripHeight - height;
  const title = describe(mark);
  // One call can be reached with Tab; arrow keys go from one to the next.
  const focus = index === 0 ? 0 : -1;
  return [
    `<g data-id="${escaped(mark.id)}" tabindex="${focus}" role="button" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="${left}" y="${stripTop}" width="${callWidth}" height="${stripHeight}" fill="transparent"/>`,
    `<rect ${paint(mark.tone)} x="${left}" y="${top}" width="${callWidth}" height="${height}" rx="2"/>`,
    ...(mark.rescued ? [`<circle ${paint('good')} cx="${left + callWidth / 2}" cy="${stripTop - 2}" r="3"/>`] : []),
    ...(mark.failed ? [`<path ${paint('bad')} d="M${left + 3} ${stripTop}h8l-4 6z"/>`] : []),
    '</g>',
  ].join('');
}

function laneSvg(lane: Lane, top: number, position: (at: number) => number, end: number, paint: Paint): string {
  const stretches = lane.stretches.map(({ from, until, worth }, index) => {
    const left = position(from);
    const right = index === lane.stretches.length - 1 ? Math.max(end, left + callWidth) : position(until);
    const title = `${laneName(lane.flag)}: ${worthWord(worth)}`;
    return `<rect ${paint(tones[worth])} x="${left}" y="${top}" width="${Math.max(right - left, 4)}" height="${laneHeight}" rx="2"><title>${escaped(title)}</title></rect>`;
  });
  return `<g role="img" aria-label="${escaped(laneWords(lane))}">${text(4, top + laneHeight - 3, laneName(lane.flag), paint)}${stretches.join('')}</g>`;
}

const text = (x: number, y: number, words: string, paint: Paint): string =>
  `<text ${paint('label')} x="${x}" y="${y}">${escaped(words)}</text>`;

const laneWords = ({ flag, stretches }: Lane): string =>
  `${laneName(flag)}: ${stretches.map(({ worth }) => worthWord(worth)).join(', ')}`;

const laneNames: Readonly<Record<EvidenceKind, { readonly word: string }>> = {
  code_review: { word: 'Code review' },
  doc_review: { word: 'Doc review' },
  precommit: { word: 'Precommit' },
  tests: { word: 'Tests' },
  proof: { word: 'Verification' },
};

const laneName = (flag: EvidenceKind): string => t(laneNames[flag].word);

const worthWord = (worth: FlagWorth): string =>
  worth === 'passed' ? t('passed') : worth === 'failed' ? t('failed') : t('stale');

/** A call without a subject is named after its tool. */
const toolBeside = ({ tool, label }: CallMark): string => (tool === label ? '' : tool);

function describe(mark: CallMark): string {
  const { word, label, checkedMs, failed, rescued } = mark;
  const tool = toolBeside(mark);
  const parts = [
    `${word}: ${label}`,
    ...(tool === '' ? [] : [tool]),
    ...(failed ? [t('failed')] : []),
    ...(rescued ? [t('discarded work was kept')] : []),
    t('checked in {0}', duration(checkedMs)),
  ];
  return parts.join(', ');
}

function legend(): string {
  const items: readonly (readonly [string, string])[] = [
    ['bad', t('blocked, or check failed')],
    ['warning', t('sent back or allowed once, or check stale')],
    ['info', t('changed, passed with advice, or done by a person')],
    ['good', t('approved or rescued, or check passed')],
    ['plain', t('passed')],
  ];
  return `<ul class="legend">${items.map(([tone, words]) => `<li class="${tone}">${escaped(words)}</li>`).join('')}</ul>`;
}

function rows(marks: readonly CallMark[]): string {
  const time = `<th class="number">${t('Time')}</th>`;
  const head = [t('What'), t('Tool'), t('Verdict')].map((name) => `<th>${name}</th>`).join('');
  const checked = `<th class="number">${t('Checked in')}</th>`;
  const body = [...marks].reverse().map((mark) => {
    const at = new Date(mark.at).toLocaleTimeString();
    const outcome = [mark.word, ...(mark.failed ? [t('failed')] : []), ...(mark.rescued ? [t('rescued')] : [])];
    return `<tr><td class="number">${escaped(at)}</td><td><a href="#" data-id="${escaped(mark.id)}">${escaped(mark.label)}</a></td><td>${escaped(toolBeside(mark))}</td><td><span class="tone ${mark.tone}">${escaped(outcome.join(', '))}</span></td><td class="number">${escaped(duration(mark.checkedMs))}</td></tr>`;
  });
  return `<table aria-labelledby="table"><thead><tr>${time}${head}${checked}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** The colours of an exported picture, on white. */
const inks: Readonly<Record<string, string>> = {
  bad: '#c4314b',
  warning: '#b8860b',
  info: '#1a73c7',
  good: '#2e8540',
  plain: '#8a8a8a',
  label: '#333333',
};

/** The same picture as a separate file. */
export function exportedSvg(timeline: Timeline): string {
  const paint: Paint = (tone) =>
    tone === 'label'
      ? `fill="${inks.label}" font-family="sans-serif" font-size="12"`
      : `fill="${inks[tone] ?? '#8a8a8a'}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${timelineSvg(timeline, paint)}\n`;
}

export const exportedJson = (timeline: Timeline): string => `${JSON.stringify(timeline, null, 2)}\n`;
