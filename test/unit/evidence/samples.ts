import type { Reading, StateFile } from '../../../src/hooks/state/state-file';
import {
  agentFindings,
  proofStatus,
  reviewState,
  strikes,
  testRunnerLastRun,
  testStatus,
} from '../../../src/hooks/evidence/files/flags';
import {
  auditLog,
  planDrift,
  promptCount,
  sessionChanges,
  sessionStartEpoch,
  turnState,
} from '../../../src/hooks/evidence/files/session';
import {
  lintBreaker,
  lintCache,
  llmReviewCache,
  preservedContext,
  statuslineCache,
  subagentTracker,
} from '../../../src/hooks/evidence/files/caches';
import type { StateLocation } from '../../../src/hooks/state/stored-files';

/** One public state file: its seed's text with things in it that are not ours, a change, and what must be left after it. */
export interface Sample {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** A piece of the text that a rewrite must keep; empty where Gatehouse owns the whole file. */
  readonly foreign: string;
  read(location: StateLocation): Reading<unknown>;
  change(location: StateLocation): Promise<unknown>;
}

function sample<T>(
  path: string,
  open: (location: StateLocation) => StateFile<T>,
  change: (now: T | undefined) => T,
  texts: Pick<Sample, 'before' | 'after' | 'foreign'>,
): Sample {
  return {
    path,
    ...texts,
    read: (location) => open(location).read(),
    change: (location) => open(location).update(change),
  };
}

const hash = 'ab'.repeat(32);

