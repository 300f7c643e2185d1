import { headingOf, type Plan } from './plan';

/** A line that a person takes for the heading of a phase, though no gate reads it as one. */
export interface NearPhase {
  readonly line: number;
  readonly text: string;
  /** The line as it should be. */
  readonly better: string;
}

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const roman = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const phase = new RegExp(
  String.raw`^\W*(?:phase|ph[ah]se|pahse)\s*[#:.–—-]?\s*(\d+|${words.slice(1).join('|')}|[ivx]{1,4}|[a-j])\b(\.\d+)?[\s:.–—-]*(.*?)[\s*_:]*$`,
  'i',
);
/** `##Phase 1`, and a line in bold that stands for a heading. */
const unheaded = /^ {0,3}(?:#{1,6}(?=\S)|\*\*(?=.*\*\*:?\s*$)|__(?=.*__:?\s*$))(.*)$/;
const underline = /^ {0,3}(?:-{3,}|={3,})\s*$/;

export function nearPhases(plan: Plan): readonly NearPhase[] {
  const found: NearPhase[] = [];
  for (const [at, line] of plan.lines.entries()) {
    if (line.fenced || plan.phases.some((one) => one.line === line.number)) continue;
    const under = plan.lines[at + 1];
    const isUnderlined = under !== undefined && !under.fenced && underline.test(under.content);
    const text =
      headingOf(line)?.text ?? unheaded.exec(line.content)?.[1] ?? (isUnderlined ? line.content.trim() : undefined);
    const match = text === undefined ? null : phase.exec(text);
    if (match?.[1] === undefined || isPartOf(plan, line.number, match[1], match[2])) continue;
    const title = match[3] === undefined || match[3] === '' ? '' : `: ${match[3]}`;
    const level = levelAt(plan, line.number);
    found.push({
      line: line.number,
      text: line.content.trim().slice(0, 60),
      better: `${'#'.repeat(level)} Phase ${numberOf(match[1])}${title}`,
    });
  }
  return found;
}

/** "### Phase 1.2" and "### Phase 1 retrospective" inside Phase 1 are parts of it. */
function isPartOf(plan: Plan, line: number, number: string, fraction: string | undefined): boolean {
  const around = plan.phases.find((one) => line > one.line && line <= one.end);
  return around !== undefined && (fraction !== undefined || numberOf(number) === String(around.number));
}

/** Where a phase is read: below its initiative, else at the second level. */
function levelAt(plan: Plan, line: number): number {
  const around = plan.initiatives.findLast((one) => line > one.line && line <= one.end);
  return around === undefined ? 2 : around.level + 1;
}

function numberOf(text: string): string {
  if (/^\d+$/.test(text)) return String(Number(text));
  const lower = text.toLowerCase();
  const number = [words.indexOf(lower), roman.indexOf(lower)].find((at) => at > 0);
  return String(number ?? lower.charCodeAt(0) - 96);
}
