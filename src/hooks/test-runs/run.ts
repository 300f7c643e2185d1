import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteAudit } from '../evidence/files/session';
import { testRunnerLastRun, testRunnerLock } from '../evidence/files/flags';
import type { Site } from '../pipeline/site';
import { makeFolder } from '../project/read-file';
import { processStart } from '../project/process-state';
import type { ToolCall } from '../protocol/call';
import { fileKind, isOwnSource } from '../source/file-kind';
import { testCounts } from './test-output';
import {
  isAtWork,
  type LastRun,
  readRun,
  runState,
  type RunState,
  suiteMs,
  testOutputFile,
  type TestResult,
} from './run-state';
import { failuresIn, type FoundSuite, type Suite, suiteAt, suiteFor } from './suites';

/** Edits come in bursts: the suite starts when none came for this long … */
const quietMs = 2_000;
/** … and not sooner after its last start than this. The last edit of a burst is always tested. */
const cooldownMs = 10_000;
/** How often a run checks whether a person has cancelled it. */
const pollMs = 300;

export interface Run {
  readonly suite: Suite;
  /** The edit that the run is for; absent if a person asked for it. */
  readonly call?: Pick<ToolCall, 'sessionId' | 'toolUseId'> | undefined;
  /** Starts without waiting for edits to settle. */
  readonly immediately: boolean;
}

export interface Finished extends LastRun {
  readonly output: string;
}

/**
 * Runs the suite until no edit came in while it ran, and records the result for the content that was tested. Undefined
 * if another process already runs the tests of this worktree: that one then runs them once more.
 */
export async function runTests(run: Run, site: Site): Promise<Finished | undefined> {
  const runId = randomUUID();
  if (!(await becomeRunner(runId, site))) return undefined;
  const leave = (now: RunState) =>
    now.runner?.post === runId ? { ...now, runner: undefined, running: undefined } : now;
  try {
    // Other tools look for the process that runs the tests in this file.
    await testRunnerLock(site).update(() => process.pid);
    for (let wait = !run.immediately; ; wait = true) {
      const goOn = !wait || (await settled(site));
      const { output, ...last } = goOn ? await runOnce(run, site) : cancelled(run.suite, site);
      // In one step: an edit that comes now is either seen here or finds no runner, and then starts a run itself.
      const state = await runState(site.home).update((now) => {
        if (now === undefined) return undefined;
        const again = last.result !== 'cancelled' && now.requestedAt > now.startedAt;
        return again ? { ...now, running: undefined, last } : leave({ ...now, last });
      });
      if (state?.runner?.post !== runId) return { ...last, output };
    }
  } finally {
    await runState(site.home).update((now) => now && leave(now));
    const lock = testRunnerLock(site);
    if (lock.value() === process.pid) await lock.remove();
  }
}

/** Notes that a suite is set up but its runner is not installed. That is no evidence. */
export async function noteNoRunner(suite: string, site: Site): Promise<void> {
  const last: LastRun = { result: 'no-runner', suite, failures: 0, at: site.clock.now(), ms: 0 };
  await runState(site.home).update((now) => ({ v: 1, requestedAt: 0, startedAt: 0, ...now, last }));
}

/** Notes that a run was requested; true if no other process of this worktree runs tests. */
async function becomeRunner(runId: string, site: Site): Promise<boolean> {
  const runner = { pid: process.pid, start: processStart(process.pid) ?? '', post: runId };
  const held = await runState(site.home).update((now) => {
    const requestedAt = site.clock.now();
    if (now !== undefined && isAtWork(now.runner)) return { ...now, requestedAt };
    return { v: 1, startedAt: now?.startedAt ?? 0, last: now?.last, runner, requestedAt };
  });
  return held?.runner?.post === runId;
}

/** Waits until edits have settled; false if a person ended the wait. */
async function settled(site: Site): Promise<boolean> {
  const lastStart = readRun(site.home)?.startedAt ?? 0;
  for (;;) {
    const state = readRun(site.home);
    const now = site.clock.now();
    const requestedAt = state?.requestedAt ?? 0;
    if ((state?.cancelAt ?? 0) > requestedAt) return false;
    // A gate that is asked for by name has no burst to wait for.
    const wait = site.requestedByName ? 0 : Math.max(requestedAt + quietMs - now, lastStart + cooldownMs - now);
    if (wait <= 0) return true;
    await sleep(Math.min(wait, 500));
  }
}

/** Exits with exit handlers, which end the suite: after a signal alone the suite would run on. */
function endWithSuite(): void {
  process.exit(143);
}

const cancelled = (suite: Suite, site: Site): Finished => ({
  result: 'cancelled',
  suite: suite.name,
  failures: 0,
  at: site.clock.now(),
  ms: 0,
  output: '',
});

