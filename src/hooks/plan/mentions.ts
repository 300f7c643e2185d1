import type { Id } from './ids';
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
export function mentionsOf(plan: Plan, id: string): readonly Mention[] {
  return plan.ids.filter((one) => one.id === id).map((one) => mention(plan, one));
}

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

export function phaseAt(plan: Plan, line: number): Phase | undefined {
  return plan.phases.find((phase) => line >= phase.line && line <= phase.end);
}

/** `DEC-AUTH` of `DEC-AUTH-007`. */
export function familyOf(id: string): string {
  return id.replace(/-\d+$/, '');
}

/** The first unused number of a family, as a whole id. */
export function nextFree(family: string, used: Iterable<string>): string {
  const numbers = [...used].filter((id) => familyOf(id) === family).map((id) => Number(/\d+$/.exec(id)?.[0] ?? 0));
  return `${family}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}
