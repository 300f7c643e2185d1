import type { Gate } from '../pipeline/gate';
import { initiativeStatuses, headingOf, phasesIn, type Phase, type Plan, type Section } from './plan';
import { idForms } from './mentions';

/** The id and levels of the gate that reports them, for code that must not load gates. */
export const planValidateRating = {
  id: 'plan-validate',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
} as const satisfies Pick<Gate, 'id' | 'level'>;

export interface Problem {
  readonly rule: PlanRule;
  readonly severity: 'error' | 'warning';
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}

export type PlanRule =
  | 'intent'
  | 'status-missing'
  | 'status-wrong'
  | 'decision-log'
  | 'decision-id'
  | 'requirement-id'
  | 'phase-number'
  | 'near-phase'
  | 'identity'
  | 'initiative-status'
  | 'goals'
  | 'requirements'
  | 'success-metrics'
  | 'phase-requirements';

const intent = /\bintent\b|\bvision\b|\buser\b.*\brequest\b|\boriginal\b(?!\w)/i;

/** Everything that keeps a plan from being one, errors first. */
export function problemsOf(plan: Plan): readonly Problem[] {
  const found = [...structure(plan), ...initiatives(plan), ...phases(plan), ...ids(plan), ...advice(plan)];
  return found.sort((a, b) => rank(a) - rank(b) || a.line - b.line);
}

const rank = (problem: Problem): number => (problem.severity === 'error' ? 0 : 1);

function structure(plan: Plan): readonly Problem[] {
  if (plan.headings.some((heading) => intent.test(heading.text))) return [];
  return [
    error(
      1,
      'intent',
      "The plan does not state the original request: add a section '## Original Intent' that quotes it.",
    ),
  ];
}

function initiatives(plan: Plan): readonly Problem[] {
  const found: Problem[] = [];
  for (const { title, line, status } of plan.initiatives) {
    if (status.kind === 'ok') continue;
    const words = `${initiativeStatuses.slice(0, -1).join(', ')} or ${initiativeStatuses.at(-1) ?? ''}`;
    const said = status.kind === 'missing' ? 'has no status' : `has the status '${status.text.slice(0, 60)}'`;
    const place = status.kind === 'missing' ? line : status.line;
    found.push(
      warning(place, 'initiative-status', `The initiative '${title}' ${said}: write '**Status:** …' with ${words}.`),
    );
  }
  const [first] = plan.initiatives;
  if (first !== undefined && !plan.headings.some(({ text }) => /^Identity\b/i.test(text))) {
    found.push(warning(first.line, 'identity', "A plan with initiatives begins with a section '## Identity'."));
  }
  return found;
}

const phases = (plan: Plan): readonly Problem[] => [
  ...nearPhases(plan).map(({ line, text, better }) =>
    warning(line, 'near-phase', `'${text}' is not read as a phase: write '${better}'.`),
  ),
  ...plan.phases.flatMap((phase) => statusProblem(phase) ?? []),
  ...repeatedPhases(plan),
  ...phasesIn(plan, 'completed').flatMap(missingInCompleted),
];

function statusProblem({ number, line, status }: Phase): Problem | undefined {
  const name = `Phase ${number}`;
  if (status.kind === 'missing') {
    const message = `${name} has no status: add a line '**Status:** planned', 'in-progress' or 'completed'.`;
    return error(line, 'status-missing', message);
  }
  if (status.kind !== 'wrong') return undefined;
  const is = status.text === '' ? 'is empty' : `is '${status.text.slice(0, 60)}'`;
  const message = `The status of ${name} ${is}: it must be exactly planned, in-progress or completed.`;
  return error(status.line, 'status-wrong', message);
}

function repeatedPhases(plan: Plan): readonly Problem[] {
  const seen = new Map<string, number>();
  return plan.phases.flatMap(({ number, line, initiative }) => {
    const key = `${initiative?.line ?? 0} ${number}`;
    const earlier = seen.get(key);
    seen.set(key, line);
    if (earlier === undefined) return [];
    return [warning(line, 'phase-number', `Phase ${number} appears twice: the other one is on line ${earlier}.`)];
  });
}

function missingInCompleted({ number, line, level, decisionLog, ids }: Phase): readonly Problem[] {
  const completed = `Phase ${number} is completed but`;
  const say = 'say what was decided and how it went.';
  const log =
    decisionLog === undefined
      ? [error(line, 'decision-log', `${completed} has no '${'#'.repeat(level + 1)} Decision Log': ${say}`)]
      : decisionLog.empty
        ? [error(decisionLog.line, 'decision-log', `${completed} its Decision Log is empty: ${say}`)]
        : [];
  const meets = ids.some(({ kind }) => kind === 'REQ');
  return meets
    ? log
    : [...log, warning(line, 'phase-requirements', `${completed} names no requirement (REQ-…) that it met.`)];
}

function ids(plan: Plan): readonly Problem[] {
  return plan.ids
    .filter((id) => !id.valid)
    .map((id) => ({
      rule: id.kind === 'DEC' ? ('decision-id' as const) : ('requirement-id' as const),
      severity: 'error' as const,
      line: id.line,
      column: id.column,
      length: id.id.length,
      message: `'${id.id}' is not a valid id: write ${idForms[id.kind]}.`,
    }));
}

function advice(plan: Plan): readonly Problem[] {
  const found: Problem[] = [];
  const has = (pattern: RegExp): boolean => plan.headings.some((heading) => pattern.test(heading.text));
  if (!has(/^Goals\b/i)) {
    found.push(warning(1, 'goals', "There is no '## Goals & Non-Goals' section."));
  }
  if (!has(/^Requirements\b|^Must-Have\b/i)) {
    found.push(warning(1, 'requirements', "There is no '## Requirements' section with P0 requirements (REQ-P0-…)."));
  } else if (!plan.ids.some((id) => id.id.startsWith('REQ-P0-'))) {
    found.push(warning(1, 'requirements', 'The requirements name no P0 (REQ-P0-…).'));
  }
  // A living plan says for each phase when it is done.
  const isDone = plan.initiatives.length > 0 && has(/^Definition of Done\b/i);
  if (!isDone && !has(/^Success Metrics\b/i)) {
    found.push(warning(1, 'success-metrics', "There is no '## Success Metrics' section."));
  }
  return found;
}

/** A problem of a whole line. */
const ofLine = (severity: Problem['severity'], line: number, rule: PlanRule, message: string): Problem => ({
  rule,
  severity,
  line,
  column: 0,
  length: 0,
  message,
});
const error = (line: number, rule: PlanRule, message: string) => ofLine('error', line, rule, message);
const warning = (line: number, rule: PlanRule, message: string) => ofLine('warning', line, rule, message);

/** The section of a heading, by what its text starts with. */
export const sectionNamed = (plan: Plan, name: RegExp): Section | undefined =>
  plan.sections.find((section) => name.test(section.heading.text));

/** A line that looks like the heading of a phase to a person, but not to the gates. */
interface NearPhase {
  readonly line: number;
  readonly text: string;
  /** The line as it should be. */
  readonly better: string;
}

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const roman = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const phase = new RegExp(
  String.raw`^\W*(?:phase|ph[ah]se|pahse)\s*[#:.\u2013\u2014-]?\s*(\d+|${words.slice(1).join('|')}|[ivx]{1,4}|[a-j])\b(\.\d+)?[\s:.\u2013\u2014-]*(.*?)[\s*_:]*$`,
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
