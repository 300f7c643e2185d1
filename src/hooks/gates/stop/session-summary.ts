import { gate, message, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { annotationsOf } from '../../plan/annotation';
import { findPlan } from '../../plan/drift';
import { changedFiles, isTold, markTold, workStamp, type ChangedFile } from '../../session/changes';
import { gitFacts, type GitFacts, isProtected, testsFacts, type TestsFacts } from '../../session/facts';
import { openTodos } from '../../todo/todo';
import { isOwnSource } from '../../source/file-kind';
import { readText } from '../../project/read-file';
import { inline, counted } from '../../project/text';

/** Summarizes the state of the work after a turn, and the harness's next step. */
export const sessionSummary = gate({
  id: 'session-summary',
  title: 'Session summary',
  summary: 'When the agent stops, reports what changed, the state of git and the tests, and what comes next.',
  events: ['Stop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  async decide(call, site) {
    if (call.stopHookActive) return pass('a hook already made the agent continue');
    const changed = changedFiles(site, call.sessionId);
    if (changed.length === 0) return pass('no file was changed in this session');
    const stamp = workStamp(site, changed);
    if (isTold(site, 'session-summary', call.sessionId, stamp)) return pass('nothing changed since the last summary');
    const [git, tests] = await Promise.all([gitFacts(site), testsFacts(site)]);
    const todos = openTodos(site).length;
    const lines = [
      filesLine(changed),
      [git === undefined ? '' : whereLine(git), testsLine(tests)].filter((part) => part !== '').join(' '),
      ...(todos === 0 ? [] : [`Todo list: ${counted(todos, 'open item')}.`]),
      ...(git === undefined ? [] : [`Next: ${nextStep(git, tests, site)}`]),
    ];
    await markTold(site, 'session-summary', call.sessionId, stamp);
    return message(lines.join('\n'), 'summed up');
  },
});

function filesLine(changed: readonly ChangedFile[]): string {
  const source = changed.filter(isOwnSource).length;
  const decided = changed.filter(names).length;
  return `Session: ${counted(changed.length, 'file')} changed (${source} source, ${changed.length - source} other), ${decided} with a @decision.`;
}

const largestFile = 2 * 1024 * 1024;

function names({ path, language }: ChangedFile): boolean {
  if (language === undefined) return false;
  const text = readText(path, { maxBytes: largestFile });
  return text !== undefined && annotationsOf(text, language).length > 0;
}

function whereLine({ branch, dirty }: GitFacts): string {
  const state = dirty === undefined ? 'unknown' : dirty === 0 ? 'clean' : `dirty (${counted(dirty, 'file')})`;
  return `Git: ${branch === undefined ? 'detached HEAD' : inline(branch)}, ${state}.`;
}

function testsLine({ state, failures, running }: TestsFacts): string {
  if (running) return 'Tests: running now.';
  switch (state) {
    case 'passing':
      return 'Tests: passing.';
    case 'failing':
      return failures === undefined || failures === 0 ? 'Tests: failing.' : `Tests: failing (${failures}).`;
    case 'unknown':
      return 'Tests: not run on the current files.';
  }
}

function nextStep(git: GitFacts, tests: TestsFacts, site: Site): string {
  if (isProtected(git.branch, site) && !git.linked) {
    if (findPlan(site.root).kind === 'missing') return 'create MASTER_PLAN.md before more source is written.';
    if (git.worktrees.length === 0) return 'create worktrees for the phases of the plan.';
    return 'continue in the worktrees; this branch only takes merges.';
  }
  if (tests.running) return 'wait for the test run.';
  if (tests.state === 'failing') return 'fix the failing tests.';
  if (tests.state === 'unknown') return 'run the tests.';
  if (git.dirty !== 0) return 'review the changes and commit them.';
  return 'have the person try it, then merge to main.';
}
