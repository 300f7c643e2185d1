import path from 'node:path';
import { readCommand } from '../shell/read-command';
import { compiled, type Subject, type TouchedFile } from './match';
import type { Example, Rule } from './rule';

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
  const failed = (['refuses', 'passes'] as const).flatMap(
    (list) =>
    rule[list].flatMap((example, index) => (matches(rule, example, at) === (list === 'refuses') ? [] : [{ list, index, example }])), // prettier-ignore
  );
  tried.set(rule, failed);
  return failed;
}

/** Does the rule match this example? */
export const matches = (rule: Rule, example: Example, at: TriedAt): boolean =>
  compiled(rule)(subjectOf(example, at)).length > 0;

function subjectOf(example: Example, { root, home }: TriedAt): Subject {
  const { command, tool, path: named, branch } = typeof example === 'string' ? { command: example } : example;
  const file: readonly TouchedFile[] =
    named === undefined ? [] : [{ path: path.resolve(root, named.replace(/^~(?=\/)/, home)), effect: isReading(tool) ? 'read' : 'write' }]; // prettier-ignore
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

/** An example as a person reads it. */
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
