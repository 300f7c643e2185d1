/** What running a program does, as far as its words say. */
type Tier =
  /** Reads, and prints what it read. */
  | 'read'
  /** Compiles the project, which runs none of its code: writes a cache and what the compiler made. */
  | 'build'
  /** Changes something of this project on this machine, and it can be taken back. */
  | 'local'
  /** Deletes, forces, publishes, reaches out, or runs code that is not visible. */
  | 'risky'
  /** Not in the tables, or said in a way they do not cover. */
  | 'unknown';

export interface Judgement {
  readonly tier: Tier;
  /** For people: what makes it more than reading. */
  readonly why: string;
}

export const reads: Judgement = { tier: 'read', why: '' };
export const builds = (why: string): Judgement => ({ tier: 'build', why });
export const local = (why: string): Judgement => ({ tier: 'local', why });
export const risky = (why: string): Judgement => ({ tier: 'risky', why });
export const unknown = (why: string): Judgement => ({ tier: 'unknown', why });

const weight: Readonly<Record<Tier, number>> = { read: 0, build: 1, local: 2, unknown: 3, risky: 4 };

/** The worse of two; of equals the first, because it stands first in the command. */
export function worse(first: Judgement, second: Judgement): Judgement {
  return weight[second.tier] > weight[first.tier] ? second : first;
}
