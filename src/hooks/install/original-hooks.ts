import { readDocument, splitMark } from './document';
import { lineAt } from '../project/text';
import { handlersIn, withoutHandlers } from './registration';
import { fieldsOf } from '../protocol/json';

/** Known hook sets: the names of their scripts and the gates that replace them. */
export interface HookSet {
  readonly id: string;
  /** In docs/from. */
  readonly page: string;
  /** By the script's name without its ending: the gates that do its work. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Common names count only if this many of them occur together. */
  readonly least: number;
}

/** Scripts whose gate has the same name. */
function sameNamed(names: string): HookSet['scripts'] {
  return Object.fromEntries(names.split(' ').map((name) => [name, name]));
}

export const hookSets: readonly HookSet[] = [
  {
    id: 'review-state',
    page: '000-review-state.md',
    least: 1,
    scripts: {
      'pre-edit-guard': 'sensitive-path',
      'post-edit-format': 'edit-format, edit-invalidation',
      'post-tool-review-state': 'review-state',
      'stop-guard': 'stop-guard',
    },
  },
  {
    id: 'harness',
    page: '001-hook-harness.md',
    least: 3,
    scripts: {
      guard: 'guard, secrets',
      ...sameNamed(
        'auto-review llm-review test-gate mock-gate branch-guard doc-gate plan-check lint track code-review',
      ),
      ...sameNamed('plan-validate test-runner update-check session-init prompt-submit compact-preserve session-end'),
      ...sameNamed('surface session-summary forward-motion notify subagent-start'),
      ...sameNamed('check-planner check-implementer check-guardian'),
    },
  },
  {
    id: 'nudge',
    page: '003-codegraph-nudge.md',
    least: 1,
    scripts: {
      'codegraph-nudge': 'code-index-nudge',
      codegraph_nudge: 'code-index-nudge',
      code_intelligence_nudge: 'code-index-nudge',
      'codegraph-turn-mark': 'code-index-mark',
      codegraph_turn_mark: 'code-index-mark',
      code_intelligence_turn_mark: 'code-index-mark',
    },
  },
  {
    id: 'questions',
    page: '004-question-hooks.md',
    least: 1,
    scripts: {
      'question-preference-hook': 'question-preference',
      'question-log-hook': 'question-log',
      'auq-error-fallback-hook': 'question-fallback',
    },
  },
];

/** Workflow state patterns are no scripts but shell text that names phase files. */
export const workflowSet = { id: 'workflow', page: '002-workflow-state-patterns.md' } as const;

/** The workflows whose phase files a command names. */
function workflowsIn(command: string): readonly string[] {
  const files =
    /(?<![\w-])\.([A-Za-z][\w.]*(?:-[\w.]+)*?)-(?:analysis-done|plan-approved|execution-done|audit-(?:passed|failed))\b/g;
  return [...new Set([...command.matchAll(files)].map(([, name = '']) => name))];
}

/** The script of a set that a command starts: `bash "$HOME/.claude/hooks/guard.sh"`. */
function scriptIn(command: string, { scripts }: HookSet): string | undefined {
  for (const [, name = ''] of command.matchAll(/[\\/]([\w-]+)(?:\.(?:sh|bash|py|ts|mjs|js))?(?=["'\s;&|)]|$)/g)) {
    if (Object.hasOwn(scripts, name)) return name;
  }
  return undefined;
}

/** A hook of one of the sets that people come from, as written in a settings file. */
export interface OriginalHook {
  readonly hookSet: string;
  readonly event: string;
  readonly command: string;
  readonly line: number;
  /** The gates that do its work. */
  readonly gates: string;
  /** The workflows that it names. */
  readonly workflows: readonly string[];
}

export function originalHooksIn(text: string): readonly OriginalHook[] {
  const { body } = splitMark(text);
  const reading = readDocument(body);
  if (reading.kind !== 'ok') return [];
  const all = handlersIn(reading.document).flatMap(({ event, handler, value }) => {
    const hook = readHook(event, commandOf(value));
    return hook === undefined ? [] : [{ ...hook, line: lineAt(body, handler.offset) }];
  });
  const isEnough = ({ hookSet }: OriginalHook) => {
    const least = hookSets.find(({ id }) => id === hookSet)?.least ?? 1;
    return new Set(all.filter((one) => one.hookSet === hookSet).map(({ gates }) => gates)).size >= least;
  };
  return all.filter(isEnough);
}

function readHook(event: string, command: string): Omit<OriginalHook, 'line'> | undefined {
  for (const hookSet of hookSets) {
    const script = scriptIn(command, hookSet);
    const gates = script === undefined ? undefined : hookSet.scripts[script];
    if (gates !== undefined) return { hookSet: hookSet.id, event, command, gates, workflows: [] };
  }
  const workflows = workflowsIn(command);
  const gates = event === 'PreToolUse' ? 'workflow-gate' : 'workflow-progress';
  return workflows.length === 0 ? undefined : { hookSet: workflowSet.id, event, command, gates, workflows };
}

/** The text without them; what they leave empty goes, everything else stays byte for byte. */
export function withoutOriginalHooks(text: string): string {
  const unwanted = new Set(originalHooksIn(text).map(({ command }) => command));
  return unwanted.size === 0 ? text : withoutHandlers(text, (handler) => unwanted.has(commandOf(handler)));
}

function commandOf(handler: unknown): string {
  const { command, args } = fieldsOf(handler);
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
  return typeof command === 'string' ? [command, ...words].join(' ') : '';
}
