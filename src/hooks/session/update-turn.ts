import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { processState } from '../project/process-state';
import { readText } from '../project/read-file';

/** A check older than this is dead. */
const longestMs = 120_000;

/**
 * One look at a time: the file names the process that looks. Undefined while another one does. Only the holder of the
 * turn ends it, and a turn of a process that is gone is taken over.
 */
export function takeTurn(file: string): (() => void) | undefined {
  const mark = `${process.pid} ${randomBytes(6).toString('hex')}\n`;
  if (!create(file, mark)) {
    if (isHeld(file)) return undefined;
    remove(file);
    if (!create(file, mark)) return undefined;
  }
  return () => {
    if (readText(file) === mark) remove(file);
  };
}

function create(file: string, mark: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, mark);
    closeSync(handle);
    return true;
  } catch {
    return false;
  }
}

function isHeld(file: string): boolean {
  const pid = Number(/^\s*(\d{1,9})\b/.exec(readText(file) ?? '')?.[1]);
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!Number.isInteger(pid) || pid < 2) return Date.now() - since < 5_000;
  const state = processState(pid);
  if (state !== 'own') return state === 'foreign';
  return Date.now() - since < longestMs;
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The holder released it in the same moment.
  }
}
