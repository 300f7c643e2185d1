import { idsOf, familyOf, nextFree, phaseAt, type Id } from './mentions';
import {
  initiativeStatuses,
  type InitiativeStatus,
  phaseStatuses,
  type Phase,
  type PhaseStatus,
  type Plan,
} from './plan';
import { nearPhases, type Problem, sectionNamed } from './problems';

/** What a fix does: the editor has the words for it. */
export type Mending =
  | { readonly kind: 'add-section'; readonly name: string }
  | { readonly kind: 'add-status'; readonly status: PhaseStatus | InitiativeStatus }
  | { readonly kind: 'set-status'; readonly status: PhaseStatus | InitiativeStatus }
  | { readonly kind: 'make-phase'; readonly heading: string }
  | { readonly kind: 'add-log' }
  | { readonly kind: 'begin-log' }
  | { readonly kind: 'write-id'; readonly id: string; readonly places: number }
  | { readonly kind: 'renumber'; readonly number: number }
  | { readonly kind: 'add-must-have' }
  | { readonly kind: 'name-as-met'; readonly id: string };

/** A change that mends one problem. */
export interface Fix {
  readonly mending: Mending;
  readonly edits: readonly LineEdit[];
}

/** Lines and columns as in the plan: lines from 1, columns from 0. */
export type LineEdit =
  | {
      readonly kind: 'replace';
      readonly line: number;
      readonly from: number;
      readonly to: number;
      readonly text: string;
    }
  /** New lines before a line; one past the last line adds them at the end. */
  | { readonly kind: 'insert'; readonly before: number; readonly lines: readonly string[] };

/** What mends a problem, the likeliest first. Each of them really does: the problem is gone afterwards. */
export function fixesFor(plan: Plan, problem: Problem): readonly Fix[] {
  const phase = phaseAt(plan, problem.line);
  switch (problem.rule) {
    case 'intent':
      return [section(plan, 'Original Intent', ['What was asked for, in its own words.'], afterTitle(plan), 2)];
    case 'status-missing':
      return phase === undefined ? [] : ordered(undefined).map((status) => statusLine(phase, status));
    case 'status-wrong':
      return statusFixes(plan, problem);
    case 'decision-log':
      return phase === undefined ? [] : [decisionLog(plan, phase)];
    case 'decision-id':
    case 'requirement-id':
      return idFixes(plan, problem);
    case 'phase-number':
      return phase === undefined ? [] : [renumber(plan, phase)];
    case 'near-phase':
      return makePhase(plan, problem);
    case 'initiative-status':
      return initiativeStatus(plan, problem);
    case 'identity':
      return [section(plan, 'Identity', ['**Type:** …', '**Root:** …', '**Created:** …'], afterTitle(plan), 2)];
    case 'goals':
      return [
        section(plan, 'Goals & Non-Goals', goals(plan), beforeWork(plan, /^(?:Requirements|Success Metrics)\b/i)),
      ];
    case 'requirements':
      return [requirements(plan)];
    case 'success-metrics': {
      const metric = `- ${nextFree('REQ-MET', names(plan))}: what is measured - Target: … - Measure: …`;
      return [section(plan, 'Success Metrics', [metric], beforeWork(plan))];
    }
    case 'phase-requirements':
      return phase === undefined ? [] : metRequirements(plan, phase);
  }
}

const names = (plan: Plan): readonly string[] => plan.ids.map(({ id }) => id);

/** The level of the sections that phases stand among. */
const workLevel = (plan: Plan): number => plan.phases[0]?.level ?? 2;
const marks = (level: number): string => '#'.repeat(level);

/** A section of its own, with empty lines around it. */
function section(plan: Plan, title: string, body: readonly string[], before: number, level = workLevel(plan)): Fix {
  const above = plan.lines[before - 2];
  const gap = above === undefined || above.text.trim() === '' ? [] : [''];
  const end = before > lastLine(plan) ? [] : [''];
  return {
    mending: { kind: 'add-section', name: title },
    edits: [insert(before, [...gap, `${marks(level)} ${title}`, '', ...body, ...end])],
  };
}

const insert = (before: number, lines: readonly string[]): LineEdit => ({ kind: 'insert', before, lines });

/** The last line that says anything. */
function lastLine(plan: Plan, within = plan.lines.length): number {
  const last = plan.lines.slice(0, within).findLast(({ text }) => text.trim() !== '');
  return last?.number ?? 0;
}

/** Behind the title and what is under it, before the first section. */
function afterTitle(plan: Plan): number {
  const [title] = plan.headings;
  if (title === undefined) return lastLine(plan) === 0 ? 1 : lastLine(plan) + 1;
  if (title.level !== 1) return title.line;
  const next = plan.headings.find((heading) => heading.line > title.line);
  return next?.line ?? lastLine(plan) + 1;
}

