import * as vscode from 'vscode';
import type { Evidence, EvidenceKind, FlagStatus } from '../../hooks/evidence/evidence';
import { readRun, type LastRun, type RunState } from '../../hooks/test-runs/run-state';
import type { Folder } from '../store/folder';
import type { Fact, Flag, FlagState, Hold, FlagAction } from './flag';
import type { Level } from '../../hooks/pipeline/gate';
import { progressLine, stopModeOf } from '../../hooks/review/progress';
import { whoIsHere } from '../platform/person';

const { t } = vscode.l10n;

/** Whether a person has verified the work. Only a person can set it. */
export const proof = evidenceFlag({
  kind: 'proof',
  title: t('Verification'),
  short: t('verification'),
  headlines: headlinesOf({
    failed: t('Verification needed'),
    needed: t('Verification needed'),
    running: t('Verification needed'),
    unreadable: t('Verification unreadable'),
  }),
  // Only the profile harness requires it.
  hold: async (folder) => (folder.config.profile === 'harness' ? holdOf(await folder.level('guard')) : 'none'),
  file: (evidence) => evidence.proof.path,
  owed: (evidence) => evidence.proof.value()?.status === 'pending',
  actions: (status) => (status.trusted ? ['revoke'] : ['verify']),
});

const testsFlag = evidenceFlag({
  kind: 'tests',
  title: t('Tests'),
  short: t('tests'),
  headlines: headlinesOf({
    failed: t('Tests failing'),
    needed: t('Tests needed'),
    running: t('Tests running'),
    unreadable: t('Test state unreadable'),
  }),
  // The guard blocks commits while tests fail.
  hold: async (folder) => holdOf(await folder.level('guard')),
  file: (evidence) => evidence.tests.path,
  owed: (_evidence, { status }) => status === 'failed',
});

/** Whether the tests passed on the current files; while the runner is at work, its run. */
export const tests: Flag = {
  ...testsFlag,
  read: async (folder) => {
    const state = await testsFlag.read(folder);
    const run = readRun(folder.home);
    if (run?.runner !== undefined) return whileRunning(state, run, folder.services.clock.now());
    const written = folder.evidence.tests.value();
    const failures = written?.result === 'fail' ? written.failures : 0;
    const last = run?.last;
    const isKept = last !== undefined && last.result !== 'no-runner';
    return {
      ...state,
      word: wordFor(state, last, failures),
      facts: [...state.facts, ...(last === undefined ? [] : [lastFact(last)])],
      actions: [...state.actions, 'run', ...(isKept ? (['output'] as const) : [])],
    };
  },
};

/** How often the view checks whether the runner was killed. */
const recheckMs = 5_000;

function whileRunning(state: FlagState, { running }: RunState, now: number): FlagState {
  const refreshAt = (Math.floor(now / recheckMs) + 1) * recheckMs;
  const base = { ...state, status: 'in-progress', refreshAt } as const;
  if (running === undefined) {
    const reason = t('The tests run once edits have settled.');
    return { ...base, word: t('waiting'), reason, at: undefined, actions: ['cancel'] };
  }
  const reason = t('{0} is running.', running.suite);
  return { ...base, word: t('running'), reason, at: running.at, actions: ['cancel', 'output'] };
}

/** Distinguishes failing tests, a suite that could not run and one that cannot be run here. */
function wordFor({ status, at }: FlagState, last: LastRun | undefined, failures: number): string | undefined {
  if (status === 'missing') return last && unknownWord(last);
  if (status !== 'failed') return undefined;
  // The public file has whole seconds. A result with another time is not from our runner.
  const result = last !== undefined && at !== undefined && Math.abs(last.at - at) < 2_000 ? last.result : 'fail';
  if (result === 'timed-out') return t('timed out');
  if (result === 'error') return t('could not run');
  return failures > 0 ? t('{0} failed', failures) : undefined;
}

function unknownWord({ result }: LastRun): string | undefined {
  switch (result) {
    case 'no-runner':
      return t('not installed');
    case 'no-tests':
      return t('no tests');
    case 'cancelled':
      return t('ended');
    case 'pass':
    case 'fail':
    case 'error':
    case 'timed-out':
      return undefined;
  }
}

function lastFact({ result, suite, failures, at, ms }: LastRun): Fact {
  const count = result === 'fail' ? ` (${failures})` : '';
  const when = new Date(at).toLocaleTimeString();
  return { label: t('Last run'), value: `${suite}: ${result}${count}, ${(ms / 1000).toFixed(1)} s, ${when}` };
}

/** The stop guard has its own mode: only `strict` keeps the agent from stopping. */
async function stopHold(folder: Folder): Promise<Hold> {
  const { mode } = stopModeOf({ config: folder.config, env: folder.services.env });
  const level = holdOf(await folder.level('stop-guard'));
  if (mode === 'off' || level === 'none') return 'none';
  return mode === 'strict' ? level : 'advice';
}

