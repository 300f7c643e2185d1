import path from 'node:path';
import { statuslineCache, subagentTracker } from '../evidence/files/caches';
import { inFileName } from '../evidence/public-names';
import type { Site } from '../pipeline/site';
import { findPlan } from '../plan/drift';
import { findingLines, takeFindings, waitingFindings } from './findings';
import { backlogLines } from '../todo/github';
import {
  failingLine,
  gitFacts,
  type GitFacts,
  gitLine,
  expectsPlan,
  isProtected,
  phaseCounts,
  planLines,
  testsFacts,
  type TestsFacts,
  worktreeLines,
} from './facts';
import { preservedLines, takePreserved, researchLines } from './preserved';
import { othersAtWork } from './sessions';
import { todoLines } from '../todo/todo';
import { takeUpdateNotice } from './update';
import { namesIn } from '../project/read-file';
import { counted, contextText } from '../project/text';

/**
 * The state of the project, for a session that begins or resumes. One-time messages are used up only if they are
 * delivered (`heard`).
 */
export async function opening(site: Site, session: string, heard: boolean): Promise<string> {
  const [git, plan, tests, update, preserved, findings, backlog] = await Promise.all([
    gitFacts(site),
    planLines(site),
    testsFacts(site),
    heard ? takeUpdateNotice(site) : [],
    heard ? takePreserved(site, session) : undefined,
    heard ? takeFindings(site, session) : waitingFindings(site, session),
    backlogLines(site),
  ]);
  await leaveForStatusLine(site, git, tests);
  return contextText([
    ...(git === undefined ? [] : [gitLine(git), ...worktreeLines(git, site.root), mainLine(git, site)]),
    ...plan,
    failingLine(tests),
    ...preservedLines(preserved),
    ...findingLines(findings),
    ...update,
    ...todoLines(site),
    ...backlog,
    ...researchLines(site.root),
    leftoverLine(site, session),
  ]);
}

/** The way of working that the harness asks for. */
export function mainLine(git: GitFacts, site: Site): string | undefined {
  if (!expectsPlan(site) || !isProtected(git.branch, site)) return undefined;
  return `The checked-out branch ${git.branch ?? ''} is protected: work happens in a worktree with a branch of its own (git worktree add).`;
}

function leftoverLine(site: Site, session: string): string | undefined {
  if (!expectsPlan(site)) return undefined;
  const alive = [session, ...othersAtWork(site, session)].map((id) => `.session-changes-${inFileName(id)}`);
  const left = namesIn(path.join(site.root, '.claude')).filter(
    (name) => /^\.session-(?:changes|decisions)/.test(name) && !alive.includes(name),
  );
  return left.length === 0 ? undefined : `${counted(left.length, 'file')} of earlier sessions left in .claude/.`;
}

async function leaveForStatusLine(site: Site, git: GitFacts | undefined, tests: TestsFacts): Promise<void> {
  if (git === undefined) return;
  const found = findPlan(site.root);
  const counts = found.kind === 'ok' ? phaseCounts(found.plan) : undefined;
  const plan =
    counts === undefined ? 'no plan' : `Phase ${Math.max(1, counts.completed + counts.running)}/${counts.total}`;
  const agents = subagentTracker(site).value() ?? [];
  const active = agents.filter(({ state }) => state === 'active').map(({ type }) => type);
  await statuslineCache(site).update((now) => ({
    ...now,
    dirty: git.dirty ?? 0,
    worktrees: git.worktrees.length,
    plan,
    test: tests.state === 'passing' ? 'pass' : tests.state === 'failing' ? 'fail' : 'unknown',
    updated: Math.floor(site.clock.now() / 1000),
    agents_active: active.length,
    agents_types: [...new Set(active)].join(','),
    agents_total: agents.length,
  }));
}
