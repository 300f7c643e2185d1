import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../project/read-file';
import { isAlive } from './client';

/** Ends a host that lives and does not answer. False where the process is no host: its number was used again. */
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

function isHost(pid: number): boolean {
  try {
    return / host serve\s*$/.test(commandLine(pid));
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return (readText(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
  if (process.platform !== 'win32')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  return execFileSync('powershell.exe', ['-NoProfile', '-Command', query], { encoding: 'utf8' });
}
