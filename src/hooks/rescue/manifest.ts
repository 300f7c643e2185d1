import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import { parseAs } from '../protocol/json';

/** Where a snapshot is kept. */
export const namespace = 'refs/gatehouse/rescue/';

/** What lists show of a snapshot; it is in the commit's message. */
export const Summary = lazyObject(() => ({
  v: z.literal(1),
  at: z.number(),
  session: z.string(),
  /** What ran afterwards; secrets are masked. */
  command: z.string(),
  root: z.string(),
  /** The last commit; absent before the first one. */
  base: z.optional(z.string()),
  files: z.number(),
  stashes: z.number(),
  refs: z.array(z.string()),
  bytes: z.number(),
  /** Of the content: the same state is kept once. */
  digest: z.string(),
  worktree: z.optional(z.boolean()),
  /** Taken before a restore, to undo it. */
  undo: z.optional(z.boolean()),
}));
export type Summary = z.infer<typeof Summary>;

export interface Snapshot extends Summary {
  /** `20261119-071402-3fa9c1` */
  readonly id: string;
  readonly ref: string;
}

/** One line a snapshot for `git for-each-ref`; the summary is the second paragraph of the message. */
export const listFormat = '--format=%(refname)%00%(contents:body)%00%00';

/** What `git for-each-ref` printed in that format, newest first. Refs that are not Gatehouse snapshots are left out. */
export function readList(output: string): readonly Snapshot[] {
  const found = output.split('\0\0').flatMap((record) => {
    const [ref = '', body = ''] = record.replace(/^\n/, '').split('\0');
    const summary = parseAs(Summary, body.trim());
    return summary === undefined ? [] : [{ ...summary, ref, id: ref.slice(namespace.length) }];
  });
  return found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

/** How long and how much is kept. */
const keptMs = 14 * 24 * 60 * 60 * 1000;
const keptBytes = 2 * 1024 * 1024 * 1024;

/** Snapshots that are too old or too many, given newest first; the newest always stays. */
export function outdated(snapshots: readonly Snapshot[], now: number): readonly Snapshot[] {
  let bytes = 0;
  return snapshots.filter((snapshot, at) => {
    bytes += snapshot.bytes;
    return at > 0 && (now - snapshot.at > keptMs || bytes > keptBytes);
  });
}
