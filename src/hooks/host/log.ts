import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { hostFolder } from './endpoint';

const sizeLimit = 256 * 1024;

export const logFile = (home: string): string => path.join(hostFolder(home), 'host.log');

/** Adds a line to the host's log. A log that cannot be written keeps no call from its answer. */
export function writeLog(home: string, what: string): void {
  const file = logFile(home);
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > sizeLimit) renameSync(file, `${file}.1`);
    appendFileSync(file, `${new Date().toISOString()} ${what}\n`, { mode: 0o600 });
  } catch {
    // It is not written.
  }
}
