import { inFileName } from '../public-names';
import type { StateFile } from '../state-file';
import { linesFormat, numberFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** `.claude/.session-changes-<id>`: one path per line, in the order of the edits, repetitions kept. */
export function sessionChanges(shelf: Shelf, session: string): StateFile<readonly string[]> {
  return publicFile(shelf, `.claude/.session-changes-${inFileName(session)}`, linesFormat);
}

/** `.claude/.prompt-count-<id>`: how many prompts the session has had. */
export function promptCount(shelf: Shelf, session: string): StateFile<number> {
  return publicFile(shelf, `.claude/.prompt-count-${inFileName(session)}`, numberFormat);
}

/** `.claude/.session-start-epoch`: when the session began (seconds since the epoch). */
export function sessionStartEpoch(shelf: Shelf): StateFile<number> {
  return publicFile(shelf, '.claude/.session-start-epoch', numberFormat);
}
