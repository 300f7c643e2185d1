import { noteRun, type RunKind } from '../../../evidence/noted-runs';
import { changedFlags, context, pass, type Ruling } from '../../../pipeline/gate';
import type { Site } from '../../../pipeline/site';
import type { FinishedCall, PreToolUse } from '../../../protocol/call';
import { exitStatus, toolOutput } from '../../../review/tool-output';
import { knownCommand, type KnownCommand, namedFiles, wholeCommand } from '../../../agent-runs/known-command';
import { onlyPrints, runSource } from '../../../agent-runs/run-source';
import { changedStartFile } from '../../../agent-runs/start-files';
import { testCounts, type TestCounts } from '../../../test-runs/test-output';
import type { Invocation } from '../../../shell/invocation';
import { readingAt } from '../../../shell/shared-reading';

interface Run extends KnownCommand {
  readonly invocation: Invocation;
  /** As the flag names it. */
  readonly command: string;
  /** Further files that decide what it is. */
  readonly named: readonly string[];
}

/** Notes the content that the tests begin on. */
export async function beginRun(command: string, call: PreToolUse, site: Site): Promise<Ruling> {
  const runs = runsOf(command, site);
  if (runs === undefined) return pass('no run whose exit status shows a result');
  for (const kind of flagsOf(runs)) await site.evidence.begin(kind, taskOf(call), call.sessionId);
  return pass(`begins ${named(runs)}`);
}

/** Turns what the runs show into evidence. */
export async function recordRun(command: string, call: FinishedCall, site: Site): Promise<Ruling | readonly Ruling[]> {
  const runs = runsOf(command, site);
  if (runs === undefined) return pass('no run whose exit status shows a result');
  const output = toolOutput(call.event === 'PostToolUse' ? call.response : call.error);
  const status = exitStatus(call);
  if (output.kind === 'background' || status === 'cut short') {
    for (const kind of flagsOf(runs)) await site.evidence.forget(kind, taskOf(call));
    return pass(output.kind === 'background' ? 'the run went to the background' : 'the run was cut short');
  }
  const text = output.kind === 'text' ? output.text : '';
  const rulings: Ruling[] = [];
  // If the command succeeded, every run passed. If it failed, the failed run is known only if it is the only run, or if
  // it is the only test run and the output reports failures.
  const tests = runs.filter(({ kind }) => kind === 'tests');
  const known = status !== 0 && tests.length === 1 && (testCounts(text)?.failed ?? 0) > 0 ? tests : [];
  const told = status === 0 || runs.length === 1 ? runs : known;
  for (const run of told) rulings.push(await recordOne(run, status, text, call, site));
  for (const kind of flagsOf(runs)) await site.evidence.forget(kind, taskOf(call));
  return rulings.length === 0 ? pass('one of several runs failed; it is unknown which') : rulings;
}

/** The flags that runs may turn. */
const flagsOf = (runs: readonly Run[]): readonly ('tests' | 'precommit')[] =>
  (['tests', 'precommit'] as const).filter((kind) => runs.some((run) => run.kind === kind));

function runsOf(command: string, site: Site): readonly Run[] | undefined {
  const reading = readingAt(command, site);
  const acting = wholeCommand(reading);
  const named = namedFiles(reading);
  const runs = acting?.map((invocation): Run | undefined => {
    const known = configured(command, site) ?? knownCommand(invocation);
    return known && { ...known, ...inFolder(known, invocation, site), invocation, command: wordsOf(invocation), named };
  });
  return runs?.every((run) => run !== undefined) === true ? runs : undefined;
}

/** The command that the person's configuration names is the whole of the tests. */
const configured = (command: string, site: Site): KnownCommand | undefined =>
  command.trim() === site.config.settings.tests.command ? { kind: 'tests', scope: 'full' } : undefined;

/** A run below the worktree's top covers that folder alone. */
const inFolder = ({ scope }: KnownCommand, { cwd }: Invocation, site: Site): Pick<KnownCommand, 'scope'> => ({
  scope: cwd === site.root ? scope : 'targeted',
});

async function recordOne(run: Run, status: number, output: string, call: FinishedCall, site: Site): Promise<Ruling> {
  switch (run.kind) {
    case 'tests':
      return recordTests(run, status, output, call, site);
    case 'precommit':
      return recordPrecommit(run, status, call, site);
    case 'lint':
    case 'types':
    case 'build':
      await noteRun(site, { kind: run.kind, command: run.command, scope: run.scope, passed: status === 0 });
      return pass(`${titles[run.kind]} ${status === 0 ? 'passed' : 'failed'} (${run.command})`);
  }
}

