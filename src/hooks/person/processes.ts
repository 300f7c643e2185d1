import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** One process, as far as the system tells. */
export interface Process {
  readonly pid: number;
  /** The program's bare name. */
  readonly name: string;
  readonly args: readonly string[];
  /** The session that it belongs to: the process that leads its terminal. Unknown outside Linux. */
  readonly session: number | undefined;
  /** Has it a terminal to be spoken to at? Unknown outside Linux. */
  readonly terminal?: boolean | undefined;
  /** Its environment when it started; empty where it cannot be read. */
  readonly env: Readonly<Record<string, string>>;
}

const longestChain = 64;

/** A process and its ancestors, nearest first; undefined where the system does not tell. */
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
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const nameEnd = stat.lastIndexOf(')');
  const [, parent, , session, terminal] = stat.slice(nameEnd + 2).split(' ');
  const shown = stat.slice(stat.indexOf('(') + 1, nameEnd);
  const found: Process = {
    pid,
    name: path.basename(program(pid) ?? shown).toLowerCase(),
    args: (read(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((arg) => arg !== ''),
    session: Number(session),
    terminal: terminal !== '0',
    env: environment(read(`/proc/${pid}/environ`) ?? ''),
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

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