/** Before the first of the named sections, else before the first phase, else at the end. */
function beforeWork(plan: Plan, named?: RegExp): number {
  const found = named && plan.headings.find((heading) => heading.level === workLevel(plan) && named.test(heading.text));
  return found?.line ?? plan.phases[0]?.line ?? lastLine(plan) + 1;
}

/** The status that a wrong word means, first; the others behind it. */
function ordered(said: string | undefined): readonly PhaseStatus[] {
  const likeliest: PhaseStatus = /complet|done|finish|closed|shipped/i.test(said ?? '')
    ? 'completed'
    : /progress|active|start|wip|doing|current|ongoing/i.test(said ?? '')
      ? 'in-progress'
      : 'planned';
  return [likeliest, ...phaseStatuses.filter((status) => status !== likeliest)];
}

function statusLine(phase: Phase, status: PhaseStatus): Fix {
  return { mending: { kind: 'add-status', status }, edits: [insert(phase.line + 1, [`**Status:** ${status}`])] };
}

function statusFixes(plan: Plan, problem: Problem): readonly Fix[] {
  const { content = '' } = plan.lines[problem.line - 1] ?? {};
  // “planned | in-progress | completed” is the template itself: nothing is meant by it yet.
  const said = content.includes('|') ? undefined : content.replace(statusMark, '');
  return setStatus(plan, problem.line, ordered(said));
}

const statusMark = /^.*?\*\*Status:?\*\*:?[ \t]*/i;

function setStatus(plan: Plan, number: number, statuses: readonly (PhaseStatus | InitiativeStatus)[]): readonly Fix[] {
  const line = plan.lines[number - 1];
  const mark = statusMark.exec(line?.text ?? '')?.[0];
  if (line === undefined || mark === undefined) return [];
  const gap = /\s$/.test(mark) ? '' : ' ';
  return statuses.map((status) => ({
    mending: { kind: 'set-status', status },
    edits: [{ kind: 'replace', line: line.number, from: mark.length, to: line.text.length, text: gap + status }],
  }));
}

function makePhase(plan: Plan, problem: Problem): readonly Fix[] {
  const near = nearPhases(plan).find(({ line }) => line === problem.line);
  const line = plan.lines[problem.line - 1];
  if (near === undefined || line === undefined) return [];
  const edit = { kind: 'replace', line: line.number, from: 0, to: line.text.length, text: near.better } as const;
  return [{ mending: { kind: 'make-phase', heading: near.better }, edits: [edit] }];
}

function initiativeStatus(plan: Plan, problem: Problem): readonly Fix[] {
  const initiative = plan.initiatives.find(({ line, end }) => problem.line >= line && problem.line <= end);
  if (initiative === undefined) return [];
  if (initiative.status.kind !== 'missing') {
    const said = initiative.status.kind === 'wrong' ? initiative.status.text : '';
    const likeliest = /done|finish|complet|closed/i.test(said)
      ? 'completed'
      : /park|paus|hold/i.test(said)
        ? 'parked'
        : 'active';
    return setStatus(plan, problem.line, [likeliest, ...initiativeStatuses.filter((status) => status !== likeliest)]);
  }
  return initiativeStatuses.map((status) => ({
    mending: { kind: 'add-status', status },
    edits: [insert(initiative.line + 1, [`**Status:** ${status}`])],
  }));
}

function decisionLog(plan: Plan, phase: Phase): Fix {
  const decisions = [...new Set(phase.ids.filter(({ kind, valid }) => kind === 'DEC' && valid).map(({ id }) => id))];
  const entries =
    decisions.length === 0
      ? ['- What was decided, and how it went.']
      : decisions.map((id) => `- ${id}: what was decided, and how it went.`);
  if (phase.decisionLog !== undefined) {
    return { mending: { kind: 'begin-log' }, edits: [insert(phase.decisionLog.line + 1, entries)] };
  }
  const before = lastLine(plan, phase.end) + 1;
  return {
    mending: { kind: 'add-log' },
    edits: [insert(before, ['', `${marks(phase.level + 1)} Decision Log`, ...entries])],
  };
}

/** An id in the form that can be followed, here or wherever the plan writes it like this. */
function idFixes(plan: Plan, problem: Problem): readonly Fix[] {
  const id = plan.ids.find(({ line, column }) => line === problem.line && column === problem.column);
  const better = id && repaired(id, plan);
  if (id === undefined || better === undefined) return [];
  const same = plan.ids.filter((other) => other.id === id.id);
  const here: Fix = { mending: { kind: 'write-id', id: better, places: 1 }, edits: [rename(plan, id, better)] };
  if (same.length === 1) return [here];
  const all: Fix = {
    mending: { kind: 'write-id', id: better, places: same.length },
    edits: same.map((one) => rename(plan, one, better)),
  };
  return [all, here];
}

