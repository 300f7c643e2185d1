import type { Phase, Plan } from './plan';

/** One place where a plan names a decision or a requirement. */
export interface Mention {
  readonly id: Id;
  readonly phase: Phase | undefined;
  /** What the line says, without its bullet and the id itself. */
  readonly text: string;
  /** The line is about this id: it begins with it. */
  readonly defines: boolean;
}

const entry = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s+)?[*_`]*/;

/** Every place that names the id, in order. */
export const mentionsOf = (plan: Plan, id: string): readonly Mention[] =>
  plan.ids.filter((one) => one.id === id).map((one) => mention(plan, one));

function mention(plan: Plan, id: Id): Mention {
  const content = plan.lines[id.line - 1]?.content ?? '';
  const start = entry.exec(content)?.[0].length ?? 0;
  const defines = id.column <= start;
  const text = defines ? content.slice(id.column + id.id.length).replace(/^[*_`\s]*[:–—-]*\s*/, '') : content;
  return { id, phase: phaseAt(plan, id.line), text: text.trim(), defines };
}

/** Where the plan says what the id is: the first line that begins with it, else the first that names it. */
export function definitionOf(plan: Plan, id: string): Mention | undefined {
  const all = mentionsOf(plan, id);
  return all.find(({ defines }) => defines) ?? all[0];
}

export const phaseAt = (plan: Plan, line: number): Phase | undefined =>
  plan.phases.find((phase) => line >= phase.line && line <= phase.end);

/** `DEC-AUTH` of `DEC-AUTH-007`. */
export const familyOf = (id: string): string => id.replace(/-\d+$/, '');

/** The first unused number of a family, as a whole id. */
export function nextFree(family: string, used: Iterable<string>): string {
  const numbers = [...used].filter((id) => familyOf(id) === family).map((id) => Number(/\d+$/.exec(id)?.[0] ?? 0));
  return `${family}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

/** Names of decisions and requirements, as plans and code write them. */
export interface Id {
  readonly kind: 'DEC' | 'REQ';
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 0. */
  readonly column: number;
  readonly valid: boolean;
}

/** Anything that means to be an id, also if it is misspelt: `DEC-AUTH2-001`, `dec-auth-1`. */
const shape = /\b(DEC|REQ)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/gi;

const validForms = { DEC: /^DEC-[A-Z]{2,}-\d{3}$/, REQ: /^REQ-(?:GOAL|NOGO|UJ|P0|P1|P2|MET)-\d{3}$/ } as const;

/** What a valid id looks like, for messages. */
export const idForms = {
  DEC: 'DEC-COMPONENT-NNN (two or more capital letters, three digits), such as DEC-AUTH-001',
  REQ: 'REQ-CATEGORY-NNN with a category of GOAL, NOGO, UJ, P0, P1, P2 or MET, such as REQ-P0-001',
} as const;

/** The ids of one line. A placeholder such as `DEC-COMPONENT-NNN` names nothing and is left out. */
export function idsOf(text: string, line: number): readonly Id[] {
  const found: Id[] = [];
  for (const match of text.matchAll(shape)) {
    const id = match[0];
    if (!/\d/.test(id)) continue;
    const kind = id.slice(0, 3).toUpperCase() === 'DEC' ? 'DEC' : 'REQ';
    found.push({ kind, id, line, column: match.index, valid: validForms[kind].test(id) });
  }
  return found;
}
