import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FlagStatus } from '../evidence/evidence';
import { isOutsideContent } from '../evidence/public-names';
import type { Site } from '../pipeline/site';
import { type Churn, churnFile, churnOf, findPlan, type FoundPlan, MeasuredChurn } from '../plan/drift';
import { currentPhase, hasStatus, phasesAtWork, type Plan, planFile } from '../plan/plan';
import { wildcard } from '../project/pattern';
import { headOf, worktreeFolders, worktreeOf } from '../project/place';
import { processState } from '../project/process-state';
import { namesIn, readText } from '../project/read-file';
import { ago, counted, inline } from '../project/text';

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
  const written = site.evidence.tests.value();
  const failures = written?.result === 'fail' ? written.failures : undefined;
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

/** Gates that run by name, and the harness, mention the plan even if there is none. */
export const expectsPlan = (site: Site): boolean => site.requestedByName || site.config.profile === 'harness';

export function phaseCounts(plan: Plan) {
  const phases = phasesAtWork(plan);
  return {
    total: phases.length,
    completed: phases.filter((phase) => hasStatus(phase, 'completed')).length,
    running: phases.filter((phase) => hasStatus(phase, 'in-progress')).length,
  };
}

/** One line on the plan; undefined if there is none and none is expected. */
export function planLine(site: Site, found: FoundPlan = findPlan(site.root)): string | undefined {
  if (found.kind === 'missing') {
    return expectsPlan(site) ? `Plan: no ${planFile} here (not found).` : undefined;
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
  const known = file.value();
  if (known?.of === of && Math.abs(at - known.at) < measuredMs) return known.churn ?? undefined;
  const churn = await churnOf(site).catch(() => undefined);
  await file.update(() => ({ v: 1, of, at, churn: churn ?? null }));
  return churn;
}

function staleLine({ percent, changed, total, commits }: Churn): string {
  return `The plan may be stale: ${percent} % of the source (${changed} of ${total} files) changed in ${counted(commits, 'commit')} since it was last committed.`;
}

interface Worktree {
  readonly path: string;
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
}

export interface GitFacts {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** Files that differ from the last commit, without the hooks' own state; undefined if git gave no answer. */
  readonly dirty: number | undefined;
  /** True if this is itself a linked worktree. */
  readonly linked: boolean;
  /** All linked worktrees whose folders exist. */
  readonly worktrees: readonly Worktree[];
}

/** Runs git once; everything else is read from files. Undefined outside a repository. */
export async function gitFacts(site: Site): Promise<GitFacts | undefined> {
  const { git } = site;
  if (git === undefined) return undefined;
  const listed = await git
    .ask(['status', '--porcelain', '-z', '--no-renames'], { timeoutMs: 3_000 })
    .catch(() => undefined);
  return {
    branch: git.branch(),
    commit: git.commit()?.slice(0, 9),
    dirty: listed === undefined ? undefined : changedPaths(listed, site.root).length,
    linked: git.repository.linked,
    worktrees: worktreesOf(git.repository.commonDir),
  };
}

/** The project's own paths in `git status --porcelain -z`. */
function changedPaths(listed: string, root: string): readonly string[] {
  return listed
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3))
    .filter((name) => (name === '.claude/' ? holdsWork(path.join(root, name)) : !isOutsideContent(name)));
}

/** An untracked `.claude/` is listed as a whole: does it hold more than state? */
const holdsWork = (folder: string): boolean => namesIn(folder).some((name) => !isOutsideContent(`.claude/${name}`));

function worktreesOf(commonDir: string): readonly Worktree[] {
  return worktreeFolders(commonDir).flatMap((gitDir) => {
    const top = worktreeOf(gitDir);
    if (top === undefined || !existsSync(path.join(top, '.git'))) return [];
    return [{ path: top, branch: /^ref: refs\/heads\/(.+)$/.exec(headOf(gitDir))?.[1] }];
  });
}

/** `Git: branch main, 3 uncommitted files, 2 linked worktrees.` */
export function gitLine(facts: GitFacts): string {
  const where =
    facts.branch === undefined ? `detached HEAD at ${facts.commit ?? 'no commit'}` : `branch ${inline(facts.branch)}`;
  const state =
    facts.dirty === undefined
      ? 'state of the files unknown'
      : facts.dirty === 0
        ? 'clean'
        : counted(facts.dirty, 'uncommitted file');
  const trees = facts.worktrees.length === 0 ? '' : `, ${counted(facts.worktrees.length, 'linked worktree')}`;
  const here = facts.linked ? ' (this folder is one of them)' : '';
  return `Git: ${where}, ${state}${trees}${here}.`;
}

const shownWorktrees = 8;

export function worktreeLines(facts: GitFacts, root: string): readonly string[] {
  const lines = facts.worktrees
    .slice(0, shownWorktrees)
    .map(
      (tree) =>
        `  worktree ${inline(path.relative(root, tree.path) || '.')} (${tree.branch === undefined ? 'detached' : inline(tree.branch)})`,
    );
  const more = facts.worktrees.length - lines.length;
  return more > 0 ? [...lines, `  and ${counted(more, 'more worktree')}`] : lines;
}

export const isProtected = (branch: string | undefined, site: Site): boolean =>
  branch !== undefined && site.config.settings.branches.protected.some((name) => wildcard(name)(branch));
