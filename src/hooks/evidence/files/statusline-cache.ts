import * as z from 'zod/mini';
import { late } from '../../project/late';
import { jsonFormat } from '../json-file';
import type { StateFile } from '../state-file';
import { publicFile, type Shelf } from '../worktree-files';

const text = late(() => z._default(z.string(), ''));
const number = late(() => z._default(z.number(), 0));

export const StatuslineCache = late(() =>
  z.looseObject({
    dirty: number,
    worktrees: number,
    plan: text,
    test: text,
    /** Seconds since the epoch. */
    updated: number,
    agents_active: number,
    agents_types: text,
    agents_total: number,
  }),
);
export type StatuslineCache = z.infer<typeof StatuslineCache>;

/** `.claude/.statusline-cache`: what a status line shows without asking git itself. */
export function statuslineCache(shelf: Shelf): StateFile<StatuslineCache> {
  return publicFile(shelf, '.claude/.statusline-cache', jsonFormat(StatuslineCache));
}
