import { readSync, writeSync } from 'node:fs';
import { answerAtBoundary, failureReply, problemOf, type HookInput, type HookRun } from './boundary';
import type { Reply } from './protocol/reply';
import { codeOf } from './project/functions';

/** A hook in a process of its own: reads stdin, answers, and only then writes records. */
export async function runCold(args: readonly string[], judge: (run: HookRun) => Promise<Reply>): Promise<never> {
  const cwd = directory();
  let input: HookInput = { args, payload: '', env: process.env, cwd, via: 'cold', pid: () => process.pid };
  let sent: Reply | undefined;
  const send = (reply: Reply) => {
    sent = reply;
    writeAll(1, reply.stdout);
    writeAll(2, reply.stderr);
  };
  // If an error is thrown outside of a promise, a reply is still sent.
  process.on('uncaughtException', (error) => {
    if (sent === undefined) send(failureReply(input, problemOf(error)));
    process.exit(sent?.exitCode);
  });
  input = { ...input, payload: await readStdin() };
  const { reply, finish } = await answerAtBoundary(input, judge);
  send(reply);
  finish();
  // Without this call, Node would wait for its threads, which takes half as long as the hook itself.
  process.exit(reply.exitCode);
}

/** The directory of the hook. If it was removed, the root replaces it: Node cannot work in a missing directory. */
function directory(): string {
  try {
    return process.cwd();
  } catch {
    process.chdir('/');
    return process.env.PWD ?? '/';
  }
}

/**
 * Reads all of stdin. Reading the descriptor directly is fastest; a socket without data yet refuses that, and the
 * stream reads the rest.
 */
async function readStdin(): Promise<string> {
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
    if (codeOf(error) !== 'EAGAIN') return space.toString('utf8', 0, length);
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
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}
