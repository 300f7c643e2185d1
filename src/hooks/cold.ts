import { answered, failureReply, problemOf, type HookInput, type HookRun } from './boundary';
import type { Reply } from './protocol/reply';
import { readStdin, writeAll } from './stdio';

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
  const { reply, finish } = await answered(input, judge);
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
