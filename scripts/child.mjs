import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

const windows = process.platform === 'win32';
const running = new Set();

/** Ends a child together with everything it started. */
function endGroup(child, signal) {
  try {
    if (windows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}

process.once('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL');
});
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
]) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, 'SIGTERM');
    setTimeout(() => process.exit(128 + number), running.size > 0 ? 1500 : 0);
  });
}

/**
 * Runs a program to its end. Every line of its output goes to `log` (a file under out/logs) and to `onLine`.
 * Children are ended with their whole group when this process ends, however it ends.
 */
export function run(command, args, { cwd = root, env = process.env, log, onLine = () => {}, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const file = log === undefined ? undefined : openLog(log);
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !windows,
      shell: windows && command === 'npm',
    });
    running.add(child);
    let output = '';
    const listen = (stream) => {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output += chunk;
        file?.write(chunk);
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      });
      stream.on('end', () => {
        if (rest !== '') onLine(rest);
      });
    };
    listen(child.stdout);
    listen(child.stderr);
    let late = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            endGroup(child, 'SIGTERM');
            setTimeout(() => endGroup(child, 'SIGKILL'), 3000).unref();
          }, timeoutMs);
    const finish = (code) => {
      clearTimeout(timer);
      running.delete(child);
      file?.end();
      if (late) output += `\nended after ${timeoutMs / 1000} s without a result\n`;
      resolve({ code: late ? 124 : code, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once('close', (code, signal) => finish(code ?? (signal === null ? 1 : 128)));
  });
}

function openLog(name) {
  const folder = path.join(root, 'out/logs');
  mkdirSync(folder, { recursive: true });
  return createWriteStream(path.join(folder, `${name.replaceAll(':', '-')}.log`));
}

/** Runs a program that talks to the terminal itself (watch mode). */
export function attach(command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.once('error', () => resolve({ code: 127, output: '' }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: '' }));
  });
}
