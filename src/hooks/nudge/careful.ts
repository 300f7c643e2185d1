import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { late } from '../project/late';

const State = late(() => z.looseObject({ active: z.union([z.boolean(), z.string()]) }));

/** Where people's careful mode is kept, in the order it is looked for. */
export const carefulFiles = ['.claude/careful-state.json', '.claude/hooks/careful-state.json'] as const;

/** Is careful mode on for this worktree? A file that cannot be read switches nothing on. */
export function isCareful(site: Pick<Site, 'root'>): boolean {
  return carefulFiles.some((name) => {
    try {
      const state = State.safeParse(JSON.parse(readFileSync(path.join(site.root, name), 'utf8')));
      return state.success && String(state.data.active).toLowerCase() === 'true';
    } catch {
      return false;
    }
  });
}
