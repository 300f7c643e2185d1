import { idsOf, type Id } from './mentions';

export const planFile = 'MASTER_PLAN.md';

export const phaseStatuses = ['planned', 'in-progress', 'completed'] as const;
export type PhaseStatus = (typeof phaseStatuses)[number];

/** What a `**Status:**` line says, if there is one. */
type Status<S> =
  | { readonly kind: 'ok'; readonly value: S; readonly line: number }
  | { readonly kind: 'wrong'; readonly text: string; readonly line: number }
  | { readonly kind: 'missing' };

/** A heading and what is under it, up to the next heading of its level or above. */
export interface Section {
  readonly heading: Heading;
  /** Last line, counted from 1. */
  readonly end: number;
  readonly lines: readonly Line[];
}

export interface Phase {
  readonly number: number;
  readonly title: string;
  /** Of its heading. */
  readonly level: number;
  readonly line: number;
  readonly end: number;
  /** What it is a phase of, in a living plan. */
  readonly initiative: Initiative | undefined;
  readonly status: Status<PhaseStatus>;
  readonly decisionLog: { readonly line: number; readonly empty: boolean } | undefined;
  /** Every id that the phase names. */
  readonly ids: readonly Id[];
}

/**
 * A MASTER_PLAN.md, read; code fences and comments are no part of it. It has one of two forms: phases as `## Phase 1`, or a
 * living plan (`## Identity`, `### Initiative: …`) with `#### Phase 1` under each initiative.
 */
export interface Plan {
  readonly lines: readonly Line[];
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  readonly initiatives: readonly Initiative[];
  readonly phases: readonly Phase[];
  readonly ids: readonly Id[];
  /** P0 requirements that a line with `Addresses:` names. */
  readonly addressed: ReadonlySet<string>;
  /** Decisions that the plan itself calls deprecated or superseded. */
  readonly retired: ReadonlySet<string>;
}

export function parsePlan(document: string): Plan {
  const lines = linesOf(document.replace(/^\uFEFF/, ''));
  const headings = lines.flatMap((line) => headingOf(line) ?? []);
  const sections = headings.map((heading, index) => sectionOf(heading, headings.slice(index + 1), lines));
  const ids = lines.flatMap((line) => (line.fenced ? [] : idsOf(line.content, line.number)));
  const initiatives = initiativesIn(sections);
  return {
    lines,
    headings,
    sections,
    initiatives,
    phases: sections.flatMap((section) => phaseOf(section, sections, initiatives, ids) ?? []),
    ids,
    addressed: addressedBy(lines),
    retired: retiredIn(lines),
  };
}

function sectionOf(heading: Heading, later: readonly Heading[], lines: readonly Line[]): Section {
  const next = later.find((other) => other.level <= heading.level);
  const end = next === undefined ? lines.length : next.line - 1;
  return { heading, end, lines: lines.slice(heading.line, end) };
}

const phaseHeading = /^Phase\s+(\d+)\b\s*[:.–—-]?\s*(.*)$/;

function phaseOf(
  section: Section,
  sections: readonly Section[],
  initiatives: readonly Initiative[],
  ids: readonly Id[],
): Phase | undefined {
  const { level, line } = section.heading;
  const match = phaseHeading.exec(section.heading.text);
  const initiative = initiatives.findLast((one) => line > one.line && line <= one.end);
  if (match?.[1] === undefined || level !== (initiative === undefined ? 2 : initiative.level + 1)) return undefined;
  const inside = (line: number) => line > section.heading.line && line <= section.end;
  const own = ids.filter((id) => inside(id.line));
  const log =
    sections.find((other) => inside(other.heading.line) && isLog(other)) ??
    (initiative && sections.find((other) => other.heading.level === 2 && isLog(other) && names(other, own, ids)));
  return {
    number: Number(match[1]),
    title: match[2] ?? '',
    level,
    line,
    end: section.end,
    initiative,
    status: statusOf(section.lines, phaseStatuses),
    decisionLog: log && { line: log.heading.line, empty: !log.lines.some(saysSomething) },
    ids: own,
  };
}

