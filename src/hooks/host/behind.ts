import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../project/home';

/** A host lives for hours. A small young generation would save 30 MB and make every call wait longer for its collection. */
export const hostFlags = ['--max-old-space-size=256'];

/** So long another call waits before it tries again; a host needs a fraction of it. */
const patienceMs = 10_000;

/**
 * Starts a host behind a call that none answered, so that the next call is answered at once. Nothing is waited for, and
 * nothing that fails here matters: two hosts never serve one home, and an idle one ends by itself.
 */
export function startHostBehind(home: string, env: Env): void {
  const [, runner = ''] = process.argv;
  // Only the copy that the shim starts is the build that a host of this home must be. Windows has no warm path.
  if (process.platform === 'win32' || !runner.startsWith(path.join(home, 'runner') + path.sep)) return;
  if (env.GATEHOUSE_HOST === 'off' || !isOwn(home) || !isFirst(path.join(home, 'host'))) return;
  // In a session of its own, without the client's streams and variables: it outlives the client and keeps it from nothing.
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

/** Of calls that come together one starts a host. */
function isFirst(folder: string): boolean {
  const mark = path.join(folder, 'starting');
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there.
  }
  const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age >= 0 && age < patienceMs) return false;
  rmSync(mark, { force: true });
  writeFileSync(mark, '', { flag: 'wx' });
  return true;
}
