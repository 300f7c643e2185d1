import type { Plane } from '../evidence/evidence';
import type { ReviewKind } from './vocabulary';

/** Which reviews are still owed. */
export type ReviewDuty =
  | { readonly kind: 'fine'; readonly reason: string }
  /** A review runs in the background; insisting would only start it twice. */
  | { readonly kind: 'waiting'; readonly reason: string }
  | {
      readonly kind: 'missing';
      readonly steps: readonly Step[];
      /** The same while nothing changes: the steps and the content they are about. */
      readonly key: string;
    }
  /** The maximum of rounds is reached: a person decides about another one. */
  | { readonly kind: 'exceeded'; readonly reason: string; readonly key: string }
  | {
      readonly kind: 'blocked';
      readonly by: 'precommit' | 'review';
      readonly reason: string;
      readonly key: string;
    }
  | { readonly kind: 'unreadable'; readonly problem: string; readonly key: string };

/** A review that is owed. */
export interface Step {
  readonly kind: ReviewKind;
  readonly command: string;
  /** One sentence for people: why it does not count as done. */
  readonly why: string;
}

/** What each plane owes, in order. */
export const dues: Readonly<Record<Plane, readonly ReviewKind[]>> = {
  code: ['code_review', 'precommit'],
  doc: ['doc_review'],
};

export const commands: Readonly<Record<ReviewKind, string>> = {
  code_review: '/codex-review-fast',
  precommit: '/precommit',
  doc_review: '/codex-review-doc',
};
