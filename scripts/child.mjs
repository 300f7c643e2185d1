import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

const windows = process.platform === 'win32';
const patienceMs = 8000;

/** The children under way, each with its way to be ended. Only while there are any does a signal concern us. */
const running = new Map();
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

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
  for (const end of running.values()) end('SIGKILL');
});

function onSignal(signal) {
  const code = 128 + signals[signal];
  process.exitCode = code;
  for (const end of running.values()) end('SIGTERM');
  setTimeout(() => process.exit(code), patienceMs);
}

function began(child, end) {
  if (running.size === 0) for (const signal of Object.keys(signals)) process.on(signal, onSignal);
  running.set(child, end);
}

function ended(child) {
  if (!running.delete(child) || running.size > 0) return;
  for (const signal of Object.keys(signals)) process.off(signal, onSignal);
  // After a signal nothing else is begun; the caller that waits for the child may still choose another exit code.
  if (process.exitCode > 128) setImmediate(() => process.exit());
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
    began(child, (signal) => endGroup(child, signal));
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
      ended(child);
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

/** Runs a program that talks to the terminal itself. */
export function attach(command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    began(child, (signal) => child.kill(signal));
    const finish = (code) => {
      ended(child);
      resolve({ code, output: '' });
    };
    child.once('error', () => finish(127));
    child.once('close', (code) => finish(code ?? 1));
  });
}
