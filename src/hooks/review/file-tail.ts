import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The end of a text file; undefined where there is none. Only regular files: a pipe would never end. */
export function fileTail(file: string, bytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stats.size, bytes));
    const length = readSync(descriptor, buffer, 0, buffer.length, stats.size - buffer.length);
    return buffer.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
