import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { withLock } from '../state/lock';
import type { Family } from '../secrets/families';
import { familiesIn, maskedUpTo, maskedValue } from '../secrets/masking';
import { Trace } from './trace';
import { makeFolder } from '../project/read-file';
import { parseAs } from '../protocol/json';
import { codeOf, firstOf } from '../project/functions';

/**
 * One record a line. The file only grows, by one write for each record, until it is renamed to make room for a new one:
 * a follower reads on from where it stopped, and from the start when the file is shorter or was replaced.
 */
export const decisionLogFile = 'decisions.jsonl';

const sizeLimit = 5 * 1024 * 1024;
/** The current file and the ones before it, `decisions.jsonl.1` the newest of them. */
const generations = 5;

/** The files of a worktree's decision log, the newest records first. */
export const decisionLogFiles = (home: string): readonly string[] =>
  Array.from({ length: generations }, (_, age) => generation(home, age));

const generation = (home: string, age: number): string =>
  path.join(home, age === 0 ? decisionLogFile : `${decisionLogFile}.${age}`);

/** Adds one record to a worktree's decision log. A failure to log never affects the reply. */
export function appendTrace(home: string, trace: Trace): void {
  const line = Buffer.from(`${JSON.stringify(withoutSecrets(trace))}\n`, 'utf8');
  try {
    if (append(home, line) > sizeLimit) rotate(home);
  } catch {
    // A full or read-only disk: the decision stands, only its record is lost.
  }
}

/** One write in append mode: records of many processes never mix. Returns the size of the file afterwards. */
function append(home: string, line: Buffer): number {
  const handle = opened(home);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return 0;
    const written = writeSync(handle, line);
    // The disk was full and took only part of the record: the line break keeps the next record on a line of its own.
    if (written < line.length) appendFileSync(handle, '\n');
    return stats.size + written;
  } finally {
    closeSync(handle);
  }
}

const forAppending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function opened(home: string): number {
  const file = generation(home, 0);
  try {
    return openSync(file, forAppending, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    makeFolder(home);
    return openSync(file, forAppending, 0o600);
  }
}

/**
 * Makes room. A process that has the file open while it is renamed still writes its record into it, so none is lost.
 * A process that finds the lock taken leaves the work to the other.
 */
function rotate(home: string): void {
  const shift = () => {
    // Another process may have rotated the log meanwhile.
    if ((statSync(generation(home, 0), { throwIfNoEntry: false })?.size ?? 0) <= sizeLimit) return;
    for (let age = generations - 2; age >= 0; age--) {
      if (statSync(generation(home, age), { throwIfNoEntry: false }) !== undefined) {
        renameSync(generation(home, age), generation(home, age + 1));
      }
    }
  };
  withLock(path.join(home, 'locks', decisionLogFile), shift, 0).catch(() => undefined);
}

export interface TraceQuery {
  /** Milliseconds since the epoch; older records are left out. */
  readonly since?: number | undefined;
  readonly limit?: number | undefined;
  readonly matches?: ((trace: Trace) => boolean) | undefined;
}

/** The records of a worktree, the newest first. Torn and foreign lines are passed over. */
export function readTraces(home: string, query: TraceQuery = {}): Trace[] {
  const { since = 0, limit = Infinity, matches = () => true } = query;
  const found: Trace[] = [];
  const seen = new Set<string>();
  for (const file of decisionLogFiles(home)) {
    let newest = 0;
    for (const line of linesBackwards(file)) {
      if (found.length >= limit) return found;
      const trace = traceIn(line);
      if (trace === undefined) continue;
      newest = Math.max(newest, trace.at);
      const key = `${trace.id} ${trace.at}`;
      // A file that was renamed during the reading is seen twice.
      if (trace.at < since || seen.has(key) || !matches(trace)) continue;
      seen.add(key);
      found.push(trace);
    }
    if (newest > 0 && newest < since) break;
  }
  return found.slice(0, limit);
}

/** The newest record whose line holds all of these texts. Records of no interest are passed over unparsed. */
export const findTrace = (home: string, ...texts: readonly string[]): Trace | undefined =>
  firstOf(linesWith(home, texts), traceIn);

/** The lines that hold all of these texts, the newest first. */
export function* linesWith(home: string, texts: readonly string[]): Generator<string> {
  for (const file of decisionLogFiles(home)) {
    for (const line of linesBackwards(file, smallPieceBytes)) {
      if (texts.every((text) => line.includes(text))) yield line;
    }
  }
}

/** The numbers of the calls that were judged since a time, and the time from which on the log still knows them. */
export function judgedSince(home: string, since: number): { readonly ids: ReadonlySet<string>; readonly from: number } {
  const ids = new Set<string>();
  let from = since;
  for (const file of decisionLogFiles(home)) {
    for (const line of linesBackwards(file)) {
      const at = Number(/"at":(\d+)/.exec(line)?.[1] ?? NaN);
      if (at < since) return { ids, from: since };
      if (at > 0) from = at;
      const id = /"toolUseId":"([^"]*)"/.exec(line)?.[1];
      if (id !== undefined) ids.add(id);
    }
  }
  const whole = statSync(generation(home, generations - 1), { throwIfNoEntry: false }) === undefined;
  return { ids, from: whole ? since : from };
}

