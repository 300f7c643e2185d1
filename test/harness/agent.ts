import { spawn } from 'node:child_process';
import path from 'node:path';

const runner = path.resolve(__dirname, '../../dist/hooks/runner.js');

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Runs a program with a text on its stdin, to its end. */
export function answerOf(
  command: string,
  args: readonly string[],
  { cwd, env, stdin = '' }: { cwd: string; env: Env; stdin?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...env }, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
    // A program may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

/** Runs the built runner. */
export const gatehouse = (args: readonly string[], at: { cwd: string; env: Env; stdin?: string }): Promise<Answer> =>
  answerOf(process.execPath, [runner, ...args], at);

/** Gives the built runner one payload, as a client would. */
export function hook(payload: { hook_event_name: string; cwd: string } & object, env: Env): Promise<Answer> {
  const at = { cwd: payload.cwd, env, stdin: JSON.stringify(payload) };
  return gatehouse(['hook', payload.hook_event_name], at);
}