function rename(plan: Plan, { line, column, id }: Id, text: string): LineEdit {
  // A comment before it is no part of the content that columns count in.
  const from = plan.lines[line - 1]?.text.indexOf(id, column) ?? column;
  return { kind: 'replace', line, from, to: from + id.length, text };
}

const categories: readonly (readonly [RegExp, string])[] = [
  [/^(?:NO|NON|ANTI|OUT)/, 'NOGO'],
  [/^GOAL/, 'GOAL'],
  [/^(?:UJ|JOURNEY|USER|UX)/, 'UJ'],
  [/^(?:MET|KPI|MEASURE)/, 'MET'],
  [/^(?:P1|SHOULD|NICE)/, 'P1'],
  [/^(?:P2|COULD|FUTURE|LATER)/, 'P2'],
];

function repaired({ id, kind }: Id, plan: Plan): string | undefined {
  const parts = id.toUpperCase().split('-').slice(1);
  const last = parts.at(-1) ?? '';
  const numbered = /^\d+$/.test(last);
  const words = numbered ? parts.slice(0, -1) : parts;
  const name = words.join('');
  const family =
    kind === 'REQ'
      ? `REQ-${categories.find(([pattern]) => pattern.test(name))?.[1] ?? 'P0'}`
      : `DEC-${name.replace(/[^A-Z]/g, '').padEnd(2, 'X')}`;
  const number = numbered ? Number(last) : Number(/\d+$/.exec(last)?.[0] ?? Number.NaN);
  const free = nextFree(
    family,
    names(plan).filter((other) => other !== id),
  );
  const wished = `${family}-${String(number).padStart(3, '0')}`;
  const better = Number.isInteger(number) && number <= 999 && !names(plan).includes(wished) ? wished : free;
  return idsOf(better, 1)[0]?.valid === true ? better : undefined;
}

function renumber(plan: Plan, phase: Phase): Fix {
  const siblings = plan.phases.filter(({ initiative }) => initiative?.line === phase.initiative?.line);
  const number = Math.max(...siblings.map((one) => one.number)) + 1;
  const text = plan.lines[phase.line - 1]?.text ?? '';
  const before = /^.*?Phase\s+/.exec(text)?.[0].length ?? 0;
  const to = before + (/^\d+/.exec(text.slice(before))?.[0].length ?? 0);
  return {
    mending: { kind: 'renumber', number },
    edits: [{ kind: 'replace', line: phase.line, from: before, to, text: String(number) }],
  };
}

function goals(plan: Plan): readonly string[] {
  return [
    `${marks(workLevel(plan) + 1)} Goals`,
    `- ${nextFree('REQ-GOAL', names(plan))}: what is reached when it is done.`,
    `${marks(workLevel(plan) + 1)} Non-Goals`,
    `- ${nextFree('REQ-NOGO', names(plan))}: what is left out on purpose.`,
  ];
}

function requirements(plan: Plan): Fix {
  const first = `- ${nextFree('REQ-P0', names(plan))}: what it has to do.`;
  const known = sectionNamed(plan, /^Must-Have\b/i) ?? sectionNamed(plan, /^Requirements\b/i);
  if (known === undefined) {
    const body = [`${marks(workLevel(plan) + 1)} Must-Have (P0)`, first];
    return section(plan, 'Requirements', body, beforeWork(plan, /^Success Metrics\b/i));
  }
  return { mending: { kind: 'add-must-have' }, edits: [insert(known.heading.line + 1, [first])] };
}

const offered = 5;

/** Requirements that no completed phase has named yet, must-haves first. */
function metRequirements(plan: Plan, phase: Phase): readonly Fix[] {
  const done = plan.phases.filter((one) => one.status.kind === 'ok' && one.status.value === 'completed');
  const met = new Set(done.flatMap(({ ids }) => ids.map(({ id }) => id)));
  const open = plan.ids.filter(
    ({ id, kind, valid }) => kind === 'REQ' && valid && !met.has(id) && /^REQ-P\d$/.test(familyOf(id)),
  );
  const before = (phase.status.kind === 'missing' ? phase.line : phase.status.line) + 1;
  return [...new Set(open.map(({ id }) => id))]
    .sort()
    .slice(0, offered)
    .map((id) => ({ mending: { kind: 'name-as-met', id }, edits: [insert(before, [`**Requirements:** ${id}`])] }));
}
