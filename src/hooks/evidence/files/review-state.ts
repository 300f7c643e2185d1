import * as z from 'zod/mini';
import { late } from '../../project/late';
import type { ReviewFlag, ReviewState } from '../evidence';
import { jsonFormat } from '../json-file';
import type { StateFile } from '../state-file';
import { publicFile, type Shelf } from '../worktree-files';

const Flag = late(() =>
  z.looseObject({
    executed: z._default(z.boolean(), false),
    passed: z._default(z.boolean(), false),
    last_run: z._default(z.string(), ''),
  }),
);
const never = { executed: false, passed: false, last_run: '' };

/** A key that is missing has its first value; a key of another type makes the file corrupt. */
const Shape = late(() =>
  z.looseObject({
    session_id: z._default(z.string(), ''),
    updated_at: z._default(z.string(), ''),
    has_code_change: z._default(z.boolean(), false),
    has_doc_change: z._default(z.boolean(), false),
    code_review: z._default(Flag, never),
    doc_review: z._default(Flag, never),
    precommit: z._default(Flag, never),
  }),
);

/** `.claude_review_state.json` at the worktree's top. */
export function reviewState(shelf: Shelf): StateFile<ReviewState> {
  return publicFile(shelf, '.claude_review_state.json', jsonFormat<ReviewState>(Shape));
}

export function freshReviewState(): ReviewState {
  return {
    session_id: '',
    updated_at: '',
    has_code_change: false,
    has_doc_change: false,
    code_review: freshFlag(),
    doc_review: freshFlag(),
    precommit: freshFlag(),
  };
}

export function freshFlag(): ReviewFlag {
  return { ...never };
}

/** UTC to the second, as the file writes times. */
export function reviewTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since the epoch; undefined for a time that was never set or cannot be read. */
export function readReviewTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
