import * as z from 'zod/mini';
import { late } from '../../project/late';
import { jsonFormat } from '../json-file';
import type { StateFile } from '../state-file';
import { publicFile, type Shelf } from '../worktree-files';

/** In which turn of which conversation a code index was last asked, and which ones were. */
export const TurnState = late(() =>
  z.looseObject({
    transcript_id: z.string(),
    turn_counter: z.number(),
    tools_used: z.optional(z.array(z.string())),
    /** Only in our own: the client's id of the prompt that began the turn. */
    prompt_id: z.optional(z.string()),
  }),
);
export type TurnState = z.infer<typeof TurnState>;

/** `.claude/codegraph-turn-state.json`, or `.claude/code-intelligence-turn-state.json` of the version for several indexes. */
export function turnState(shelf: Shelf, name: 'codegraph' | 'code-intelligence' = 'codegraph'): StateFile<TurnState> {
  return publicFile(shelf, `.claude/${name}-turn-state.json`, jsonFormat(TurnState));
}
