/** One finding of a review at a place in a file. */
export interface Finding {
  /** As the report wrote it. */
  readonly file: string;
  /** Counted from one. */
  readonly line: number;
  readonly weight: Weight;
  readonly message: string;
}

export type Weight = 'error' | 'warning' | 'note';

const mostFindings = 200;
const longest = 200_000;

const weights: readonly (readonly [RegExp, Weight])[] = [
  [/\b(?:P[01]|critical|blocker|high|major|error)\b|🔴|⛔/i, 'error'],
  [/\b(?:P2|medium|warning)\b|🟡|⚠/i, 'warning'],
  [/\b(?:P3|nits?|low|minor|info|suggestion)\b|⚪/i, 'note'],
];
/** `src/a.ts:12`, `src/a.ts:12:5`, `src/a.ts#L12`, `src/a.ts (line 12)`; no address of the web, no time of day. */
const place =
  /(?<![\w/:.@-])((?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9})(?::(\d{1,6})(?::\d{1,6})?(?:-\d{1,6})?|#L(\d{1,6})(?:-L?\d{1,6})?|`?,? \(?lines? (\d{1,6})(?:-\d{1,6})?\)?)(?![\w/])/;

/** What a review's report says of places in files. A heading weighs what is below it. */
export function findingsIn(report: string): readonly Finding[] {
  const findings: Finding[] = [];
  let section: Weight | undefined;
  let fenced = false;
  for (const line of report.slice(0, longest).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const found = place.exec(line);
    if (line.startsWith('#')) section = found === null ? weightIn(line) : section;
    if (found === null || findings.length === mostFindings) continue;
    const [whole, file = '', colon, hash, words] = found;
    const weight = weightIn(line.replace(whole, '')) ?? section ?? 'warning';
    const message = messageOf(line, whole);
    findings.push({ file, line: Number(colon ?? hash ?? words), weight, message: message === '' ? whole : message });
  }
  return findings;
}

const weightIn = (text: string): Weight | undefined => weights.find(([pattern]) => pattern.test(text))?.[1];

/** The line without bullet and weight, and without the place if it begins with that. */
function messageOf(line: string, place: string): string {
  const text = line
    .replace(/^\s*(?:[-*+•>]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?/, '')
    .replace(/^(?:\[[ x]\]\s*)?[*_`[({\s]*(?:P[0-3]|nits?|🔴|🟡|⚪|⛔)[*_`\])}\s:]*/iu, '');
  const at = text.indexOf(place);
  const leads = at >= 0 && /^[*_`([\s]*$/.test(text.slice(0, at));
  return (leads ? text.slice(at + place.length) : text).replace(/^[\s:·—–,.)\]`*-]+|[\s:·—–,-]+$/g, '').trim();
}
