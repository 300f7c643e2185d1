import { readSync, writeSync } from 'node:fs';
import { answerHook } from './pipeline/hook';
import type { Reply } from './protocol/reply';

/** argv to command; nothing else. */
async function answered(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name !== 'hook') {
    const { runCommand } = await import(/* webpackChunkName: "rest" */ './cli/run');
    return runCommand(argv);
  }
  return deliver(await answerHook(rest, { payload: await stdin(), env: process.env, cwd: process.cwd(), via: 'cold' }));
}

/**
 * Everything on stdin, to the end. The fast way reads the descriptor directly; a socket that has nothing yet
 * refuses that, and then the stream gives the rest.
 */
async function stdin(): Promise<string> {
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

/** Writes the whole reply before the process may end: a pipe takes only part of a large text at once. */
function deliver(reply: Reply): number {
  writeAll(1, reply.stdout);
  writeAll(2, reply.stderr);
  return reply.exitCode;
}

function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}

/** Runs the program; it ends with the last thing that is still going on. */
export function main(argv: readonly string[]): void {
  answered(argv).then(
    (code) => {
      process.exitCode = code;
      // Node would wait for its own threads and take itself apart, which takes as long as half a hook.
      if (argv[0] === 'hook' && process.getActiveResourcesInfo().length === 0) process.exit();
    },
    (error: unknown) => {
      writeAll(2, `gatehouse: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
