import path from 'node:path';
import { readTraces } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import { readCall } from '../protocol/call';
import { shellCommand } from '../protocol/tools';
import { readCommand } from '../shell/read-command';
import { type ConfigProblem, refusal } from '../configuration/load-config';
import type { Layer } from '../configuration/layers';
import { compiled, filesOf, type Subject, type TouchedFile } from './match';
import { decisions, type Example, type Rule } from './rule';
import { rulesIn, spotOf } from './origin';

/** An example that does not hold. */
export interface FailedExample {
  readonly list: 'refuses' | 'passes';
  readonly index: number;
  readonly example: Example;
}

/** Where examples are tried: paths and `~` are those of the project and the person. */
export interface TriedAt {
  readonly root: string;
  readonly home: string;
}

const tried = new WeakMap<Rule, readonly FailedExample[]>();

/** The examples of a rule that do not hold. A rule that has one does not take effect. Tried once for each text of a file. */
export function failedExamples(rule: Rule, at: TriedAt): readonly FailedExample[] {
  const known = tried.get(rule);
  if (known !== undefined) return known;
  const failed = (['refuses', 'passes'] as const).flatMap((list) =>
    rule[list].flatMap((example, index) =>
      matches(rule, example, at) === (list === 'refuses') ? [] : [{ list, index, example }],
    ),
  );
  tried.set(rule, failed);
  return failed;
}

export const matches = (rule: Rule, example: Example, at: TriedAt): boolean =>
  compiled(rule)(subjectOf(example, at)).length > 0;

function subjectOf(example: Example, { root, home }: TriedAt): Subject {
  const { command, tool, path: named, branch } = typeof example === 'string' ? { command: example } : example;
  const file: readonly TouchedFile[] =
    named === undefined
      ? []
      : [{ path: path.resolve(root, named.replace(/^~(?=\/)/, home)), effect: isReading(tool) ? 'read' : 'write' }];
  return {
    tool: tool ?? (command === undefined ? 'Edit' : 'Bash'),
    reading: command === undefined ? undefined : readCommand(command, { cwd: root, home }),
    files: file,
    root,
    home,
    branchAt: () => branch,
  };
}

const isReading = (tool: string | undefined): boolean => tool !== undefined && /^(?:Read|Grep|Glob|LS)$/.test(tool);

/** An example as text for people. */
const shownExample = (example: Example): string =>
  typeof example === 'string'
    ? example
    : [example.command, example.tool, example.path, example.branch === undefined ? undefined : `on ${example.branch}`]
        .filter((part) => part !== undefined)
        .join(' ');

/** Why a rule does not take effect, in one sentence. */
export const sayFailed = ({ list, example }: FailedExample): string =>
  list === 'refuses'
    ? `the rule does not match ${shownExample(example)}, which it should; the rule does not take effect`
    : `the rule matches ${shownExample(example)}, which it should not; the rule does not take effect`;

/** A recorded call that a rule would decide differently. */
interface ChangedCall {
  readonly id: string;
  readonly at: number;
  readonly tool: string | undefined;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

export interface PastChanges {
  readonly looked: number;
  readonly changed: readonly ChangedCall[];
}

/** How many of the newest calls are replayed. */
const limit = 1_000;

/** What a rule would have changed in the newest recorded calls. Nothing is run and nothing is written. */
export function wouldHaveChanged(rule: Rule, home: string, personHome: string): PastChanges {
  const traces = readTraces(home, { limit, matches: ({ event }) => event === 'PreToolUse' });
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

/** A stronger decision overrides the rule. */
const strength = (decision: string): number => {
  const at = decisions.findIndex((one) => one === decision);
  return at < 0 ? decisions.length : at;
};

/**
 * Problems of the rules in these files: failing examples, duplicate ids, decisions that an untrusted file may not make.
 */
export function ruleProblems(layers: readonly Layer[], at: TriedAt): readonly ConfigProblem[] {
  return layers.flatMap((layer) => {
    const rules = rulesIn(layer);
    return rules.flatMap((rule, index) => [
      ...examplesOf(layer, rule, index, at),
      ...twice(layer, rules, rule, index),
      ...(rule.decision === 'allow' && layer.trust !== 'person' && layer.trust !== 'trusted'
        ? [{ ...refusal(layer, `rules.${index}.decision`, true), ...spotOf({ layer, index }, ['decision']) }]
        : []),
    ]);
  });
}

function examplesOf(layer: Layer, rule: Rule, index: number, at: TriedAt): readonly ConfigProblem[] {
  return failedExamples(rule, at).map((failed) => ({
    file: layer.file,
    ...spotOf({ layer, index }, [failed.list, failed.index]),
    key: `rules.${index}.${failed.list}.${failed.index}`,
    message: `rule ${rule.id}: ${sayFailed(failed)}`,
  }));
}

function twice(layer: Layer, rules: readonly Rule[], { id }: Rule, index: number): readonly ConfigProblem[] {
  const first = rules.findIndex((rule) => rule.id === id);
  if (first === index) return [];
  const message = `there is a rule "${id}" above already; both apply, and decisions cannot tell them apart`;
  return [{ file: layer.file, ...spotOf({ layer, index }, ['id']), key: `rules.${index}.id`, message }];
}
