import { isToolCall, type Call } from '../protocol/call';
import type { EventName } from '../protocol/events';
import { agentTools, editTools, searchTools, shellTools } from '../protocol/tools';
import { reads, type AnyGate } from './gate';

/** A room of gates, loaded when a call that it reads arrives. */
interface Room {
  readonly name: string;
  readonly events: readonly EventName[];
  /** Tool names, with `*` for any part of the name of a server's tool; absent where the event has no tools or any tool will do. */
  readonly tools?: readonly string[];
  readonly load: () => Promise<readonly AnyGate[]>;
}

const questions = ['AskUserQuestion', 'mcp__*__AskUserQuestion'];

/**
 * The ordered list of rooms; the gates of a room are in order too. Order is policy: what runs first may end the chain
 * or change what the later gates see.
 */
const rooms: readonly Room[] = [
  {
    // `gatesOf` adds it for unreadable calls; their tools have no names to list here.
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: [],
    load: async () => [(await unknownToolGate()).unknownTool],
  },
  {
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => (await import(/* webpackChunkName: "commands" */ '../gates/before-bash')).gates,
  },
  {
    // Behind the guard: `rm -rf ~` is refused because it is a home, not because Gatehouse's folder lies in it.
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
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/rules')).gates,
  },
  {
    name: 'rules',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => (await import(/* webpackChunkName: "commands" */ '../gates/rules/packs')).packGates,
  },
  {
    // Files that a shell command writes meet the same gates as files that an edit tool writes.
    name: 'before-edit',
    events: ['PreToolUse'],
    tools: [...editTools, ...shellTools, 'mcp__*'],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/before-edit')).gates,
  },
  {
    name: 'secrets',
    events: ['PreToolUse', 'PostToolUse'],
    tools: [...shellTools, ...editTools, ...searchTools, 'mcp__*'],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/secrets')).gates,
  },
  {
    name: 'before-bash',
    events: ['PreToolUse'],
    tools: shellTools,
    load: async () => (await import(/* webpackChunkName: "commands" */ '../gates/before-bash')).approvals,
  },
  {
    name: 'nudge',
    events: ['PreToolUse'],
    tools: [...searchTools, ...shellTools],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/nudge')).gates,
  },
  {
    name: 'nudge',
    events: ['PostToolUse'],
    tools: ['mcp__*'],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/nudge')).gates,
  },
  {
    // Runs before the questions' log, which consumes the mark of questions that Gatehouse answered.
    name: 'workflow',
    events: ['PreToolUse', 'PostToolUse', 'SubagentStop', 'UserPromptSubmit'],
    tools: [...agentTools, 'mcp__*', ...questions],
    load: async () => (await import(/* webpackChunkName: "moments" */ '../gates/workflow')).gates,
  },
  {
    name: 'questions',
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    tools: questions,
    load: async () => (await import(/* webpackChunkName: "questions" */ '../gates/questions')).gates,
  },
  {
    name: 'after-edit',
    // A command that failed may have changed files before it did.
    events: ['PostToolUse', 'PostToolUseFailure'],
    tools: [...editTools, ...shellTools],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/after-edit')).gates,
  },
  {
    name: 'after-tool',
    // A background review reports back as a prompt that the client writes.
    // A test run begins before the call.
    events: ['SessionStart', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'ConfigChange'],
    load: async () => (await import(/* webpackMode: "eager" */ '../gates/after-tool')).gates,
  },
  {
    name: 'session',
    events: ['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PreCompact', 'Notification'],
    load: async () => (await import(/* webpackChunkName: "moments" */ '../gates/session')).gates,
  },
  {
    name: 'agents',
    events: ['SubagentStart', 'SubagentStop'],
    load: async () => (await import(/* webpackChunkName: "moments" */ '../gates/agents')).gates,
  },
  {
    name: 'stop',
    events: ['Stop'],
    load: async () => (await import(/* webpackChunkName: "moments" */ '../gates/stop')).gates,
  },
];

const unknownToolGate = () => import(/* webpackChunkName: "dialects" */ '../gates/before-bash/unknown-tool');

/** The gates of a call. An unreadable call is refused before any other gate sees it. */
export async function gatesOf(call: Call): Promise<readonly AnyGate[]> {
  const gates = await gatesFor(call.event, isToolCall(call) ? call.tool : undefined);
  if (call.unknown === undefined || call.event !== 'PreToolUse') return gates;
  return [(await unknownToolGate()).unknownTool, ...gates];
}

/** A gate and the room it lives in. */
export interface CatalogEntry {
  readonly room: string;
  readonly gate: AnyGate;
}

/** The gates that read this event and tool, in order, each once. */
export async function gatesFor(event: EventName, tool: string | undefined): Promise<readonly AnyGate[]> {
  const open = rooms.filter((room) => reads(room, event, tool));
  const loaded = await Promise.all(open.map((room) => room.load()));
  return unique(loaded.flat().filter((gate) => reads(gate, event, tool)));
}

/** Every gate with its room: for matchers, documentation, the tree and `doctor`. */
export async function allGates(): Promise<readonly CatalogEntry[]> {
  const loaded = await Promise.all(rooms.map(async (room) => ({ room, gates: await room.load() })));
  const housed = loaded.flatMap(({ room, gates }) => gates.map((gate) => ({ room: room.name, gate })));
  return housed.filter(({ gate }, index) => housed.findIndex((other) => other.gate === gate) === index);
}

function unique(gates: readonly AnyGate[]): readonly AnyGate[] {
  return [...new Set(gates)];
}
