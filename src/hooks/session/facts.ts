import path from 'node:path';
import type { FlagStatus } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { churnFile, churnOf, MeasuredChurn, findPlan, type Churn, type FoundPlan } from '../plan/drift';
import { currentPhase, hasStatus, phasesAtWork, planFile, type Plan } from '../plan/plan';
import { processState } from '../project/process-state';
import { readText } from '../project/read-file';
import { ago, inline, counted } from '../project/text';

/** What is known of the tests: a pass for the current files, a failure, or nothing. */
export interface TestsFacts {
  readonly state: 'passing' | 'failing' | 'unknown';
  readonly flag: FlagStatus;
  readonly failures: number | undefined;
  /** Tests of this worktree are running. */
  readonly running: boolean;
}

export async function testsFacts(site: Site): Promise<TestsFacts> {
  const status = await site.evidence.status('tests');
  const reading = site.evidence.tests.read();
  const failures = reading.kind === 'ok' && reading.value.result === 'fail' ? reading.value.failures : undefined;
  const state = status.status === 'failed' ? 'failing' : status.trusted ? 'passing' : 'unknown';
  return { state, flag: status, failures, running: isRunning(site.root) };
}

/** `.claude/.test-runner.lock` names the process that runs the tests. */
function isRunning(root: string): boolean {
  const text = readText(path.join(root, '.claude', '.test-runner.lock')) ?? '';
  const pid = Number(/^\s*(\d{1,9})\b/.exec(text)?.[1]);
  return pid > 1 && processState(pid) === 'own';
}

export function failingLine({ state, failures, flag }: TestsFacts): string | undefined {
  if (state !== 'failing') return undefined;
  const count = failures === undefined || failures === 0 ? '' : ` (${failures} failing)`;
  return `Tests: the last run failed${count}. ${flag.reason}`;
}

/** Gates that run by name, and the harness, mention the plan even where there is none. */
export function isPlanned(site: Site): boolean {
  return site.requestedByName || site.config.profile === 'harness';
}

export function phaseCounts(plan: Plan) {
  const phases = phasesAtWork(plan);
  return {
    total: phases.length,
    completed: phases.filter((phase) => hasStatus(phase, 'completed')).length,
    running: phases.filter((phase) => hasStatus(phase, 'in-progress')).length,
  };
}

/** One line on the plan; undefined where there is none and none is expected. */
export function planLine(site: Site, found: FoundPlan = findPlan(site.root)): string | undefined {
  if (found.kind === 'missing') {
    return isPlanned(site) ? `Plan: no ${planFile} here (not found).` : undefined;
  }
  const { plan } = found;
  const { total, completed } = phaseCounts(plan);
  const phase = currentPhase(plan);
  const title = phase === undefined || phase.title === '' ? '' : ` "${inline(phase.title, 80)}"`;
  const status = phase?.status.kind === 'ok' ? phase.status.value : '';
  const of = phase?.initiative === undefined ? '' : ` of "${inline(phase.initiative.title, 80)}"`;
  const now = phase === undefined ? '' : `, now Phase ${phase.number}${title}${of} (${status})`;
  const phases = total === 0 ? 'no phases' : `${completed}/${total} phases completed`;
  return `Plan: ${planFile}, ${phases}${now}, last edited ${ago(found.modifiedAt, site.clock.now())}.`;
}

const noticedChurn = 10;

/** The plan's line, with a remark if the source has changed since. */
export async function planLines(site: Site): Promise<readonly string[]> {
  const found = findPlan(site.root);
  const line = planLine(site, found);
  if (line === undefined) return [];
  if (found.kind === 'missing') return [line];
  const churn = await recentChurn(site, found.modifiedAt);
  const stale = churn === undefined || churn.percent < noticedChurn ? [] : [staleLine(churn)];
  return [line, ...stale];
}

const measuredMs = 10 * 60_000;

/** Takes about six git calls: cached for ten minutes, per commit and plan. */
async function recentChurn(site: Site, planModifiedAt: number): Promise<Churn | undefined> {
  if (site.requestedByName) return churnOf(site).catch(() => undefined);
  const file = site.own(churnFile, MeasuredChurn);
  const of = `${site.git?.commit() ?? ''} ${planModifiedAt}`;
  const at = site.clock.now();
  const known = file.read();
  if (known.kind === 'ok' && known.value.of === of && Math.abs(at - known.value.at) < measuredMs) {
    return known.value.churn ?? undefined;
  }
  const churn = await churnOf(site).catch(() => undefined);
  await file.update(() => ({ v: 1, of, at, churn: churn ?? null }));
  return churn;
}

function staleLine({ percent, changed, total, commits }: Churn): string {
  return `The plan may be stale: ${percent} % of the source (${changed} of ${total} files) changed in ${counted(commits, 'commit')} since it was last committed.`;
}