export const samples: readonly Sample[] = [
  sample('.claude_review_state.json', reviewState, (now) => ({ ...now!, has_doc_change: true }), {
    before: `{
  "session_id": "s",
  "updated_at": "",
  "has_code_change": true,
  "has_doc_change": false,
  "code_review": { "executed": true, "passed": false, "last_run": "2026-11-18T12:00:00Z", "rounds": 3 },
  "doc_review": { "executed": false, "passed": false, "last_run": "" },
  "precommit": { "executed": false, "passed": false, "last_run": "" },
  "iteration_history": { "current_round": 2 }
}
`,
    after: `{
  "session_id": "s",
  "updated_at": "",
  "has_code_change": true,
  "has_doc_change": true,
  "code_review": {
    "executed": true,
    "passed": false,
    "last_run": "2026-11-18T12:00:00Z",
    "rounds": 3
  },
  "doc_review": {
    "executed": false,
    "passed": false,
    "last_run": ""
  },
  "precommit": {
    "executed": false,
    "passed": false,
    "last_run": ""
  },
  "iteration_history": {
    "current_round": 2
  }
}
`,
    foreign: '"current_round": 2',
  }),
  sample('.claude/.test-status', testStatus, () => ({ result: 'pass', failures: 0, at: 1795003300 }), {
    before: 'fail|3|1795003200|vitest\n# by hand\n',
    after: 'pass|0|1795003300|vitest\n# by hand\n',
    foreign: '# by hand',
  }),
  sample('.claude/.proof-status', proofStatus, () => ({ status: 'pending', at: 1795003300 }), {
    before: 'verified|1795003200\n# by hand\n',
    after: 'pending|1795003300\n# by hand\n',
    foreign: '# by hand',
  }),
  sample(
    '.claude/.test-gate-strikes',
    (location) => strikes(location, 'test-gate'),
    (now) => ({ count: (now?.count ?? 0) + 1, at: 1795003300 }),
    { before: '1|1795003200\n# by hand\n', after: '2|1795003300\n# by hand\n', foreign: '# by hand' },
  ),
  sample(
    '.claude/.mock-gate-strikes',
    (location) => strikes(location, 'mock-gate'),
    (now) => ({ count: (now?.count ?? 0) + 1, at: 1795003300 }),
    { before: '7|1795003200\n# by hand\n', after: '8|1795003300\n# by hand\n', foreign: '# by hand' },
  ),
  sample(
    '.claude/.session-changes-abc-1',
    (location) => sessionChanges(location, 'abc-1'),
    (now) => [...(now ?? []), '/p/src/b.ts'],
    { before: '/p/src/a.ts\n/p/src/a.ts\n', after: '/p/src/a.ts\n/p/src/a.ts\n/p/src/b.ts\n', foreign: '/p/src/a.ts' },
  ),
  sample(
    '.claude/.prompt-count-abc-1',
    (location) => promptCount(location, 'abc-1'),
    (now) => (now ?? 0) + 1,
    { before: '34\n# by hand\n', after: '35\n# by hand\n', foreign: '# by hand' },
  ),
  sample('.claude/.session-start-epoch', sessionStartEpoch, () => 1795003300, {
    before: '1795003200\n# by hand\n',
    after: '1795003300\n# by hand\n',
    foreign: '# by hand',
  }),
  sample('.claude/.test-runner.last-run', testRunnerLastRun, () => 1795003300, {
    before: '1795003200\n# by hand\n',
    after: '1795003300\n# by hand\n',
    foreign: '# by hand',
  }),
  sample('.claude/.plan-drift', planDrift, (now) => ({ ...now!, unplanned_count: 4 }), {
    before: 'audit_epoch=1795003200\nunplanned_count=0\nunimplemented_count=1\nmissing_decisions=2\ncustom=kept\n',
    after:
      'audit_epoch=1795003200\nunplanned_count=4\nunimplemented_count=1\nmissing_decisions=2\ncustom=kept\n' +
      'total_decisions=0\nsource_files_changed=0\nunaddressed_p0s=0\nnogo_count=0\n',
    foreign: 'custom=kept',
  }),
  sample(
    '.claude/.agent-findings',
    agentFindings,
    (now) => [...(now ?? []), { agent: 'implementer', issues: ['no tests; really', 'on main|branch'] }],
    {
      before: 'planner|no plan;no phases\nnot a finding\n',
      after: 'planner|no plan;no phases\nnot a finding\nimplementer|no tests, really;on main|branch\n',
      foreign: 'not a finding',
    },
  ),
  sample('.claude/.preserved-context', preservedContext, (now) => ({ ...now!, files: [...now!.files, '/p/b.ts'] }), {
    before: '# Context 2026-11-18T12:00:00Z\nbranch: main\n\n# Files\n/p/a.ts\n',
    after:
      '# Preserved before compaction: 2026-11-18T12:00:00Z\nbranch: main\n\n# Files changed in this session\n/p/a.ts\n/p/b.ts\n',
    foreign: '',
  }),
  sample(
    '.claude/.audit-log',
    auditLog,
    (now) => [
      ...(now ?? []),
      { at: '2026-11-18T12:01:00Z', event: 'test_fail', detail: '2 failed | exit 1\nsecond line' },
    ],
    {
      before: '2026-11-18T12:00:00Z|plan_drift|1 unplanned\nsomething else\n',
      after:
        '2026-11-18T12:00:00Z|plan_drift|1 unplanned\nsomething else\n2026-11-18T12:01:00Z|test_fail|2 failed | exit 1 second line\n',
      foreign: 'something else',
    },
  ),
  sample(
    '.claude/.llm-review-cache',
    llmReviewCache,
    (now) => [...(now ?? []), { hash, verdict: 'unsafe', reason: 'a | b\nc', at: 1795003300 }],
    {
      before: `${hash}|safe|reads only|1795003200\nnot a verdict\n`,
      after: `${hash}|safe|reads only|1795003200\nnot a verdict\n${hash}|unsafe|a - b c|1795003300\n`,
      foreign: 'not a verdict',
    },
  ),
  sample('.claude/.lint-cache', lintCache, () => 'eslint', {
    before: 'ruff\n# by hand\n',
    after: 'eslint\n# by hand\n',
    foreign: '# by hand',
  }),
  sample(
    '.claude/.lint-breaker',
    lintBreaker,
    (now) => ({ state: 'open' as const, count: (now?.count ?? 0) + 1, at: 1795003300 }),
    { before: 'closed|2|1795003200\n# by hand\n', after: 'open|3|1795003300\n# by hand\n', foreign: '# by hand' },
  ),
  sample(
    '.claude/.subagent-tracker',
    subagentTracker,
    (now) =>
      (now ?? []).map((agent) => (agent.state === 'active' ? { ...agent, state: 'done' as const, seconds: 9 } : agent)),
    {
      before: 'DONE|planner|1795003100|60\nnot an agent\nACTIVE|implementer|1795003200\n',
      after: 'DONE|planner|1795003100|60\nnot an agent\nDONE|implementer|1795003200|9\n',
      foreign: 'not an agent',
    },
  ),
  sample('.claude/.statusline-cache', statuslineCache, (now) => ({ ...now!, dirty: 4 }), {
    before:
      '{"dirty":3,"worktrees":1,"plan":"Phase 1/2","test":"pass","updated":1795003200,"agents_active":0,"agents_types":"","agents_total":0,"mine":[1]}\n',
    after: `{
  "dirty": 4,
  "worktrees": 1,
  "plan": "Phase 1/2",
  "test": "pass",
  "updated": 1795003200,
  "agents_active": 0,
  "agents_types": "",
  "agents_total": 0,
  "mine": [
    1
  ]
}
`,
    foreign: '"mine"',
  }),
  sample(
    '.claude/codegraph-turn-state.json',
    turnState,
    (now) => ({ ...now!, turn_counter: 8, tools_used: ['codegraph'] }),
    {
      before: '{"transcript_id":"t","turn_counter":7,"mine":true}\n',
      after: `{
  "transcript_id": "t",
  "turn_counter": 8,
  "mine": true,
  "tools_used": [
    "codegraph"
  ]
}
`,
      foreign: '"mine"',
    },
  ),
];
