import type { EventName } from './events';
import type { ToolInput } from './call';

/** What goes back to the client: stdout is one JSON object or nothing, and exit code 2 is never an accident. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export const silence: Reply = { stdout: '', stderr: '', exitCode: 0 };

/** The merged answer to an event, before it is written in the client's format. */
export interface Answer {
  readonly decision?: 'allow' | 'ask' | 'deny' | undefined;
  readonly reason?: string | undefined;
  readonly updatedInput?: ToolInput | undefined;
  /** What the model sees in place of the tool's output. */
  readonly updatedOutput?: unknown;
  /** Text for the model. */
  readonly context?: string | undefined;
  /** Text for the person. */
  readonly message?: string | undefined;
  /** For the terminal itself: OSC 9 and the bell. */
  readonly terminal?: string | undefined;
}

/** Which fields an event's hookSpecificOutput may carry: an unknown one voids the whole reply. */
type Slot = 'permission' | 'context' | 'none';

const slots: Readonly<Record<EventName, Slot>> = {
  PreToolUse: 'permission',
  PostToolUse: 'context',
  PostToolUseFailure: 'context',
  PostToolBatch: 'context',
  PermissionRequest: 'none',
  PermissionDenied: 'none',
  UserPromptSubmit: 'context',
  UserPromptExpansion: 'context',
  SessionStart: 'context',
  SessionEnd: 'none',
  Setup: 'none',
  InstructionsLoaded: 'none',
  MessageDisplay: 'none',
  Notification: 'none',
  Stop: 'context',
  StopFailure: 'none',
  SubagentStart: 'context',
  SubagentStop: 'context',
  TeammateIdle: 'none',
  TaskCreated: 'none',
  TaskCompleted: 'none',
  PreCompact: 'none',
  PostCompact: 'none',
  PreModelSwitch: 'none',
  PostModelSwitch: 'context',
  ConfigChange: 'none',
  CwdChanged: 'none',
  FileChanged: 'none',
  DirectoryAdded: 'none',
  WorktreeCreate: 'none',
  WorktreeRemove: 'none',
  Elicitation: 'none',
  ElicitationResult: 'none',
};

/** Events where a top-level `decision: "block"` is read; for other events a deny cannot be expressed. */
const blockable: ReadonlySet<EventName> = new Set<EventName>([
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'TaskCreated',
  'ConfigChange',
  'PreCompact',
]);

/** Events whose systemMessage the client ignores. */
const deaf: ReadonlySet<EventName> = new Set<EventName>(['SessionEnd', 'Notification', 'PreCompact', 'PostCompact']);

/** The client replaces a longer text by a file path that the model is not told to open. */
export const contextLimit = 9_000;

/** Undefined for an empty text. */
export function cappedContext(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length <= contextLimit ? text : `${text.slice(0, contextLimit)}\n… (cut)`;
}

/** Writes an answer in the client's format, with only the fields that this event knows. */
export function replyTo(event: EventName, answer: Answer): Reply {
  const wire: Record<string, unknown> = {};
  const specific: Record<string, unknown> = {};
  const slot = slots[event];
  if (slot === 'permission') {
    if (answer.decision !== undefined) {
      specific.permissionDecision = answer.decision;
      specific.permissionDecisionReason = answer.reason ?? '';
    }
    if (answer.updatedInput !== undefined && answer.decision !== 'deny') specific.updatedInput = answer.updatedInput;
  } else if (answer.decision === 'deny' && blockable.has(event)) {
    wire.decision = 'block';
    wire.reason = answer.reason ?? '';
  }
  const context = slot === 'none' ? undefined : cappedContext(answer.context);
  if (context !== undefined) specific.additionalContext = context;
  if (event === 'PostToolUse' && answer.updatedOutput !== undefined) specific.updatedToolOutput = answer.updatedOutput;
  const message = deaf.has(event) ? undefined : cappedContext(answer.message);
  if (message !== undefined) wire.systemMessage = message;
  if (event === 'Notification' && answer.terminal !== undefined) wire.terminalSequence = answer.terminal;
  if (Object.keys(specific).length > 0) wire.hookSpecificOutput = { hookEventName: event, ...specific };
  return Object.keys(wire).length === 0 ? silence : { ...silence, stdout: JSON.stringify(wire) };
}
