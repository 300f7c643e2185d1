import { isToolCall, type Call } from '../protocol/call';
import type { EventName } from '../protocol/events';
import { agentTools, editTools, searchTools, shellTools } from '../protocol/tools';
import { reads, type AnyGate } from './gate';

/**
 * Gates of one folder of gates/, loaded when a call arrives that the group lists. Its events and tools must cover those
 * of its gates: a gate does not run at an event that its group leaves out.
 */
interface Group {
  /** The folder's name. A folder is listed more than once if its gates run at different points. */
  readonly name: string;
  readonly events: readonly EventName[];
  /** Tool names, with `*` for any part of the name of a server's tool; absent if its gates read events without tools, or all tools. */
  readonly tools?: readonly string[];
  readonly load: () => Promise<readonly AnyGate[]>;
}

const questions = ['AskUserQuestion', 'mcp__*__AskUserQuestion'];

/**
 * The groups in the order in which they run; the gates of a group are in order too. The order matters: a gate may
 * end the chain, or change what later gates see.
 */
const groups: readonly Group[] = [
  {
    // Only for `allGates`, so it lists no tool: `gatesOf` adds this gate if it is unknown what the call does.
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: [],
    load: async () => [(await unknownToolGate()).unknownTool],
  },
  {
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => [(await import(/* webpackChunkName: "commands" */ '../gates/before-bash/guard')).guard],
  },
  {
    // After the guard, so that the reason for refusing `rm -rf ~` is the home folder, not Gatehouse's folder inside it.
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: [...shellTools, ...editTools, 'mcp__*'],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/before-bash/self-protection')).selfProtection,
    ],
  },
  {
    name: 'rules',
    events: ['PreToolUse', 'UserPromptSubmit'],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/rules/scope')).scope,
      (await import(/* webpackMode: "eager" */ '../gates/rules/rules')).rules,
      (await import(/* webpackMode: "eager" */ '../gates/rules/freeze')).freeze,
    ],
  },
  {
    name: 'rules',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => (await import(/* webpackChunkName: "commands" */ '../gates/rules/packs')).packGates,
  },
  {
    name: 'rules',
    events: ['PreToolUse'],
    tools: ['mcp__*'],
    load: async () => [(await import(/* webpackChunkName: "commands" */ '../gates/rules/server-tools')).serverTools],
  },
  {
    // Files that a shell command writes meet the same gates as files that an edit tool writes.
    name: 'before-edit',
    events: ['PreToolUse'],
    tools: [...editTools, ...shellTools, 'mcp__*'],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/sensitive-path')).sensitivePath,
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/test-gate')).testGate,
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/mock-gate')).mockGate,
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/branch-guard')).branchGuard,
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/doc-gate')).docGate,
      (await import(/* webpackMode: "eager" */ '../gates/before-edit/plan-check')).planCheck,
    ],
  },
  {
    name: 'secrets',
    events: ['PreToolUse', 'PostToolUse'],
    tools: [...shellTools, ...editTools, ...searchTools, 'WebSearch', 'mcp__*'],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/secrets/secrets')).secrets,
      (await import(/* webpackMode: "eager" */ '../gates/secrets/mask-output')).maskOutput,
    ],
  },
  {
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => [
      (await import(/* webpackChunkName: "commands" */ '../gates/before-bash/auto-review')).autoReview,
      (await import(/* webpackChunkName: "commands" */ '../gates/before-bash/llm-review')).llmReview,
    ],
  },
  {
    name: 'nudge',
    events: ['PreToolUse'],
    tools: [...searchTools, ...shellTools],
    load: async () => [(await import(/* webpackMode: "eager" */ '../gates/nudge/code-index-nudge')).codeIndexNudge],
  },
  {
    name: 'nudge',
    events: ['PostToolUse'],
    tools: ['mcp__*'],
    load: async () => [(await import(/* webpackMode: "eager" */ '../gates/nudge/code-index-mark')).codeIndexMark],
  },
  {
    // Before the question log, which removes the mark of questions that Gatehouse answered.
    name: 'workflow',
    events: ['PreToolUse', 'PostToolUse', 'SubagentStop', 'UserPromptSubmit'],
    tools: [...agentTools, 'mcp__*', ...questions],
    load: async () => [
      (await import(/* webpackChunkName: "moments" */ '../gates/workflow/workflow-gate')).workflowGate,
      (await import(/* webpackChunkName: "moments" */ '../gates/workflow/workflow-progress')).workflowProgress,
    ],
  },
  {
    name: 'questions',
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    tools: questions,
    load: async () => [
      (await import(/* webpackChunkName: "questions" */ '../gates/questions/question-preference')).questionPreference,
      (await import(/* webpackChunkName: "questions" */ '../gates/questions/question-log')).questionLog,
      (await import(/* webpackChunkName: "questions" */ '../gates/questions/question-fallback')).questionFallback,
    ],
  },
  {
    name: 'after-edit',
    // A command may change files before it fails.
    events: ['PostToolUse', 'PostToolUseFailure'],
    tools: [...editTools, ...shellTools],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/edit-format')).editFormat,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/edit-invalidation')).editInvalidation,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/lint')).lint,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/track')).track,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/code-review')).codeReview,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/plan-validate')).planValidate,
      (await import(/* webpackMode: "eager" */ '../gates/after-edit/test-runner')).testRunner,
    ],
  },
  {
    name: 'after-tool',
    // Tampering is settled first, so that no evidence is recorded on top of it.
    // UserPromptSubmit: a background review reports back as a prompt that the client writes.
    events: ['SessionStart', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'ConfigChange'],
    load: async () => [
      (await import(/* webpackMode: "eager" */ '../gates/after-tool/tamper-check')).tamperCheck,
      (await import(/* webpackMode: "eager" */ '../gates/after-tool/call-check')).callCheck,
      (await import(/* webpackMode: "eager" */ '../gates/after-tool/review-state')).reviewState,
    ],
  },
  {
    // PreToolUse: the start of a test run is recorded.
    name: 'after-tool',
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    tools: ['Bash'],
    load: async () => [(await import(/* webpackMode: "eager" */ '../gates/after-tool/own-runs')).ownRuns],
  },
  {
    name: 'session',
    events: ['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PreCompact', 'Notification'],
    load: async () => [
      (await import(/* webpackChunkName: "moments" */ '../gates/session/update-check')).updateCheck,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/session-init')).sessionInit,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/workflow-check')).workflowCheck,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/coverage-check')).coverageCheck,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/prompt-submit')).promptSubmit,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/review-reminder')).reviewReminder,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/compact-preserve')).compactPreserve,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/session-end')).sessionEnd,
      (await import(/* webpackChunkName: "moments" */ '../gates/session/notify')).notify,
    ],
  },
  {
    name: 'agents',
    events: ['SubagentStart', 'SubagentStop'],
    load: async () => [
      (await import(/* webpackChunkName: "moments" */ '../gates/agents/subagent-start')).subagentStart,
      (await import(/* webpackChunkName: "moments" */ '../gates/agents/check-planner')).checkPlanner,
      (await import(/* webpackChunkName: "moments" */ '../gates/agents/check-implementer')).checkImplementer,
      (await import(/* webpackChunkName: "moments" */ '../gates/agents/check-guardian')).checkGuardian,
    ],
  },
  {
    name: 'stop',
    events: ['Stop'],
    load: async () => [
      (await import(/* webpackChunkName: "moments" */ '../gates/stop/stop-guard')).stopGuard,
      (await import(/* webpackChunkName: "moments" */ '../gates/stop/surface')).surface,
      (await import(/* webpackChunkName: "moments" */ '../gates/stop/session-summary')).sessionSummary,
      (await import(/* webpackChunkName: "moments" */ '../gates/stop/forward-motion')).forwardMotion,
    ],
  },
];

