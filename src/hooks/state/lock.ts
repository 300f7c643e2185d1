import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import { processStart, unknownStart } from '../project/process-state';
import { stopwatch, codeOf, ActionableError } from '../project/functions';
import { removeFile } from './atomic-file';
import { makeFolder, readFile, readText } from '../project/read-file';
import { parseAs } from '../protocol/json';

/**
 * A lock across processes is a folder of numbered turns. `7` is a turn that is held, `7.free` one that was given back;
 * the highest number counts and is never deleted before a higher one exists. A process that finds the highest turn free, or
 * its holder gone, creates the next number, and only one process can: no live holder's file is ever removed to take
 * over, which is where locks of one file go wrong.
 */
export interface Lease {
  /** False once another process has taken over, because this one was silent for too long. */
  held(): boolean;
  /** The previous holder was killed during its work. */
  readonly inherited: boolean;
}

/** The work under a lock takes milliseconds; a holder that is silent for longer is stopped or gone. */
const expiryMs = 10_000;
/** A lock without an owner is just being created, unless it is older than this. */
const birthMs = 1_000;
const defaultWaitMs = 30_000;

const Owner = lazyObject(() => ({ pid: z.number(), start: z.string(), host: z.string(), at: z.number() }));
type Owner = z.infer<typeof Owner>;

/** Runs the work alone among all processes. Rejects when the lock stays taken. */
export async function withLock<T>(
  folder: string,
  work: (lease: Lease) => T | Promise<T>,
  waitMs = defaultWaitMs,
): Promise<T> {
  const deadline = stopwatch() + waitMs;
  for (let pause = 1; ; pause = Math.min(pause * 1.5, 25)) {
    const turn = take(folder);
    if (turn !== undefined) {
      try {
        const done = work(turn);
        return done instanceof Promise ? await done : done;
      } finally {
        turn.release();
      }
    }
    if (stopwatch() > deadline) {
      throw new ActionableError(
        `Another process has kept ${folder} locked for ${waitMs} ms.`,
        'Try again. If it stays locked, delete that folder.',
      );
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** Removes a lock whose file is gone or at rest. False while a process holds it. */
export function removeLock(folder: string): boolean {
  const turn = take(folder);
  if (turn === undefined) return false;
  const aside = `${folder}.gone-${String(process.pid)}`;
  try {
    // Who waits for it finds no folder, and makes another one.
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
    return true;
  } finally {
    turn.release();
  }
}

interface Entry {
  readonly number: number;
  readonly name: string;
}

function take(folder: string): (Lease & { release(): void }) | undefined {
  const before = highest(folder);
  if (before !== undefined && !before.name.endsWith('.free') && !isAbandoned(path.join(folder, before.name)))
    return undefined;
  const number = (before?.number ?? 0) + 1;
  const name = String(number);
  const file = path.join(folder, name);
  try {
    writeFileSync(file, JSON.stringify(me()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Taken, or removed with its folder, in the same moment.
    if (['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
  // A slow process may create a number that others have already passed.
  const now = entries(folder);
  if (now.some((entry) => entry.number >= number && entry.name !== name)) {
    removeFile(file);
    return undefined;
  }
  for (const entry of now) if (entry.number < number) removeFile(path.join(folder, entry.name));
  return {
    inherited: before !== undefined && !before.name.endsWith('.free'),
    held: () => highest(folder)?.name === name,
    release: () => {
      try {
        renameSync(file, `${file}.free`);
      } catch {
        // Taken over in the meantime: the turn is no longer ours to give back.
      }
    },
  };
}

function entries(folder: string): Entry[] {
  return namesThere(folder)
    .filter((name) => /^\d{1,15}(?:\.free)?$/.test(name))
    .map((name) => ({ number: Number.parseInt(name, 10), name }));
}

/** The folder is made when it is first looked into: later that would be one step more for every turn. */
function namesThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    makeFolder(folder);
    return [];
  }
}

function highest(folder: string): Entry | undefined {
  return entries(folder).reduce<Entry | undefined>(
    (top, entry) => (top === undefined || entry.number > top.number ? entry : top),
    undefined,
  );
}

function isAbandoned(file: string): boolean {
  const reading = readFile(file);
  // Given back or removed this moment: the next look tells.
  if (reading.kind === 'missing') return false;
  const owner = reading.kind === 'bytes' ? parseAs(Owner, reading.bytes.toString('utf8')) : undefined;
  if (owner === undefined) return reading.kind === 'unreadable' || Date.now() - reading.stats.mtimeMs > birthMs;
  if (Math.abs(Date.now() - owner.at) > expiryMs) return true;
  return owner.host === machine() && !alive(owner);
}

function alive(owner: Owner): boolean {
  const start = processStart(owner.pid);
  // A process number is used again; the moment of birth is not.
  return start !== undefined && (start === unknownStart || owner.start === '' || start === owner.start);
}

let myStart: string | undefined;
function me(): Owner {
  myStart ??= processStart(process.pid) ?? '';
  return { pid: process.pid, start: myStart, host: machine(), at: Date.now() };
}

let myMachine: string | undefined;
/** The name of this machine. Reading the file is faster than loading node:os. */
const machine = (): string => (myMachine ??= readText('/proc/sys/kernel/hostname')?.trim() ?? hostname());
