import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLog, testRunnerLastRun } from '../../evidence/files';
import { gate } from '../../pipeline/gate';
import { context, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { PostToolUse } from '../../protocol/call';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';
import { isAtWork, processStart, runState, type RunState } from './test-runner/run-state';
import { failuresIn, suiteFor, type Suite } from './test-runner/suites';

/** Edits come in bursts: the suite starts when none came for this long … */
const quietMs = 2_000;
/** … and not sooner after its last start than this. The last edit of a burst is always tested. */
const cooldownMs = 10_000;
const suiteMs = 600_000;
const shownLines = 20;

/** After an edit the tests of its package run beside the agent, and their result is evidence for the content they ran on. */
export const testRunner = gate({
  id: 'test-runner',
  title: 'Test runner',
  summary:
    'Runs the tests of the edited file’s package beside the agent, once edits have settled, and records the result for the content that was tested.',
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'enforce' },
  lane: 'async',
  deadlineMs: suiteMs + 60_000,
  async decide(call, site) {
    const edit = (await fileEdits(call, site)).find(({ kind }) => isOwnSource(kind));
    if (edit === undefined) return pass('no source file was written');
    const there = site.at(path.dirname(edit.kind.path));
    const found = suiteFor(edit.kind.path, edit.kind.language?.name, there);
    if (found.kind === 'none') return pass('no test suite was found for it');
    if (found.kind === 'not-installed') {
      return context(
        `${found.name} is set up here but not installed: the tests did not run, so nothing is known of them.`,
        'the runner is not installed',
      );
    }
    if (!(await takePost(there))) return pass('a run is going on; it starts once more for this edit');
    try {
      return await untilSettled(found.suite, there, call);
    } finally {
      await runState(there).update((now) => (now === undefined ? undefined : { ...now, runner: undefined }));
    }
  },
});

/** Notes the edit; true where no other runner of this worktree is at work. */
async function takePost(site: Site): Promise<boolean> {
  const me = { pid: process.pid, start: processStart(process.pid) ?? '' };
  let mine = false;
  await runState(site).update((now) => {
    mine = !isAtWork(now?.runner);
    const runner = mine ? me : now?.runner;
    return { v: 1, startedAt: now?.startedAt ?? 0, last: now?.last, runner, requestedAt: site.clock.now() };
  });
  return mine;
}

/** Runs the suite until no edit came in while it ran. */
async function untilSettled(suite: Suite, site: Site, call: PostToolUse): Promise<Ruling> {
  for (;;) {
    await quiet(site);
    const startedAt = site.clock.now();
    await runState(site).update((now) => now && { ...now, startedAt });
    await testRunnerLastRun(site).update(() => Math.floor(startedAt / 1000));
    const outcome = await runSuite(suite, site, call);
    await runState(site).update((now) => now && { ...now, last: outcome.last });
    if (requestedAt(site) <= startedAt) return outcome.ruling;
  }
}

const requestedAt = (site: Site): number => {
  const reading = runState(site).read();
  return reading.kind === 'ok' ? reading.value.requestedAt : 0;
};

async function quiet(site: Site): Promise<void> {
  const reading = runState(site).read();
  const lastStart = reading.kind === 'ok' ? reading.value.startedAt : 0;
  for (;;) {
    const now = site.clock.now();
    // Asked for by name there is no burst to wait for.
    const wait = site.alone ? 0 : Math.max(requestedAt(site) + quietMs - now, lastStart + cooldownMs - now);
    if (wait <= 0) return;
    await sleep(Math.min(wait, 500));
  }
}

interface Outcome {
  readonly last: NonNullable<RunState['last']>;
  readonly ruling: Ruling;
}

async function runSuite(suite: Suite, site: Site, call: PostToolUse): Promise<Outcome> {
  const digest = await site.evidence.digest('code');
  const start = performance.now();
  const done = await site.exec(suite.program, suite.args, {
    cwd: suite.folder,
    timeoutMs: suiteMs,
    env: { CI: 'true' },
  });
  const ms = Math.round(performance.now() - start);
  const output = `${done.stdout}${done.stderr === '' ? '' : `\n${done.stderr}`}`;
  keep(output, site);
  const result = resultOf(done.outcome, done.code, suite);
  const failures = result === 'fail' ? failuresIn(output) : 0;
  const last = { result, suite: suite.name, failures, at: site.clock.now(), ms };
  const rule = `${suite.name}: ${result}`;
  switch (result) {
    case 'pass':
      await site.evidence.record('tests', { verdict: 'pass', rule, call, digest });
      return { last, ruling: context(`${suite.name} passed in ${ms} ms.`, rule) };
    case 'no-tests':
      return { last, ruling: context(`${suite.name} found no tests, so nothing is known.`, rule) };
    default:
      await site.evidence.record('tests', { verdict: 'fail', rule, call, failures, digest });
      await noteFailure(site, `${suite.name}: ${result === 'fail' ? `${failures} failed` : result}`);
      return { last, ruling: context(`${said(result, suite, failures)}\n${tail(output)}`, rule) };
  }
}

function resultOf(outcome: string, code: number, suite: Suite): NonNullable<RunState['last']>['result'] {
  if (outcome === 'timed-out') return 'timed-out';
  if (outcome !== 'exited' || code === 126 || code === 127) return 'error';
  return code === 0 ? 'pass' : (suite.meaning?.[code] ?? 'fail');
}

function said(result: 'fail' | 'error' | 'timed-out', suite: Suite, failures: number): string {
  switch (result) {
    case 'fail':
      return `${suite.name} failed: ${failures} failing test${failures === 1 ? '' : 's'}. The end of its output:`;
    case 'error':
      return `${suite.name} could not run. The end of its output:`;
    case 'timed-out':
      return `${suite.name} did not finish within ${suiteMs / 60_000} minutes and was ended. The end of its output:`;
  }
}

function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-shownLines).join('\n').slice(-4_000);
}

/** The whole output, for a person to open. */
function keep(output: string, site: Site): void {
  try {
    mkdirSync(site.home, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(site.home, 'test-output.txt'), output, { mode: 0o600 });
  } catch {
    site.note('the output could not be kept');
  }
}

async function noteFailure(site: Site, detail: string): Promise<void> {
  const at = new Date(site.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  await auditLog(site).update((now) => [...(now ?? []), { at, event: 'test_fail', detail }]);
}
