import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Starts a program that outlives this process, ended after a while if it does not end by itself. What it says goes into
 * a file. Tells whether it could be started and waits for nothing else.
 */
export function leaveRunning(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    into,
    withinMs,
  }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly into: string; readonly withinMs: number },
): Promise<boolean> {
  const file = openSync(into, 'w', 0o600);
  // We will have exited, so a shell enforces the limit.
  const [program, words] =
    process.platform === 'win32'
      ? [command, args]
      : ['/bin/sh', ['-c', watched, String(Math.ceil(withinMs / 1000)), command, ...args]];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd,
      env,
      stdio: ['ignore', file, 'ignore'],
      detached: true,
      windowsHide: true,
    });
    closeSync(file);
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

const watched = '"$@" & it=$!; (sleep "$0"; kill "$it") >/dev/null 2>&1 & guard=$!; wait "$it"; kill "$guard"';
