import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processState } from '../project/process-state';
import { readText } from '../project/read-file';
import { makeFolder } from '../project/make-folder';

const folder = 'windows';
const watched = 'watched';

/**
 * Windows of the editor that show a worktree say so here, each in a file of its own, by the number of its process, and
 * whether a person looks at it. Nothing else depends on it: what cannot be read or written is no window.
 */
export function announceWindow(home: string, pid: number, looked: boolean): void {
  try {
    makeFolder(path.join(home, folder));
    writeFileSync(path.join(home, folder, String(pid)), looked ? watched : '', { mode: 0o600 });
  } catch {
    // Said above.
  }
}

export function withdrawWindow(home: string, pid: number): void {
  try {
    rmSync(path.join(home, folder, String(pid)), { force: true });
  } catch {
    // Said above.
  }
}

/** Does a person look at a window, other than the one of `self`, that shows this worktree? */
export function isWatched(home: string, self?: number): boolean {
  return windowsIn(home).some((pid) => pid !== self && looks(home, pid));
}

function windowsIn(home: string): readonly number[] {
  try {
    return readdirSync(path.join(home, folder))
      .filter((name) => /^[1-9]\d{0,9}$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function looks(home: string, pid: number): boolean {
  // One that was killed did not take its file along.
  return readText(path.join(home, folder, String(pid))) === watched && processState(pid) === 'own';
}
