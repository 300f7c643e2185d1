import * as z from 'zod/mini';
import { isEventName, type EventName } from './events';
import { claudeFields } from './dialect';

/**
 * One event payload, typed and normalised. Field names differ between client versions and between the clients
 * themselves; whoever reads a call sees one spelling. `raw` keeps every key that came in.
 */
interface CallBase {
  readonly sessionId: string;
  readonly cwd: string;
  readonly transcriptPath?: string | undefined;
  /** Names the turn: the same for every call between two prompts. Absent from clients before 2.1.196. */
  readonly promptId?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** Present only inside a sub-agent. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
  readonly scratchpadDir?: string | undefined;
  /** Which client speaks. `claude` unless the payload has the marks of another. */
  readonly dialect: Dialect;
  readonly raw: Readonly<Record<string, unknown>>;
}

export type Dialect = 'claude' | 'vscode';

export type ToolInput = Readonly<Record<string, unknown>>;

interface ToolCallBase extends CallBase {
  readonly tool: string;
  readonly input: ToolInput;
  readonly toolUseId?: string | undefined;
  readonly mcpServer?: string | undefined;
}

export interface PreToolUse extends ToolCallBase {
  readonly event: 'PreToolUse';
}
export interface PostToolUse extends ToolCallBase {
  readonly event: 'PostToolUse';
  /** What the tool gave back, in whatever shape the client sent it. */
  readonly response: unknown;
  readonly durationMs?: number | undefined;
}
export interface PostToolUseFailure extends ToolCallBase {
  readonly event: 'PostToolUseFailure';
  readonly error: string;
  readonly isInterrupt: boolean;
}
export interface UserPromptSubmit extends CallBase {
  readonly event: 'UserPromptSubmit';
  readonly prompt: string;
  readonly source?: string | undefined;
}
export interface SessionStart extends CallBase {
  readonly event: 'SessionStart';
  readonly source: string;
}
export interface SessionEnd extends CallBase {
  readonly event: 'SessionEnd';
  readonly reason: string;
}
export interface Stop extends CallBase {
  readonly event: 'Stop';
  readonly stopHookActive: boolean;
  readonly lastAssistantMessage: string;
  readonly backgroundTasks: readonly unknown[];
}
export interface SubagentStart extends CallBase {
  readonly event: 'SubagentStart';
  readonly agentType: string;
}
export interface SubagentStop extends CallBase {
  readonly event: 'SubagentStop';
  readonly agentType: string;
  readonly stopHookActive: boolean;
  readonly lastAssistantMessage: string;
  readonly backgroundTasks: readonly unknown[];
}
export interface PreCompact extends CallBase {
  readonly event: 'PreCompact';
  readonly trigger: string;
  readonly customInstructions: string;
}
export interface Notification extends CallBase {
  readonly event: 'Notification';
  readonly message: string;
  readonly title: string;
  readonly notificationType: string;
}
/** An event that no gate of ours reads in detail. */
export interface OtherCall extends CallBase {
  readonly event: Exclude<EventName, DetailedCall['event']>;
}

type DetailedCall =
  | PreToolUse
  | PostToolUse
  | PostToolUseFailure
  | UserPromptSubmit
  | SessionStart
  | SessionEnd
  | Stop
  | SubagentStart
  | SubagentStop
  | PreCompact
  | Notification;

export type Call = DetailedCall | OtherCall;
export type ToolCall = PreToolUse | PostToolUse | PostToolUseFailure;
export type CallOf<E extends EventName> = Extract<Call, { event: E }>;

export function isToolCall(call: Call): call is ToolCall {
  return call.event === 'PreToolUse' || call.event === 'PostToolUse' || call.event === 'PostToolUseFailure';
}

/** Why a payload could not be read: one line for the log. */
export interface Unreadable {
  readonly problem: string;
}

