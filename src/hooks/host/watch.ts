import { spawn, execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { attempt } from '../project/functions';
import { isAlive } from './client';
import { hostFolder } from './endpoint';
import { processArguments } from '../project/process-state';

/** The interval of the host's heartbeat, and how many beats it may miss. */
const beatMs = 1000;
const mayMiss = 3;

interface Watched {
  readonly home: string;
  readonly beats: Int32Array;
  /** The command line of the host. */
  readonly again: readonly string[];
}

/** Watches the host's thread from a second thread (`host watch`): a call that blocks it would block every later call. */
export function watchThisThread(home: string): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const [program = '', ...args] = process.argv.slice(1);
  const again = [process.execPath, ...process.execArgv, program, ...args];
  const worker = new Worker(program, { argv: ['host', 'watch'], workerData: { home, beats, again } satisfies Watched });
  worker.on('error', (error) => writeLog(home, `the watch failed: ${String(error)}`));
  worker.unref();
}

/** The second thread: replaces a host that hangs. It counts beats, not time, because machines sleep. */
export function watchOtherThread(): void {
  const { home, beats, again } = workerData as Watched;
  let last = -1;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    missed = now === last ? missed + 1 : 0;
    last = now;
    if (missed < mayMiss) return;
    writeLog(home, `the host hangs: process ${process.pid} is stopped and another one started`);
    const [program = '', ...args] = again;
    spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true }).unref();
    process.kill(process.pid, 'SIGKILL');
  }, beatMs);
}

const sizeLimit = 256 * 1024;

export const logFile = (home: string): string => path.join(hostFolder(home), 'host.log');

/** Adds a line to the host's log. Failing to write it delays no call. */
export function writeLog(home: string, what: string): void {
  const file = logFile(home);
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > sizeLimit) renameSync(file, `${file}.1`);
    appendFileSync(file, `${new Date().toISOString()} ${what}\n`, { mode: 0o600 });
  } catch {
    // It is not written.
  }
}

/** Kills a host that does not answer. False if the process is no host: its number was reused. */
export async function endStuckHost(pid: number): Promise<boolean> {
  if (pid === process.pid || !isHost(pid)) return false;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the same moment.
  }
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(20);
  return !isAlive(pid);
}

const isHost = (pid: number): boolean => attempt(() => / host serve\s*$/.test(commandLine(pid))) ?? false;

function commandLine(pid: number): string {
  if (process.platform === 'linux') return processArguments(pid).join(' ');
  if (process.platform !== 'win32')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  return execFileSync('powershell.exe', ['-NoProfile', '-Command', query], { encoding: 'utf8' });
}