async function runOnce({ suite, call }: Run, site: Site): Promise<Finished> {
  const startedAt = site.clock.now();
  const running = { suite: suite.name, at: startedAt };
  await runState(site.home).update((now) => now && { ...now, startedAt, running });
  await testRunnerLastRun(site).update(() => Math.floor(startedAt / 1000));
  const digest = await site.evidence.digest('code');
  const ending = new AbortController();
  const listening = setInterval(() => {
    if ((readRun(site.home)?.cancelAt ?? 0) >= startedAt) ending.abort();
  }, pollMs);
  process.once('SIGTERM', endWithSuite);
  const kept = keeper(site);
  const start = performance.now();
  const done = await site.exec(suite.program, suite.args, {
    cwd: suite.folder,
    timeoutMs: suiteMs,
    env: { CI: 'true' },
    signal: ending.signal,
    onOutput: kept.add,
  });
  clearInterval(listening);
  process.off('SIGTERM', endWithSuite);
  kept.end();
  if (ending.signal.aborted) return { ...cancelled(suite, site), output: done.stdout };
  const ms = Math.round(performance.now() - start);
  const output = `${done.stdout}${done.stderr === '' ? '' : `\n${done.stderr}`}`;
  const result = resultOf(done.outcome, done.code, suite, output);
  const failures = result === 'fail' ? failuresIn(output) : 0;
  await record({ result, failures, suite, call, digest }, site);
  return { result, suite: suite.name, failures, at: site.clock.now(), ms, output };
}

function resultOf(outcome: string, code: number, suite: Suite, output: string): TestResult {
  if (outcome === 'timed-out') return 'timed-out';
  if (outcome !== 'exited' || code === 126 || code === 127) return 'error';
  if (code !== 0) return suite.meaning?.[code] ?? 'fail';
  const counts = testCounts(output);
  return counts?.passed === 0 && counts.failed === 0 ? 'no-tests' : 'pass';
}

interface Recorded extends Pick<Run, 'suite' | 'call'> {
  readonly result: TestResult;
  readonly failures: number;
  readonly digest: Awaited<ReturnType<Site['evidence']['digest']>>;
}

async function record({ result, failures, suite, call, digest }: Recorded, site: Site): Promise<void> {
  const rule = `${suite.name}: ${result}`;
  switch (result) {
    case 'pass':
      await site.evidence.record('tests', { verdict: 'pass', rule, call, digest });
      return;
    case 'fail':
    case 'error':
    case 'timed-out':
      await site.evidence.record('tests', { verdict: 'fail', rule, call, failures, digest });
      return noteAudit(site, 'test_fail', `${suite.name}: ${result === 'fail' ? `${failures} failed` : result}`);
    case 'no-tests':
    case 'no-runner':
    case 'cancelled':
      return;
  }
}

/** The whole output, for a person to open and to watch. */
function keeper(site: Site): { readonly add: (chunk: Uint8Array) => void; readonly end: () => void } {
  let fd: number;
  try {
    makeFolder(site.home);
    fd = openSync(path.join(site.home, testOutputFile), 'w', 0o600);
  } catch {
    site.note('the output could not be kept');
    return { add: () => undefined, end: () => undefined };
  }
  let lost = false;
  return {
    add: (chunk) => {
      try {
        if (!lost) writeSync(fd, chunk);
      } catch {
        lost = true;
        site.note('not all of the output could be kept');
      }
    },
    end: () => closeSync(fd),
  };
}

/** What came of running the tests for a person. */
export type Demanded =
  | { readonly kind: 'finished'; readonly last: LastRun }
  /** Another process of this worktree runs them already; it runs them once more. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'no-runner'; readonly name: string }
  | { readonly kind: 'no-suite' };

/** Runs the tests of the package that a file belongs to, or those of the whole folder, as after an edit and at once. */
export async function runOnDemand(site: Site, file: string | undefined): Promise<Demanded> {
  // The person's own word: the editor asks for it only in a workspace that they trust.
  const found = suiteNear({ ...site, isTrusted: () => true }, file);
  if (found.kind === 'none' || found.kind === 'untrusted') return { kind: 'no-suite' };
  if (found.kind === 'not-installed') {
    await noteNoRunner(found.name, site);
    return { kind: 'no-runner', name: found.name };
  }
  const finished = await runTests({ suite: found.suite, immediately: true }, site);
  return finished === undefined ? { kind: 'elsewhere' } : { kind: 'finished', last: finished };
}

function suiteNear(site: Site, file: string | undefined): FoundSuite {
  const kind = file === undefined ? undefined : fileKind(site.root, file);
  if (kind?.relative !== undefined && isOwnSource(kind)) {
    const near = suiteFor(kind.path, kind.language?.name, site);
    if (near.kind !== 'none') return near;
  }
  return suiteAt(site.root, site);
}