const text = z.catch(z.optional(z.string()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const list = z.catch(z.optional(z.array(z.unknown())), undefined);
const record = z.record(z.string(), z.unknown());

/** Only what we read; wrong types of single fields fall away, unknown keys stay in `raw`. */
const Fields = z.looseObject({
  hook_event_name: text,
  session_id: text,
  cwd: text,
  transcript_path: text,
  prompt_id: text,
  permission_mode: text,
  agent_id: text,
  agent_type: text,
  subagent_type: text,
  scratchpad_dir: text,
  tool_name: text,
  tool_input: z.catch(z.optional(record), undefined),
  tool_use_id: text,
  mcp_server: z.catch(z.optional(z.looseObject({ name: text })), undefined),
  duration_ms: z.catch(z.optional(z.number()), undefined),
  error: z.catch(z.optional(z.unknown()), undefined),
  is_interrupt: flag,
  prompt: text,
  source: text,
  reason: text,
  stop_hook_active: flag,
  last_assistant_message: text,
  assistant_response: text,
  background_tasks: list,
  trigger: text,
  custom_instructions: text,
  message: text,
  title: text,
  notification_type: text,
});
type Fields = z.infer<typeof Fields>;

/** Tools whose names changed over the versions, under the name that gates know. */
const toolNames: Readonly<Record<string, string>> = { Task: 'Agent' };

/**
 * Reads one payload. `event` is what the registration says and `directory` where the hook was started, for clients
 * that leave `hook_event_name` or `cwd` out.
 */
export function readCall(payload: unknown, event?: string, directory: string = process.cwd()): Call | Unreadable {
  const outer = record.safeParse(payload);
  if (!outer.success || Array.isArray(payload)) return { problem: 'the payload is not a JSON object' };
  const { dialect, fields: raw } = claudeFields(outer.data);
  if (dialect === 'foreign') return { problem: 'the payload is of another client' };
  const fields = Fields.parse(raw);
  const name = fields.hook_event_name ?? event;
  if (!isEventName(name)) return { problem: `unknown event ${JSON.stringify(name ?? '').slice(0, 80)}` };
  return detail(name, fields, {
    sessionId: fields.session_id ?? '',
    cwd: fields.cwd ?? directory,
    transcriptPath: fields.transcript_path,
    promptId: fields.prompt_id,
    permissionMode: fields.permission_mode,
    agentId: fields.agent_id,
    agentType: fields.agent_type ?? fields.subagent_type,
    scratchpadDir: fields.scratchpad_dir,
    dialect,
    raw,
  });
}

function detail(event: EventName, fields: Fields, base: CallBase): Call | Unreadable {
  switch (event) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      if (fields.tool_name === undefined) return { problem: `${event} without tool_name` };
      const tool = {
        ...base,
        tool: toolNames[fields.tool_name] ?? fields.tool_name,
        input: fields.tool_input ?? {},
        toolUseId: fields.tool_use_id,
        mcpServer: fields.mcp_server?.name,
      };
      if (event === 'PreToolUse') return { ...tool, event };
      if (event === 'PostToolUse') {
        const response = base.raw.tool_response ?? base.raw.tool_output;
        return { ...tool, event, response, durationMs: fields.duration_ms };
      }
      const error = typeof fields.error === 'string' ? fields.error : JSON.stringify(fields.error ?? '');
      return { ...tool, event, error, isInterrupt: fields.is_interrupt ?? false };
    }
    case 'UserPromptSubmit':
      return { ...base, event, prompt: fields.prompt ?? '', source: fields.source };
    case 'SessionStart':
      return { ...base, event, source: fields.source ?? 'startup' };
    case 'SessionEnd':
      return { ...base, event, reason: fields.reason ?? 'other' };
    case 'Stop':
      return { ...base, event, ...ending(fields, base.raw) };
    case 'SubagentStart':
      return { ...base, event, agentType: base.agentType ?? '' };
    case 'SubagentStop':
      return { ...base, event, agentType: base.agentType ?? '', ...ending(fields, base.raw) };
    case 'PreCompact':
      return {
        ...base,
        event,
        trigger: fields.trigger ?? 'auto',
        customInstructions: fields.custom_instructions ?? '',
      };
    case 'Notification':
      return {
        ...base,
        event,
        message: fields.message ?? '',
        title: fields.title ?? '',
        notificationType: fields.notification_type ?? '',
      };
    default:
      return { ...base, event };
  }
}

/** The end of a turn. Old clients and the seeds' own scripts send the text under other names. */
function ending(fields: Fields, raw: CallBase['raw']) {
  const spoken = [fields.last_assistant_message, raw.response, fields.assistant_response, raw.result, raw.output];
  return {
    stopHookActive: fields.stop_hook_active ?? false,
    lastAssistantMessage: spoken.find((value): value is string => typeof value === 'string') ?? '',
    backgroundTasks: fields.background_tasks ?? [],
  };
}