const isLog = ({ heading }: Section): boolean => /^Decision Log\b/i.test(heading.text);

/** A living plan keeps one log for all: it counts for a phase whose decisions it names. */
function names({ heading, end }: Section, own: readonly Id[], ids: readonly Id[]): boolean {
  const logged = new Set(ids.filter(({ line }) => line > heading.line && line <= end).map(({ id }) => id));
  return own.some(({ id, kind }) => kind === 'DEC' && logged.has(id));
}

/** A fence is content; a heading, a comment and the word "none" are not. */
function saysSomething(line: Line): boolean {
  const content = line.content.trim();
  if (content === '' || headingOf(line) !== undefined) return false;
  return !/^[-*+]?\s*\(?(?:none|n\/a|tbd|todo|…|\.\.\.)\)?[.!]?$/i.test(content);
}

const statusLine = /^\s*(?:[-*+]\s+)?\*\*Status:?\*\*:?\s*(.*)$/i;

function statusOf<S extends string>(lines: readonly Line[], known: readonly S[]): Status<S> {
  for (const line of lines) {
    const said = line.fenced ? undefined : statusLine.exec(line.content)?.[1]?.trim();
    if (said === undefined) continue;
    const value = known.find((status) => status === said.replace(/[.`*_]/g, '').trim());
    if (value !== undefined) return { kind: 'ok', value, line: line.number };
    return { kind: 'wrong', text: said, line: line.number };
  }
  return { kind: 'missing' };
}

function addressedBy(lines: readonly Line[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const after = line.fenced ? undefined : /\bAddresses:(.*)$/i.exec(line.content)?.[1];
    if (after === undefined) continue;
    for (const id of idsOf(after, line.number)) if (id.kind === 'REQ') found.add(id.id);
  }
  return found;
}

const retirement = /\bstatus\b.*\b(?:deprecated|superseded)\b/i;

/**
 * A decision is retired by "Status: deprecated" or "superseded" behind it, on its own line or on the two after it.
 * The decision that supersedes it comes after the word and is not meant.
 */
function retiredIn(lines: readonly Line[]): ReadonlySet<string> {
  const found = new Set<string>();
  lines.forEach((line, index) => {
    if (line.fenced) return;
    const own = retirement.exec(line.content)?.index ?? Infinity;
    const decisions = idsOf(line.content, line.number).filter((id) => id.kind === 'DEC' && id.column < own);
    if (decisions.length === 0) return;
    const entry = [line, ...lines.slice(index + 1, index + 3)];
    const next = entry.findIndex((near) => near !== line && beginsDecision.test(near.content));
    if ((next < 0 ? entry : entry.slice(0, next)).some((near) => retirement.test(near.content))) {
      for (const { id } of decisions) found.add(id);
    }
  });
  return found;
}

const beginsDecision = /^\s*(?:[-*+]\s+)?\W*DEC-/i;

/** The phases of the work in progress. Those of finished and parked initiatives count only if there are no others. */
export function phasesAtWork(plan: Plan): readonly Phase[] {
  const atWork = plan.phases.filter(({ initiative }) => initiative === undefined || !isAtRest(initiative));
  return atWork.length > 0 ? atWork : plan.phases;
}

/** The phase that is being worked on: the first in progress, else the first planned one. */
export function currentPhase(plan: Plan): Phase | undefined {
  const phases = phasesAtWork(plan);
  const inStatus = (value: PhaseStatus) => phases.find((phase) => hasStatus(phase, value));
  return inStatus('in-progress') ?? inStatus('planned');
}

export const phasesIn = (plan: Plan, value: PhaseStatus): readonly Phase[] =>
  plan.phases.filter((phase) => hasStatus(phase, value));

export const hasStatus = ({ status }: Phase, value: PhaseStatus): boolean =>
  status.kind === 'ok' && status.value === value;

/** One line of a Markdown document, with what it is part of. */
interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** In a code fence, the fence's own lines included. */
  readonly fenced: boolean;
  /** The text with HTML comments taken out. */
  readonly content: string;
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The lines of a document. Fences may be of either kind and any length; comments may span lines. */
function linesOf(document: string): readonly Line[] {
  let open: string | undefined;
  let comment = false;
  return document.split(/\r?\n/).map((text, index) => {
    const mark = comment ? undefined : fence.exec(text)?.[1];
    const wasOpen = open;
    if (open === undefined) open = mark;
    else if (mark?.[0] === open[0] && mark !== undefined && mark.length >= open.length) open = undefined;
    const fenced = wasOpen !== undefined || open !== undefined;
    if (fenced) return { number: index + 1, text, fenced, content: text };
    const read = withoutComments(text, comment);
    comment = read.inside;
    return { number: index + 1, text, fenced, content: read.content };
  });
}

function withoutComments(text: string, inside: boolean): { content: string; inside: boolean } {
  let content = '';
  for (let rest = text; ;) {
    const mark = rest.indexOf(inside ? '-->' : '<!--');
    if (mark < 0) return { content: inside ? content : content + rest, inside };
    if (!inside) content += rest.slice(0, mark);
    rest = rest.slice(mark + (inside ? 3 : 4));
    inside = !inside;
  }
}

/** The heading that a line is, if it is one. */
export function headingOf(line: Line): Heading | undefined {
  if (line.fenced) return undefined;
  const match = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.content);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { level: match[1].length, text: match[2], line: line.number };
}

export const initiativeStatuses = ['active', 'planned', 'in-progress', 'parked', 'completed'] as const;
export type InitiativeStatus = (typeof initiativeStatuses)[number];

/** A piece of work in a living plan: its phases stand one level below its heading. */
interface Initiative {
  readonly title: string;
  readonly level: number;
  readonly line: number;
  readonly end: number;
  readonly status: Status<InitiativeStatus>;
}

const named = /^Initiative\s*[:.–—-]\s*(.+)$/i;
const list = /^(?:(Active|Current|Completed|Finished|Parked|Paused|Planned|Upcoming)\s+)?Initiatives\b/i;

/** `### Initiative: …`, and every section under `## Active Initiatives` and the like. */
function initiativesIn(sections: readonly Section[]): readonly Initiative[] {
  const lists = sections.filter(({ heading }) => heading.level === 2 && list.test(heading.text));
  return sections.flatMap((section) => {
    const { heading } = section;
    const holder = lists.find(({ heading: { line }, end }) => heading.line > line && heading.line <= end);
    const title = named.exec(heading.text)?.[1];
    const isInitiative = title === undefined ? holder !== undefined && heading.level === 3 : heading.level <= 3;
    if (!isInitiative) return [];
    const { level, line } = heading;
    const status = initiativeStatus(section, holder);
    return [{ title: title ?? heading.text, level, line, end: section.end, status }];
  });
}

/** Is its work over, or put aside? */
const isAtRest = ({ status }: Initiative): boolean =>
  status.kind === 'ok' && (status.value === 'completed' || status.value === 'parked');

/** What stands before the first heading inside it; else what the list says that it is in. */
function initiativeStatus({ lines }: Section, holder: Section | undefined): Initiative['status'] {
  const inner = lines.findIndex(({ fenced, content }) => !fenced && /^ {0,3}#{1,6}\s/.test(content));
  const written = statusOf(inner < 0 ? lines : lines.slice(0, inner), initiativeStatuses);
  return written.kind === 'missing' ? inheritedStatus(holder) : written;
}

function inheritedStatus(holder: Section | undefined): Initiative['status'] {
  const word = holder && list.exec(holder.heading.text)?.[1]?.toLowerCase();
  if (holder === undefined || word === undefined) return { kind: 'missing' };
  const value = /^(?:completed|finished)$/.test(word)
    ? 'completed'
    : /^(?:parked|paused)$/.test(word)
      ? 'parked'
      : /^(?:planned|upcoming)$/.test(word)
        ? 'planned'
        : undefined;
  return value === undefined ? { kind: 'missing' } : { kind: 'ok', value, line: holder.heading.line };
}
