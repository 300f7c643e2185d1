import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, closeSync, openSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import type { Env } from './home';
import { codeOf } from './functions';

export interface ExecOptions {
  readonly cwd: string;
  readonly timeoutMs: number;
  /** The program's stdin; generated piece by piece if it is large. */
  readonly input?: string | Iterable<string | Buffer>;
  /** `latin1` keeps every byte of the output, one letter a byte. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Laid over the environment of the call. */
  readonly env?: Env;
  /** Output beyond this is dropped (and the process goes on); default 64 MB. */
  readonly maxBytes?: number;
  /** Ends the program and everything that it started. */
  readonly signal?: AbortSignal;
  /**
   * The program is left running and this file takes what it says; the promise resolves when it has started, and it is
   * ended after `timeoutMs`.
   */
  readonly leaveInto?: string;
  /** Called with each chunk of stdout and stderr. */
  readonly onOutput?: (chunk: Buffer) => void;
}

export interface ExecResult {
  /** The exit code, or -1 if there is none. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: 'exited' | 'killed' | 'timed-out' | 'not-found';
}

/** Runs a program without a shell. Never rejects: what went wrong is in the result. */
export type Exec = (command: string, args: readonly string[], options: ExecOptions) => Promise<ExecResult>;

/** Inherited `GIT_*` variables would point git at another repository. */
const withoutGit = (env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));

/** `endings` collects the functions that end programs still running when the call is over. */
export function execIn(env: Readonly<NodeJS.ProcessEnv>, endings?: Set<() => void>): Exec {
  let made: NodeJS.ProcessEnv | undefined;
  // Most hooks start no program, and an environment has many names.
  const base = () => (made ??= { ...withoutGit(env), LC_ALL: 'C' });
  return async (command, args, options) => {
    if (options.leaveInto !== undefined) {
      const { cwd, leaveInto: into, timeoutMs: withinMs } = options;
      const started = await leaveRunning(command, args, { cwd, into, withinMs, env: { ...base(), ...options.env } });
      return { code: started ? 0 : -1, stdout: '', stderr: '', outcome: started ? 'exited' : 'not-found' };
    }
    if (isMissing(command, options.env?.PATH ?? env.PATH)) {
      return { code: -1, stdout: '', stderr: '', outcome: 'not-found' };
    }
    return new Promise((resolve) => {
      const child: ChildProcess = spawn(command, args, {
        cwd: options.cwd,
        env: { ...base(), ...options.env },
        stdio: ['pipe', 'pipe', 'pipe'],
        // A process group of its own, so that a timeout ends grandchildren too.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      const end = () => endGroup(child.pid);
      endings?.add(end);
      const limit = options.maxBytes ?? 64 * 1024 * 1024;
      const out = collect(child.stdout, limit, options.onOutput, options.encoding);
      const err = collect(child.stderr, limit, options.onOutput);
      const timer = setTimeout(() => {
        end();
        // A program that left the group may hold the pipes open forever.
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
        settle(-1, 'timed-out');
      }, options.timeoutMs);
      if (options.signal?.aborted === true) end();
      options.signal?.addEventListener('abort', end, { once: true });
      // A program that a person may stop can run long, and must not outlive this process.
      if (options.signal !== undefined) process.once('exit', end);
      const settle = (code: number, outcome: ExecResult['outcome']) => {
        clearTimeout(timer);
        endings?.delete(end);
        options.signal?.removeEventListener('abort', end);
        process.off('exit', end);
        resolve({ code, stdout: out(), stderr: err(), outcome });
      };
      child.on('error', (error) => settle(-1, codeOf(error) === 'ENOENT' ? 'not-found' : 'killed'));
      child.on('close', (code) => settle(code ?? -1, code === null ? 'killed' : 'exited'));
      // A program that ends without reading its input is not an error.
      child.stdin?.on('error', () => undefined);
      feed(child.stdin, options.input ?? '');
    });
  };
}

/** Failing to start a missing program takes as long as starting one. */
function isMissing(command: string, path: string | undefined): boolean {
  if (process.platform === 'win32' || command.includes('/') || path === undefined) return false;
  const folders = path.split(':');
  return folders.every((folder) => folder.startsWith('/') && !existsSync(`${folder}/${command}`));
}

function feed(stdin: Writable | null, input: NonNullable<ExecOptions['input']>): void {
  if (stdin === null) return;
  if (typeof input === 'string') stdin.end(input);
  else {
    Readable.from(input, { objectMode: false })
      .on('error', () => stdin.destroy())
      .pipe(stdin);
  }
}

/** A program that could not be started for want of file descriptors has no streams. */
function collect(
  stream: NodeJS.ReadableStream | null | undefined,
  limit: number,
  heard: ((chunk: Buffer) => void) | undefined,
  encoding: 'utf8' | 'latin1' = 'utf8',
): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (size < limit) chunks.push(chunk);
    size += chunk.length;
    heard?.(chunk);
  });
  return () => Buffer.concat(chunks).toString(encoding);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself in the same moment.
  }
}

/**
 * Starts a program that outlives this process, with a time limit and its output in a file. Tells whether it started,
 * and does not wait for it.
 */
function leaveRunning(
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