const file = (evidence: Evidence) => evidence.review.path;

const codeChanged = ({ review }: Evidence) => review.value()?.has_code_change === true;
const docChanged = ({ review }: Evidence) => review.value()?.has_doc_change === true;

export const codeReview = evidenceFlag({
  kind: 'code_review',
  title: t('Code review'),
  short: t('review'),
  headlines: headlinesOf({
    failed: t('Review failed'),
    needed: t('Review needed'),
    running: t('Review running'),
    unreadable: t('Review state unreadable'),
  }),
  hold: stopHold,
  file,
  owed: codeChanged,
});

export const docReview = evidenceFlag({
  kind: 'doc_review',
  title: t('Doc review'),
  short: t('docs'),
  headlines: headlinesOf({
    failed: t('Doc review failed'),
    needed: t('Doc review needed'),
    running: t('Doc review running'),
    unreadable: t('Review state unreadable'),
  }),
  hold: stopHold,
  file,
  owed: docChanged,
});

export const precommit = evidenceFlag({
  kind: 'precommit',
  title: t('Precommit'),
  short: t('precommit'),
  headlines: headlinesOf({
    failed: t('Precommit failed'),
    needed: t('Precommit needed'),
    running: t('Precommit running'),
    unreadable: t('Review state unreadable'),
  }),
  hold: stopHold,
  file,
  owed: codeChanged,
});

interface EvidenceFlagParts {
  readonly kind: EvidenceKind;
  readonly title: string;
  readonly short: string;
  readonly headlines: NonNullable<Flag['headlines']>;
  /** What the agent cannot do while the flag is required and not passed. */
  readonly hold: (folder: Folder) => Promise<Hold>;
  /** The public file that holds the flag. */
  readonly file: (evidence: Evidence) => string;
  /** Does the work done here require the flag? */
  readonly owed: (evidence: Evidence, status: FlagStatus) => boolean;
  readonly actions?: (status: FlagStatus) => readonly FlagAction[];
}

/** A flag whose status and reason come from `Evidence.status`. */
function evidenceFlag({ kind, title, short, headlines, hold, file, owed, actions }: EvidenceFlagParts): Flag {
  return {
    id: kind,
    title,
    short,
    headlines,
    read: async (folder) => {
      const { evidence } = folder;
      const status = await evidence.status(kind);
      const missing = status.status === 'missing';
      return {
        status: status.status,
        reason: status.reason,
        at: status.at,
        hold: owed(evidence, status) && !status.trusted ? await hold(folder) : 'none',
        dependsOnFiles: status.receipt?.digest !== undefined,
        facts: factsOf(status, folder),
        changed: status.changed,
        actions: [
          ...(missing ? [] : (['reset', 'file'] as const)),
          ...(status.status === 'stale' ? (['changes'] as const) : []),
          ...(status.status === 'unbound' && !status.trusted ? (['accept'] as const) : []),
          ...(actions?.(status) ?? []),
        ],
        file: missing ? undefined : file(evidence),
      } satisfies FlagState;
    },
    reset: (folder) => folder.evidence.reset(kind, whoIsHere()),
  };
}

interface Phrases {
  readonly failed: string;
  readonly needed: string;
  readonly running: string;
  readonly unreadable: string;
}

/** What the status bar says, with the same phrase for every status that requires a new run of the check. */
function headlinesOf({ failed, needed, running, unreadable }: Phrases): NonNullable<Flag['headlines']> {
  const again = { stale: needed, missing: needed, unbound: needed, shipped: needed };
  return { ...again, failed, 'in-progress': running, unknown: unreadable };
}

/** What a gate that blocks does at its level. */
export function holdOf(level: Level): Hold {
  if (level === 'enforce') return 'block';
  return level === 'warn' ? 'advice' : 'none';
}

function factsOf({ receipt }: FlagStatus, folder: Folder): readonly Fact[] {
  const branch = folder.git?.branch();
  const facts: Fact[] = branch === undefined ? [] : [{ label: t('Branch'), value: branch }];
  if (receipt === undefined) return facts;
  facts.push({ label: t('Rule'), value: receipt.rule });
  const rounds = progressLine(receipt, folder);
  if (rounds !== undefined) facts.push({ label: t('Review'), value: rounds });
  if (receipt.session !== '') facts.push({ label: t('Session'), value: receipt.session });
  if (receipt.toolUseId !== undefined) facts.push({ label: t('Tool call'), value: receipt.toolUseId });
  if (receipt.digest !== undefined) facts.push({ label: t('Content'), value: receipt.digest.slice(0, 12) });
  return facts;
}
