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

/** Anything that means to be an id, also where it is misspelt: `DEC-AUTH2-001`, `dec-auth-1`. */
const shape = /\b(DEC|REQ)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/gi;

const validForms = {
  DEC: /^DEC-[A-Z]{2,}-\d{3}$/,
  REQ: /^REQ-(?:GOAL|NOGO|UJ|P0|P1|P2|MET)-\d{3}$/,
} as const;

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
