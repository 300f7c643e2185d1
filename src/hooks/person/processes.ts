import { execFileSync } from 'node:child_process';
import { readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { readText } from '../project/read-file';
import { processArguments } from '../project/process-state';

/** One process, as far as the system tells. */
export interface Process {
  readonly pid: number;
  /** The program's bare name. */
  readonly name: string;
  readonly args: readonly string[];
  /** The program's file. Unknown outside Linux, and of a process that hides it. */
  readonly file?: string | undefined;
  /** When that file was last written, in milliseconds; only if this account may write it and it changed since the system started. */
  readonly writtenAt?: number | undefined;
  /** It is the first process of a namespace that any account can create. */
  readonly enclosed?: true | undefined;
  /** It belongs to this account and hides its file, so its name is unverified. */
  readonly hidden?: true | undefined;
  /** The session that it belongs to: the process that leads its terminal. Unknown outside Linux. */
  readonly session: number | undefined;
  /** Does it have a controlling terminal? Unknown outside Linux. */
  readonly terminal?: boolean | undefined;
  /** Its environment when it started; empty if it cannot be read. */
  readonly env: Readonly<Record<string, string>>;
}

const longestChain = 64;

/** A process and its ancestors, nearest first; undefined if the system does not tell. */
export function chainFrom(pid: number): readonly Process[] | undefined {
  const parentOf = process.platform === 'linux' ? fromProc : process.platform === 'darwin' ? fromPs() : undefined;
  if (parentOf === undefined) return undefined;
  const chain: Process[] = [];
  for (let next = pid; next > 0 && chain.length < longestChain;) {
    const found = parentOf(next);
    if (found === undefined) return undefined;
    chain.push(found.process);
    next = found.parent;
  }
  return chain;
}

interface Found {
  readonly process: Process;
  readonly parent: number;
}

function fromProc(pid: number): Found | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const nameEnd = stat.lastIndexOf(')');
  const [, parent, , session, terminal] = stat.slice(nameEnd + 2).split(' ');
  const shown = stat.slice(stat.indexOf('(') + 1, nameEnd);
  const file = program(pid);
  const found: Process = {
    pid,
    name: path.basename(file ?? shown).toLowerCase(),
    ...(file === undefined ? whereHidden(pid) : { file, ...writtenByAccount(pid) }),
    args: processArguments(pid).filter((arg) => arg !== ''),
    session: Number(session),
    terminal: terminal !== '0',
    ...whereEnclosed(Number(parent)),
    env: environment(readText(`/proc/${pid}/environ`) ?? ''),
  };
  return { process: found, parent: Number(parent) };
}

function program(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

/** A file that was removed since can still be asked through the process that runs it. */
function writtenByAccount(pid: number): Pick<Process, 'writtenAt'> {
  const stats = statSync(`/proc/${pid}/exe`, { throwIfNoEntry: false });
  const own = process.getuid?.() ?? 0;
  if (stats === undefined || (own !== 0 && stats.uid !== own)) return {};
  return stats.ctimeMs > systemStart() ? { writtenAt: stats.ctimeMs } : {};
}

/** When the first process started; the files of a container image are older. */
function systemStart(): number {
  const boot = Number(/^btime (\d+)$/m.exec(readText('/proc/stat') ?? '')?.[1] ?? 0);
  const stat = readText('/proc/1/stat') ?? '';
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  return (boot + ticks / ticksPerSecond) * 1000;
}

/** Linux reports this value to all programs. */
const ticksPerSecond = 100;

/** No other process here has this account, so a program gave it to itself. */
function whereEnclosed(parent: number): Pick<Process, 'enclosed'> {
  return parent === 0 && /^\s*\d+\s+\d+\s+1\s*$/.test(readText('/proc/self/uid_map') ?? '') ? { enclosed: true } : {};
}

function whereHidden(pid: number): Pick<Process, 'hidden'> {
  const uid = /^Uid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
  return uid !== undefined && Number(uid) === process.getuid?.() ? { hidden: true } : {};
}

function environment(text: string): Record<string, string> {
  const pairs = text.split('\0').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** macOS has no /proc: one table of all processes. */
function fromPs(): ((pid: number) => Found | undefined) | undefined {
  let table: string;
  try {
    table = execFileSync('/bin/ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8', timeout: 5_000 });
  } catch {
    return undefined;
  }
  const rows = new Map<number, Found>();
  for (const line of table.split('\n')) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || command === undefined) continue;
    const args = command.split(' ');
    const name = path.basename(/\.app\/Contents\/MacOS\/[^ ]+/.exec(command)?.[0] ?? args[0] ?? '');
    const found: Process = {
      pid: Number(pid),
      name: name.replace(/^-/, '').toLowerCase(),
      args,
      session: undefined,
      env: {},
    };
    rows.set(found.pid, { process: found, parent: Number(parent) });
  }
  return (pid) => rows.get(pid);
}
