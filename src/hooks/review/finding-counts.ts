import type { FindingCounts } from '../evidence/evidence';
import { legendHeading } from './outline';

type Weight = keyof FindingCounts;

/** Reports are untrusted: more findings than this are not told apart, and longer ones are read as far as this. */
const mostCounted = 999;
const longest = 200_000;

/** A quick test of every line, because most lines contain no finding. */
const mentions = /[Pp][0-2]|[Nn][Ii][Tt]|🔴|🟡|⚪/;
const label = '(P[0-2]|nits?|🔴|🟡|⚪)';
/** `P0: 2`, `**P1** = 3`, `| P2 | 0 |`. Not a time, not a path, not the lines of a place. */
const labelled = new RegExp(
  `(?<![\\w/.-])${label}(?!\\w)[*_\`]*(?:\\s*\\([^()\\n]{0,40}\\))?[*_\`]*\\s*[:=|×]\\s*[*_\`]*(\\d{1,4})(?![\\w:/-]|\\.\\d)`,
  'giu',
);
/** `1 P0, 2 P1`. */
const numbered = new RegExp(`(?<![\\w/.:#-])(\\d{1,4})\\s+(?:×\\s*)?${label}(?!\\w)`, 'giu');
/** `- [P1] …`, `### P0: …`, `1. **Nit** …`, `🔴 …`. */
const item = new RegExp(
  `^\\s*(?:[-*+•]\\s+|\\d{1,3}[.)]\\s+)?(#{1,6}\\s+)?(?:\\[[ x]\\]\\s+)?[*_\`[({]*${label}(?!\\w)[*_\`\\])}]*(.*)$`,
  'iu',
);
const listed = /^(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const nothing = /^[*_`\s]*(?:none|no\b.{0,40}|n\/a|nil|nothing.{0,30}|[-\d]+)?[*_`\s.]*$/i;

/** What the report that begins on a line says it found; undefined if it does not weigh its findings. */
export function countFindings(text: string, since: number): FindingCounts | undefined {
  const report = fromLine(text, since).slice(0, longest);
  if (!mentions.test(report)) return undefined;
  const stated = new Map<Weight, number>();
  const seen = new Map<Weight, number>();
  let section: Weight | undefined;
  for (const line of readable(report)) {
    const weighs = mentions.test(line);
    const tallies = weighs ? talliesOf(line) : [];
    if (tallies.length > 0) {
      for (const [weight, count] of tallies) stated.set(weight, count);
      continue;
    }
    const [, heading, name, rest = ''] = (weighs ? item.exec(line) : null) ?? [];
    const weight = name === undefined ? undefined : weightOf(name);
    if (line.startsWith('#')) section = weight !== undefined && isTitle(rest) ? weight : undefined;
    else if (weight === undefined && section !== undefined && !nothing.test(listed.exec(line)?.[1] ?? '')) {
      add(seen, section);
    }
    if (weight === undefined || (heading !== undefined && isTitle(rest)) || isEmpty(rest)) continue;
    add(seen, weight);
  }
  const found = stated.size > 0 ? stated : seen;
  if (found.size === 0) return undefined;
  const count = (weight: Weight) => Math.min(found.get(weight) ?? 0, mostCounted);
  return { p0: count('p0'), p1: count('p1'), p2: count('p2'), nit: count('nit') };
}

/** `1 P0, 2 P1`; undefined if nothing was found. */
export function countsText({ p0, p1, p2, nit }: FindingCounts): string {
  const parts = [
    [p0, 'P0'],
    [p1, 'P1'],
    [p2, 'P2'],
    [nit, nit === 1 ? 'nit' : 'nits'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return said.length === 0 ? 'no findings' : said.join(', ');
}

function talliesOf(line: string): readonly (readonly [Weight, number])[] {
  const behind = [...line.matchAll(labelled)].map(([, name = '', count]) => [weightOf(name), Number(count)] as const);
  if (behind.length > 0) return behind;
  return [...line.matchAll(numbered)].map(([, count, name = '']) => [weightOf(name), Number(count)] as const);
}

function weightOf(name: string): Weight {
  switch (name.toLowerCase()) {
    case 'p0':
    case '🔴':
      return 'p0';
    case 'p1':
      return 'p1';
    case 'p2':
    case '🟡':
      return 'p2';
    default:
      return 'nit';
  }
}

/** `### P0`, `### P1 (must fix)`, `### P2 findings`: the findings stand below it. */
const isTitle = (rest: string): boolean =>
  /^[*_`\s:：—–-]*(?:\([^()]*\)|findings?|issues?|items?|must fix|should fix)?[*_`\s:：]*$/i.test(rest);

/** `P0: none`, and words that run on (`P0/P1`, `P1-level`). */
const isEmpty = (rest: string): boolean =>
  /^[/-]\w|^s\b/.test(rest) || nothing.test(rest.replace(/^\s*(?:[:：—–-]|\([^()]*\))*\s*/, ''));

function add(counts: Map<Weight, number>, weight: Weight): void {
  counts.set(weight, (counts.get(weight) ?? 0) + 1);
}

function fromLine(text: string, line: number): string {
  let at = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return '';
    at = end + 1;
  }
  return text.slice(at);
}

/** The lines that are the reviewer's own words: no code, no quotation, no legend. */
function* readable(report: string): Iterable<string> {
  let fence: string | undefined;
  let legend = false;
  for (const line of report.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3);
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (fence === mark) fence = undefined;
      continue;
    }
    if (line.startsWith('#')) legend = legendHeading.test(line);
    if (fence === undefined && !legend && line.length <= 2_000 && !/^\s*>/.test(line)) yield line;
  }
}
