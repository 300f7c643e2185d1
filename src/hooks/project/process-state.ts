import { readText } from './read-file';
import { codeOf } from './functions';

/** What the system says of a process number: this person's process, another one's or none that is there. */
export function processState(pid: number): 'own' | 'foreign' | 'ended' {
  try {
    process.kill(pid, 0);
    return 'own';
  } catch (error) {
    return codeOf(error) === 'ESRCH' ? 'ended' : 'foreign';
  }
}

/** Where the system does not say when a process began. */
export const unknownStart = 'alive';

/**
 * When a process began: it tells the process from a later one with the same number. Undefined when it has ended; where
 * there is no /proc, the same word for every process.
 */
export function processStart(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return processState(pid) === 'ended' ? undefined : unknownStart;
  // The name in brackets may hold spaces and brackets of its own.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // One that only waits to be reaped has ended.
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** The words that a process was started with; none if it has ended or the system does not say. */
export function processArguments(pid: number): readonly string[] {
  const line = readText(`/proc/${pid}/cmdline`) ?? '';
  return line === '' ? [] : line.replace(/\0$/, '').split('\0');
}