const pieceBytes = 256 * 1024;
/** For a record that is probably recent. */
const smallPieceBytes = 16 * 1024;
/** No record of Gatehouse is longer. */
const longestLine = 16 * 1024 * 1024;

/** The lines of a file of any size, the last one first. */
function* linesBackwards(file: string, pieceSize = pieceBytes): Generator<string> {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return;
    let rest: Buffer = Buffer.alloc(0);
    for (let at = stats.size; at > 0;) {
      const piece = Buffer.allocUnsafe(Math.min(at, pieceSize));
      at -= piece.length;
      const filled = piece.subarray(0, readSync(handle, piece, 0, piece.length, at));
      rest = Buffer.concat([filled, rest.subarray(0, longestLine)]);
      for (let line = rest.lastIndexOf(10); line >= 0; line = rest.lastIndexOf(10)) {
        if (line + 1 < rest.length) yield rest.toString('utf8', line + 1);
        rest = rest.subarray(0, line);
      }
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(handle);
  }
}

const recordStart = '{"v":';

/**
 * The record in a line; undefined if it was torn or another program wrote it. After the half record of a killed
 * process the next one is on the same line.
 */
export function traceIn(line: string): Trace | undefined {
  const whole = recordOf(line);
  if (whole !== undefined) return whole;
  for (let start = line.lastIndexOf(recordStart); start > 0; start = line.lastIndexOf(recordStart, start - 1)) {
    const rest = recordOf(line.slice(start));
    if (rest !== undefined) return rest;
  }
  return undefined;
}

const recordOf = (text: string): Trace | undefined => (text.startsWith(recordStart) ? parseAs(Trace, text) : undefined);

const textLimit = 8 * 1024;

/** Gates quote what they saw: their words are masked too, and cut if they are long. */
function withoutSecrets(trace: Trace): Trace {
  const { gates, verdict, problem } = trace;
  const among = familiesIn([gates, verdict, problem]);
  const words = (text: string) => maskedUpTo(text, textLimit, among);
  const optional = (text: string | undefined) => (text === undefined ? undefined : words(text));
  return {
    ...trace,
    gates: gates.map((gate) => ({
      ...gate,
      rulings: gate.rulings.map((ruling) => ruleWithoutSecrets(ruling, among)),
      notes: gate.notes.map(words),
      ...(gate.failure === undefined ? {} : { failure: words(gate.failure) }),
    })),
    verdict: {
      ...verdict,
      reason: optional(verdict.reason),
      context: optional(verdict.context),
      message: optional(verdict.message),
    },
    problem: optional(problem),
  };
}

type TracedRuling = Trace['gates'][number]['rulings'][number];

function ruleWithoutSecrets(ruling: TracedRuling, among: readonly Family[]): TracedRuling {
  const entries = Object.entries(ruling).map(([key, value]) =>
    typeof value === 'string'
      ? [key, maskedUpTo(value, textLimit, among)]
      : [key, maskedValue(value, textLimit, among)],
  );
  return {
    ...(Object.fromEntries(entries) as Record<string, unknown>),
    kind: ruling.kind,
    reason: maskedUpTo(ruling.reason, textLimit, among),
  };
}
