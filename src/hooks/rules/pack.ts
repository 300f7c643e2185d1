import type { Rule } from './rule';

/** Rules that come with Gatehouse: data like those that people write, tried against their examples by a test. */
export interface Pack {
  readonly id: string;
  readonly title: string;
  /** One sentence for the Hooks view and the documents. */
  readonly summary: string;
  readonly rules: readonly Rule[];
}
