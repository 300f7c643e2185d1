import path from 'node:path';
import { readTraces } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import { readCall } from '../protocol/call';
import { shellCommand } from '../protocol/tools';
import { readCommand } from '../shell/read-command';
import { compiled, filesOf } from './match';
import { decisions, type Rule } from './rule';

/** A recorded call that a rule would decide differently. */
interface ChangedCall {
  readonly id: string;
  readonly at: number;
  readonly tool: string | undefined;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

export interface Rehearsed {
  readonly looked: number;
  readonly changed: readonly ChangedCall[];
}

/** So many of the newest calls are looked at. */
const limit = 1_000;

/** What a rule would have changed in the newest recorded calls. Nothing is run and nothing is written. */
export function rehearsed(rule: Rule, home: string, personHome: string): Rehearsed {
  const traces = readTraces(home, { since: 0, limit, matches: ({ event }) => event === 'PreToolUse' });
  const changed = traces.flatMap((trace) => changedBy(rule, trace, personHome));
  return { looked: traces.length, changed };
}

function changedBy(rule: Rule, trace: Trace, home: string): readonly ChangedCall[] {
  const call = trace.call === undefined ? undefined : readCall(trace.call, trace.event, trace.cwd);
  if (call === undefined || 'problem' in call || call.event !== 'PreToolUse') return [];
  const before = trace.verdict.decision;
  if (before !== undefined && strength(before) <= strength(rule.decision)) return [];
  const command = shellCommand(call);
  const fits = compiled(rule)({
    tool: call.tool,
    reading: command === undefined ? undefined : readCommand(command, { cwd: path.resolve(call.cwd), home }),
    files: filesOf(call, home),
    root: trace.root,
    home,
    branchAt: () => undefined,
  });
  if (fits.length === 0) return [];
  const { id, at, tool, subject } = trace;
  return [{ id, at, tool, subject, before: before ?? 'pass', after: rule.decision }];
}

/** A stronger decision stands, whatever the rule says. */
const strength = (decision: string): number => {
  const at = decisions.findIndex((one) => one === decision);
  return at < 0 ? decisions.length : at;
};
