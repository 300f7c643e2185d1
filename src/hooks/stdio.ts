import { readSync, writeSync } from 'node:fs';

/**
 * Everything on stdin, to the end. The fast way reads the descriptor directly; a socket that has nothing yet refuses
 * that, and then the stream gives the rest.
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

/** Writes all of a text before the process may end: a pipe takes only part of a large one at once. */
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
