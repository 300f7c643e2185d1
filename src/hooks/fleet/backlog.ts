import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole, privateIn } from '../state/atomic-file';
import { decisionLogFiles } from '../pipeline/decision-log';
import { Trace } from '../pipeline/trace';
import { lazyObject } from '../project/lazy-schema';
import { namesIn, readJson } from '../project/read-file';
import { parseAs } from '../protocol/json';

/** How far a log file was sent: the bytes, and how large it was when it was last seen. */
const Progress = lazyObject(() => ({ sent: z.number(), seen: z.number() }));
const Stored = lazyObject(() => ({
  v: z.literal(1),
  /** By project, and by what the file begins with: a file keeps that when it is renamed to make room. */
  projects: z.record(z.string(), z.record(z.string(), Progress)),
  flagsUntil: z.record(z.string(), z.number()),
  sentAt: z.optional(z.number()),
  problem: z.optional(z.string()),
}));
type Stored = z.infer<typeof Stored>;

/** Records that belong together: sent as one request, and only then marked as sent. */
export interface Batch {
  readonly project: string;
  readonly traces: readonly Trace[];
  /** Bytes of the log that were rotated away before they could be sent. */
  readonly lostBytes: number;
  readonly mark: () => void;
}

export const backlogFile = (home: string): string => path.join(home, 'fleet.json');

/** What was sent and when, for doctor. */
export function fleetState(home: string): Pick<Stored, 'sentAt' | 'problem'> | undefined {
  const stored = Stored.safeParse(readJson(backlogFile(home)));
  return stored.success ? stored.data : undefined;
}

/** A line that is longer is passed over: no record is. */
const longestLine = 1024 * 1024;
const headBytes = 96;

/**
 * The decision logs are the buffer: what was not sent yet is read from them when the collector is there again. They are
 * bounded, so the backlog is too; what a log rotates away unsent is counted.
 */
export class Backlog {
  private readonly stored: Stored;
  /** How a project's newest log file looked when everything in it had been sent. */
  private readonly quiet = new Map<string, string>();

  constructor(private readonly home: string) {
    const kept = Stored.safeParse(readJson(backlogFile(home)));
    this.stored = kept.success ? kept.data : { v: 1, projects: {}, flagsUntil: {} };
  }

  /** Folders of state that Gatehouse keeps, one for each project. */
  projects(): readonly string[] {
    return namesIn(path.join(this.home, 'projects'));
  }

  stateOf(project: string): string {
    return path.join(this.home, 'projects', project);
  }

  /** The next records of a project that were not sent, the oldest first; undefined if all were. */
  next(project: string, most: number): Batch | undefined {
    const looks = looksOf(decisionLogFiles(this.stateOf(project))[0]);
    if (looks === this.quiet.get(project)) return undefined;
    const known = this.stored.projects[project] ?? {};
    const files = decisionLogFiles(this.stateOf(project))
      .toReversed()
      .flatMap((file) => readHead(file) ?? []);
    const there = new Set(files.map(({ head }) => head));
    const gone = Object.entries(known).filter(([head]) => !there.has(head));
    const lostBytes = gone.reduce((sum, [, { sent, seen }]) => sum + Math.max(0, seen - sent), 0);
    const progress = Object.fromEntries(
      files.map(({ head, size }) => [head, { sent: Math.min(known[head]?.sent ?? 0, size), seen: size }]),
    );
    const traces: Trace[] = [];
    let read = false;
    for (const { file, head, size } of files) {
      const at = progress[head]?.sent ?? 0;
      if (at >= size || traces.length >= most) continue;
      const piece = readRecords(file, at, most - traces.length);
      traces.push(...piece.traces);
      progress[head] = { sent: piece.end, seen: size };
      read ||= piece.end > at;
    }
    if (!read && lostBytes === 0) {
      this.quiet.set(project, looks);
      return undefined;
    }
    const mark = () => {
      this.stored.projects[project] = progress;
    };
    return { project, traces, lostBytes, mark };
  }

  /** Until when the flags of a project were sent. */
  flagsUntil(project: string): number {
    return this.stored.flagsUntil[project] ?? 0;
  }

  markFlags(project: string, until: number): void {
    this.stored.flagsUntil[project] = until;
  }

  /** Written after each request that was taken: a host that dies sends at most that one again. */
  save(at: number, problem?: string): void {
    this.stored.problem = problem;
    if (problem === undefined) this.stored.sentAt = at;
    for (const project of Object.keys(this.stored.projects)) {
      if (!this.projects().includes(project)) Reflect.deleteProperty(this.stored.projects, project);
    }
    writeWhole(backlogFile(this.home), JSON.stringify(this.stored), privateIn(this.home, false));
  }
}

function looksOf(file: string | undefined): string {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function readHead(file: string) {
  const bytes = Buffer.alloc(headBytes);
  return reading(file, (handle, size) => {
    const length = readSync(handle, bytes, 0, headBytes, 0);
    // The first record says its id and time in its first bytes.
    return length < headBytes ? undefined : { file, size, head: bytes.toString('latin1') };
  });
}

/** Whole lines from a place on; a line that is still being written waits for the next time. */
function readRecords(file: string, from: number, most: number): { traces: Trace[]; end: number } {
  const traces: Trace[] = [];
  const end = reading(file, (handle, size) => {
    const bytes = Buffer.alloc(Math.min(size - from, 2 * longestLine));
    const length = readSync(handle, bytes, 0, bytes.length, from);
    let at = 0;
    while (traces.length < most) {
      const stop = bytes.subarray(0, length).indexOf(10, at);
      if (stop < 0) break;
      const trace = parseAs(Trace, bytes.toString('utf8', at, stop));
      if (trace !== undefined) traces.push(trace);
      at = stop + 1;
    }
    return at === 0 && length >= 2 * longestLine ? from + length : from + at;
  });
  return { traces, end: end ?? from };
}

function reading<T>(file: string, read: (handle: number, size: number) => T): T | undefined {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(handle);
    return stats.isFile() ? read(handle, stats.size) : undefined;
  } finally {
    closeSync(handle);
  }
}
