import * as z from 'zod/mini';
import { lazyLooseObject } from '../../project/lazy-schema';
import type { ProofStatus, TestStatus, ReviewFlag, ReviewState } from '../evidence';
import {
  count,
  field,
  fieldsFormat,
  jsonFormat,
  markerFormat,
  numberFormat,
  recordsFormat,
  type StateFile,
} from '../../state/state-file';
import type { phaseSuffixes } from '../public-names';
import { publicFile, type StateLocation } from '../../state/stored-files';

const proofStatusFormat = fieldsFormat<ProofStatus>(
  2,
  ([status, at], mtimeMs) => {
    // A bare word is as old as its file.
    const epoch = at === undefined ? Math.floor(mtimeMs / 1000) : count(at);
    if (epoch === undefined) return undefined;
    return status === 'verified' || status === 'pending' ? { status, at: epoch } : undefined;
  },
  ({ status, at }) => [status, at],
);

/** `.claude/.proof-status`: `verified|epoch` or `pending|epoch`. */
export const proofStatus = (location: StateLocation): StateFile<ProofStatus> =>
  publicFile(location, '.claude/.proof-status', proofStatusFormat);

const testStatusFormat = fieldsFormat<TestStatus>(
  3,
  ([result, failures, at]) => {
    const failed = count(failures);
    const epoch = count(at);
    if (failed === undefined || epoch === undefined) return undefined;
    if (result === 'pass' && failed === 0) return { result, failures: 0, at: epoch };
    return result === 'fail' ? { result, failures: failed, at: epoch } : undefined;
  },
  ({ result, failures, at }) => [result, result === 'pass' ? 0 : failures, at],
);

/** `.claude/.test-status`: `pass|0|epoch` or `fail|n|epoch`. Anything else is no pass. */
export const testStatus = (location: StateLocation): StateFile<TestStatus> =>
  publicFile(location, '.claude/.test-status', testStatusFormat);

const Flag = lazyLooseObject(() => ({
  executed: z._default(z.boolean(), false),
  passed: z._default(z.boolean(), false),
  last_run: z._default(z.string(), ''),
}));
const never = { executed: false, passed: false, last_run: '' };

/** A key that is missing has its first value; a key of another type makes the file corrupt. */
const Shape = lazyLooseObject(() => ({
  session_id: z._default(z.string(), ''),
  updated_at: z._default(z.string(), ''),
  has_code_change: z._default(z.boolean(), false),
  has_doc_change: z._default(z.boolean(), false),
  code_review: z._default(Flag, never),
  doc_review: z._default(Flag, never),
  precommit: z._default(Flag, never),
}));

/** `.claude_review_state.json` at the worktree's top. */
export const reviewState = (location: StateLocation): StateFile<ReviewState> =>
  publicFile(location, '.claude_review_state.json', jsonFormat<ReviewState>(Shape));

export function freshReviewState(): ReviewState {
  return {
    session_id: '',
    updated_at: '',
    has_code_change: false,
    has_doc_change: false,
    code_review: freshFlag(),
    doc_review: freshFlag(),
    precommit: freshFlag(),
  };
}

export const freshFlag = (): ReviewFlag => ({ ...never });

/** Milliseconds since the epoch; undefined for a time that was never set or cannot be read. */
export function readReviewTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** What a check found wrong when a sub-agent ended. */
export interface AgentFinding {
  readonly agent: string;
  readonly issues: readonly string[];
}

export const agentFindingsFormat = recordsFormat<AgentFinding>(
  (line) => {
    const at = line.indexOf('|');
    if (at < 1) return undefined;
    const issues = line
      .slice(at + 1)
      .split(';')
      .map((issue) => issue.trim().slice(0, 500))
      .filter((issue) => issue !== '');
    return { agent: line.slice(0, at).trim().slice(0, 80), issues };
  },
  ({ agent, issues }) => `${field(agent, '|', 80)}|${issues.map((issue) => field(issue, ';')).join(';')}`,
);

/** `.claude/.agent-findings`: `agent|issue;issue` per line. */
export const agentFindings = (location: StateLocation): StateFile<AgentFinding[]> =>
  publicFile(location, '.claude/.agent-findings', agentFindingsFormat);

/** How often a gate has objected, and when it last did (seconds since the epoch). */
export interface Strikes {
  readonly count: number;
  readonly at: number;
}

const strikesFormat = fieldsFormat<Strikes>(
  2,
  ([strikes, epoch]) => {
    const number = count(strikes);
    const at = count(epoch);
    return number === undefined || at === undefined ? undefined : { count: number, at };
  },
  ({ count: strikes, at }) => [strikes, at],
);

/** `.claude/.test-gate-strikes` or `.claude/.mock-gate-strikes`: `count|epoch`. */
export function strikes(location: StateLocation, gate: 'test-gate' | 'mock-gate'): StateFile<Strikes> {
  return publicFile(location, `.claude/.${gate}-strikes`, strikesFormat);
}

/** `.claude/.test-gate-cold-warned`: the advice about missing test results was given. */
export const testGateColdWarned = (location: StateLocation): StateFile<'there'> =>
  publicFile(location, '.claude/.test-gate-cold-warned', markerFormat);

/** `.claude/.test-runner.last-run`: when the suite was last started (seconds since the epoch). */
export const testRunnerLastRun = (location: StateLocation): StateFile<number> =>
  publicFile(location, '.claude/.test-runner.last-run', numberFormat);

/** `.claude/.test-runner.lock`: the process that runs the tests right now. */
export const testRunnerLock = (location: StateLocation): StateFile<number> =>
  publicFile(location, '.claude/.test-runner.lock', numberFormat);

export type PhaseSuffix = (typeof phaseSuffixes)[number];

/** `.<workflow>-<suffix>` at the worktree's top: a phase of a workflow is over. Any two workflows have files of their own. */
export function phaseFile(location: StateLocation, workflow: string, suffix: PhaseSuffix): StateFile<'there'> {
  const name = field(workflow, '/', 80).replace(/[^\w.-]/g, '_');
  return publicFile(location, `.${name === '' ? 'workflow' : name}-${suffix}`, markerFormat);
}
