import type { Section } from './plan';

export const initiativeStatuses = ['active', 'planned', 'in-progress', 'parked', 'completed'] as const;
export type InitiativeStatus = (typeof initiativeStatuses)[number];

/** A piece of work in a living plan: its phases stand one level below its heading. */
export interface Initiative {
  readonly title: string;
  readonly level: number;
  readonly line: number;
  readonly end: number;
  readonly status:
    | { readonly kind: 'ok'; readonly value: InitiativeStatus; readonly line: number }
    | { readonly kind: 'wrong'; readonly text: string; readonly line: number }
    | { readonly kind: 'missing' };
}

const named = /^Initiative\s*[:.–—-]\s*(.+)$/i;
const list = /^(?:(Active|Current|Completed|Finished|Parked|Paused|Planned|Upcoming)\s+)?Initiatives\b/i;

/** `### Initiative: …`, and every section under `## Active Initiatives` and the like. */
export function initiativesIn(sections: readonly Section[]): readonly Initiative[] {
  const lists = sections.filter(({ heading }) => heading.level === 2 && list.test(heading.text));
  return sections.flatMap((section) => {
    const { heading } = section;
    const holder = lists.find(({ heading: { line }, end }) => heading.line > line && heading.line <= end);
    const title = named.exec(heading.text)?.[1];
    const isInitiative = title === undefined ? holder !== undefined && heading.level === 3 : heading.level <= 3;
    if (!isInitiative) return [];
    const { level, line } = heading;
    return [
      { title: title ?? heading.text, level, line, end: section.end, status: statusOf(section) ?? statusBy(holder) },
    ];
  });
}

/** Is its work over, or put aside? */
export function isAtRest({ status }: Initiative): boolean {
  return status.kind === 'ok' && (status.value === 'completed' || status.value === 'parked');
}

const statusLine = /^\s*(?:[-*+]\s+)?\*\*Status:?\*\*:?\s*(.*)$/i;

/** What comes before the first heading inside it. */
function statusOf({ lines }: Section): Initiative['status'] | undefined {
  for (const line of lines) {
    if (line.fenced) continue;
    if (/^ {0,3}#{1,6}\s/.test(line.content)) return undefined;
    const said = statusLine.exec(line.content)?.[1]?.trim();
    if (said === undefined) continue;
    const word = said.replace(/[.`*_]/g, '').trim();
    const value = initiativeStatuses.find((status) => status === word);
    if (value !== undefined) return { kind: 'ok', value, line: line.number };
    return { kind: 'wrong', text: said, line: line.number };
  }
  return undefined;
}

function statusBy(holder: Section | undefined): Initiative['status'] {
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