const titles: Readonly<Record<RunKind, string>> = {
  tests: 'tests',
  precommit: 'precommit',
  lint: 'lint',
  types: 'type check',
  build: 'build',
};

/** Records the exit status, unless the gate review-state has already recorded a verdict from the output. */
async function recordPrecommit(run: Run, status: number, call: FinishedCall, site: Site): Promise<Ruling> {
  const { toolUseId } = call;
  const heard = toolUseId !== undefined && site.evidence.history('precommit').at(-1)?.toolUseId === toolUseId;
  if (heard) return pass('its verdict was read from what it printed');
  await noteRun(site, { kind: 'precommit', command: run.command, scope: run.scope, passed: status === 0 });
  if (status === 0) {
    if (run.scope === 'targeted') return pass(`a targeted run passed (${run.command}); the flag needs all files`);
    return passFlag('precommit', run, run.command, call, site);
  }
  await site.evidence.record('precommit', { verdict: 'fail', rule: `${run.command}: exit ${status}`, call });
  return changedFlags(`precommit failed (${run.command})`, { precommit: 'failed' });
}

async function recordTests(run: Run, status: number, output: string, call: FinishedCall, site: Site): Promise<Ruling> {
  const counts = testCounts(output);
  if (status === 0) return recordPass(run, counts, call, site);
  const { passed, failed, failing } = counts ?? { passed: 1, failed: 0, failing: [] };
  const failures = Math.max(failed, 1);
  const ran = failed > 0 || failing.length > 0 || run.script !== undefined || run.target !== undefined;
  if (!ran || passed + failed === 0) {
    return pass(`${run.command} ended with ${status} and names no failing test: result unknown`);
  }
  const names = failing.length === 0 ? '' : `: ${failing.join(', ')}`;
  const list = failed === 0 && names === '' ? `exit ${status}` : `${failures} failed${names}`;
  await site.evidence.record('tests', { verdict: 'fail', rule: `${run.command}: ${list}`, call, failures, failing });
  return changedFlags(`tests failed (${run.command}): ${list}`, { tests: 'failed' });
}

async function recordPass(run: Run, counts: TestCounts | undefined, call: FinishedCall, site: Site): Promise<Ruling> {
  const isConfigured = run.command === site.config.settings.tests.command;
  if (counts === undefined && !isConfigured)
    return pass(`${run.command} does not say how many tests ran: result unknown`);
  if (counts?.passed === 0) return pass(`${run.command} ran no tests, which is not a pass`);
  if ((counts?.failed ?? 0) > 0) return pass(`${run.command} names failing tests but exited with 0: result unknown`);
  if (onlyPrints(run, run.invocation, site)) return pass(`${run.command} only prints something, which is not a pass`);
  if (run.scope === 'targeted') {
    await noteRun(site, { kind: 'tests', command: run.command, scope: 'targeted', passed: true });
    return pass(`a targeted run passed (${run.command}); the tests flag needs the whole suite`);
  }
  return passFlag(
    'tests',
    run,
    counts === undefined ? run.command : `${run.command}: ${counts.passed} passed`,
    call,
    site,
  );
}

async function passFlag(
  kind: 'tests' | 'precommit',
  run: Run,
  rule: string,
  call: FinishedCall,
  site: Site,
): Promise<Ruling> {
  const { programs, doubt = changedStartFile(call.sessionId, site) } = await runSource(
    run.invocation,
    run,
    site,
    run.named,
  );
  const since =
    call.event === 'PostToolUse' && call.durationMs !== undefined ? site.clock.now() - call.durationMs : undefined;
  const verdict = { verdict: 'pass', rule, call, since, task: taskOf(call), unchanged: true, programs, doubt } as const;
  const recorded = await site.evidence.record(kind, verdict);
  if (recorded === 'content-changed') {
    const text = `Files changed while ${run.command} ran, so its pass does not count. Run it again.`;
    return context(text, 'files changed while it ran');
  }
  return doubt === undefined
    ? changedFlags(`${kind} passed (${run.command})`, { [kind]: 'passed' })
    : context(`The run passed, but ${doubt}: it counts once the person accepts it.`, doubt);
}

const taskOf = ({ toolUseId }: Pick<PreToolUse, 'toolUseId'>): string => `run ${toolUseId ?? ''}`;

function wordsOf({ name, args }: Invocation): string {
  return [name, ...args]
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 120);
}

const named = (runs: readonly Run[]): string => runs.map(({ command, scope }) => `${command} (${scope})`).join(', ');
