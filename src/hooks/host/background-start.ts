import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../project/home';

/**
 * No flag for a small young generation: it would save 30 MB, but garbage collection would slow down every call.
 * `--always-sparkplug` compiles code at its first use, and `--interrupt-budget` (132,000 by default) has it optimized after
 * fewer calls: between calls the host's code drops out of the CPU caches, and what is smaller then answers sooner.
 */
export const hostFlags = ['--max-old-space-size=256', '--always-sparkplug', '--interrupt-budget=4000'];

/** For this long no other call starts a host; one starts in a fraction of it. */
const startingMs = 10_000;

/**
 * Starts a host after a call that no host answered, so that the next call is fast. It does not wait for the host.
 * Two starts at once are harmless: one host serves a home, the other exits.
 */
export function startHostInBackground(home: string, env: Env): void {
  const [, runner = ''] = process.argv;
  // A host must be the build that the shim of this home starts. Windows has no warm path.
  if (process.platform === 'win32' || !runner.startsWith(path.join(home, 'runner') + path.sep)) return;
  if (env.GATEHOUSE_HOST === 'off' || !isOwn(home) || !isFirst(path.join(home, 'host'))) return;
  // Detached, without the client's streams and variables: it outlives the client and does not block it.
  const child = spawn(process.execPath, [...hostFlags, runner, 'host', 'serve'], {
    cwd: home,
    env: { ...kept(env), GATEHOUSE_HOME: home },
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  child.unref();
}

function kept(env: Env): NodeJS.ProcessEnv {
  const names = ['HOME', 'PATH', 'USER', 'LOGNAME', 'LANG', 'TMPDIR', 'ELECTRON_RUN_AS_NODE'];
  return Object.fromEntries(names.map((name) => [name, env[name] ?? process.env[name]]));
}

/** A folder that others may write to could hold their runner. */
function isOwn(home: string): boolean {
  const stats = lstatSync(home);
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** One of several simultaneous calls starts the host. */
function isFirst(folder: string): boolean {
  const mark = path.join(folder, 'starting');
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // The folder exists.
  }
  const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age >= 0 && age < startingMs) return false;
  rmSync(mark, { force: true });
  writeFileSync(mark, '', { flag: 'wx' });
  return true;
}
