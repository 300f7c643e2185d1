import { readSync, writeSync } from 'node:fs';

/**
 * Reads all of stdin. Reading the descriptor directly is fastest; a socket without data yet refuses that, and the
 * stream reads the rest.
 */
export async function readStdin(): Promise<string> {
  let space: Buffer = Buffer.allocUnsafeSlow(16 * 1024);
  let length = 0;
  try {
    for (;;) {
      const size = readSync(0, space, length, space.length - length, null);
      if (size === 0) return space.toString('utf8', 0, length);
      length += size;
      if (length === space.length) space = Buffer.concat([space], 2 * length);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return space.toString('utf8', 0, length);
  }
  const chunks = [space.subarray(0, length)];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes the whole text before the process ends: a pipe takes only part of a large text at once. */
export function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}