const unknownToolGate = () => import(/* webpackChunkName: "dialects" */ '../gates/before-bash/unknown-tool');

/**
 * The gates of a call, after the safety gates of the shell command that would do the same. If it is unknown what the call
 * does, it is refused before any other gate sees it.
 */
export async function gatesOf(call: Call, shellForm?: Call): Promise<readonly AnyGate[]> {
  const own = await gatesFor(call.event, isToolCall(call) ? call.tool : undefined);
  const safety = shellForm === undefined ? [] : (await gatesFor('PreToolUse', 'Bash')).filter(isSafety);
  const gates = unique([...safety, ...own]);
  if (call.unknown === undefined || call.event !== 'PreToolUse') return gates;
  return [(await unknownToolGate()).unknownTool, ...gates];
}

/** Safety gates also judge the shell command that would do what the call does. */
export const isSafety = (gate: AnyGate): boolean => gate.posture === 'closed' && gate.approves !== true;

/** A gate and the group it belongs to. */
export interface CatalogEntry {
  readonly group: string;
  readonly gate: AnyGate;
}

/** What `gatesFor` found. The names of tools are the client's, so there is a limit. */
const found = new Map<string, readonly AnyGate[]>();
const mostFound = 200;

/** The gates that read this event and tool, in order, each once. */
export async function gatesFor(event: EventName, tool: string | undefined): Promise<readonly AnyGate[]> {
  const key = tool === undefined ? event : `${event} ${tool}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const wanted = groups.filter((group) => reads(group, event, tool));
  const loaded = await Promise.all(wanted.map((group) => group.load()));
  const gates = unique(loaded.flat().filter((gate) => reads(gate, event, tool)));
  if (found.size < mostFound) found.set(key, gates);
  return gates;
}

/** Every gate with its group: for matchers, documentation, the tree and `doctor`. */
export async function allGates(): Promise<readonly CatalogEntry[]> {
  const loaded = await Promise.all(groups.map(async (group) => ({ group, gates: await group.load() })));
  const entries = loaded.flatMap(({ group, gates }) => gates.map((gate) => ({ group: group.name, gate })));
  return entries.filter(({ gate }, index) => entries.findIndex((other) => other.gate === gate) === index);
}

const unique = (gates: readonly AnyGate[]): readonly AnyGate[] => [...new Set(gates)];
