import { spawn } from 'node:child_process';
import { Worker, workerData } from 'node:worker_threads';
import { writeLog } from './log';

/** How often the host shows that its thread runs, and how many of these it may miss. */
const beatMs = 250;
const mayMiss = 12;

interface Watched {
  readonly home: string;
  readonly beats: Int32Array;
  /** The command line of the host. */
  readonly again: readonly string[];
}

/**
 * Has the host's thread watched from another one, which this program runs as `host watch`. A call that blocks the thread
 * would block every later call too.
 */
export function watchThisThread(home: string): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const [program = '', ...args] = process.argv.slice(1);
  const again = [process.execPath, ...process.execArgv, program, ...args];
  const worker = new Worker(program, { argv: ['host', 'watch'], workerData: { home, beats, again } satisfies Watched });
  worker.on('error', (error) => writeLog(home, `the watch failed: ${String(error)}`));
  worker.unref();
}

/** The other thread: starts another host in the place of one that hangs. Looks are counted, not time: a machine sleeps. */
export function watchOtherThread(): void {
  const { home, beats, again } = workerData as Watched;
  let last = -1;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    missed = now === last ? missed + 1 : 0;
    last = now;
    if (missed < mayMiss) return;
    writeLog(home, `the host hangs: process ${process.pid} is ended and another one started`);
    const [program = '', ...args] = again;
    spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true }).unref();
    process.kill(process.pid, 'SIGKILL');
  }, beatMs);
}
