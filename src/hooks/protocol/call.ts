import * as z from 'zod/mini';
import { isEventName, type EventName } from './events';
import { claude } from './dialects/claude';
import type { ClientName } from './dialects/dialect';
import { translated } from './dialects/translate';
import { isShellTool } from './tools';
import { isRecord } from './json';

/**
 * One event payload, typed and normalised. Field names differ between client versions and between the clients
 * themselves; readers of a call see one spelling. `raw` keeps every key that came in.
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
  /** The client that sent it: Claude Code unless something says otherwise. */
  readonly dialect: ClientName;
  /** The title and version of a client other than Claude Code, for people. */
  readonly client?: string | undefined;
  /** Why it is unknown what the call does; such a call is never let through silently. */
  readonly unknown?: string | undefined;
  /** Why the client cannot put a question to the person. */
  readonly cannotAsk?: string | undefined;
  /** The client's tool that types into a running command; no hook sees what is typed. */
  readonly typesUnseen?: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

export type ToolInput = Readonly<Record<string, unknown>>;

interface ToolCallBase extends CallBase {
  readonly tool: string;
  readonly input: ToolInput;
  readonly toolUseId?: string | undefined;
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
interface SessionEnd extends CallBase {
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
interface PreCompact extends CallBase {
  readonly event: 'PreCompact';
}
export interface Notification extends CallBase {
  readonly event: 'Notification';
  readonly message: string;
  readonly title: string;
  readonly notificationType: string;
}
/** A settings file changed while a session runs. */
interface ConfigChange extends CallBase {
  readonly event: 'ConfigChange';
}
/** An event that no gate reads in detail. */
interface OtherCall extends CallBase {
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
  | Notification
  | ConfigChange;

export type Call = DetailedCall | OtherCall;
export type FinishedCall = PostToolUse | PostToolUseFailure;
export type ToolCall = PreToolUse | FinishedCall;

export const isToolCall = (call: Call): call is ToolCall =>
  call.event === 'PreToolUse' || call.event === 'PostToolUse' || call.event === 'PostToolUseFailure';

/** Why a payload could not be read: one line for the log. */
export interface Unreadable {
  readonly problem: string;
}

/** The fields that we read, with their types; every other key stays in `raw`. */
const fieldTypes = {
  hook_event_name: 'string',
  session_id: 'string',
  cwd: 'string',
  transcript_path: 'string',
  prompt_id: 'string',
  permission_mode: 'string',
  agent_id: 'string',
  agent_type: 'string',
  subagent_type: 'string',
  scratchpad_dir: 'string',
  tool_name: 'string',
  tool_input: 'record',
  tool_use_id: 'string',
  duration_ms: 'number',
  is_interrupt: 'boolean',
  prompt: 'string',
  source: 'string',
  reason: 'string',
  stop_hook_active: 'boolean',
  last_assistant_message: 'string',
  assistant_response: 'string',
  background_tasks: 'list',
  message: 'string',
  title: 'string',
  notification_type: 'string',
} as const;

interface TypeOf {
  string: string;
  number: number;
  boolean: boolean;
  list: readonly unknown[];
  record: ToolInput;
}
type Fields = { readonly [Name in keyof typeof fieldTypes]?: TypeOf[(typeof fieldTypes)[Name]] | undefined };

/**
 * The fields of a payload. Nearly always all have the right type, and no schema needs to be built to check that. Otherwise
 * the schema drops the fields with a wrong type and keeps the rest.
 */
function fieldsOf(raw: ToolInput): Fields {
  const names = Object.keys(fieldTypes) as (keyof typeof fieldTypes)[];
  return names.every((name) => raw[name] === undefined || isOf(fieldTypes[name], raw[name])) ? raw : repaired(raw);
}

function isOf(type: keyof TypeOf, value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  if (type === 'number') return Number.isFinite(value);
  return type === 'record' ? isRecord(value) : typeof value === type;
}

function repaired(raw: ToolInput): Fields {
  const schemas = {
    string: z.string(),
    number: z.number(),
    boolean: z.boolean(),
    list: z.array(z.unknown()),
    record: z.record(z.string(), z.unknown()),
  };
  const lenient = Object.entries(fieldTypes).map(([name, type]) => [
    name,
    z.catch(z.optional<z.ZodMiniType>(schemas[type]), undefined),
  ]);
  return z.looseObject(Object.fromEntries(lenient) as Record<string, z.ZodMiniType>).parse(raw);
}

/** What is known about a call besides its fields. */
export type About = Pick<CallBase, 'dialect' | 'client' | 'unknown' | 'cannotAsk' | 'typesUnseen'>;

/**
 * Reads one payload in Claude Code's format. `event` comes from the registration, which outranks the payload;
 * `directory` is where the hook was started, for clients that leave `cwd` out.
 */
export function readCall(payload: unknown, event?: string, directory: string = process.cwd()): Call | Unreadable {
  if (!isRecord(payload)) return { problem: 'the payload is not a JSON object' };
  const { fields, unknown } = translated(claude, payload, event, {});
  return readFields(fields, payload.hook_event_name ?? event, directory, { dialect: 'claude', unknown });
}

/** `claimed` is the event's name in the payload, for messages about an unknown one. */
export function readFields(raw: ToolInput, claimed: unknown, directory: string, about: About): Call | Unreadable {
  const fields = fieldsOf(raw);
  const name = fields.hook_event_name;
  if (!isEventName(name)) return { problem: `unknown event ${JSON.stringify(claimed ?? '').slice(0, 80)}` };
  return detail(name, fields, {
    sessionId: fields.session_id ?? '',
    cwd: fields.cwd === undefined || fields.cwd === '' ? directory : fields.cwd,
    transcriptPath: about.dialect === 'claude' ? fields.transcript_path : undefined,
    promptId: fields.prompt_id,
    permissionMode: fields.permission_mode,
    agentId: fields.agent_id,
    agentType: fields.agent_type ?? fields.subagent_type,
    scratchpadDir: fields.scratchpad_dir,
    ...about,
    raw,
  });
}

function detail(event: EventName, fields: Fields, base: CallBase): Call | Unreadable {
  switch (event) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      if (fields.tool_name === undefined) return { problem: `${event} without tool_name` };
      const tool = { ...base, tool: fields.tool_name, input: fields.tool_input ?? {}, toolUseId: fields.tool_use_id };
      if (event === 'PreToolUse') {
        const command = tool.input.command;
        if (isShellTool(tool.tool) && command !== undefined && typeof command !== 'string')
          return { problem: 'the command is not text' };
        return { ...tool, event };
      }
      if (event === 'PostToolUse') {
        const response = base.raw.tool_response ?? base.raw.tool_output;
        return { ...tool, event, response, durationMs: fields.duration_ms };
      }
      const said = base.raw.error ?? '';
      const error = typeof said === 'string' ? said : JSON.stringify(said);
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
    case 'Notification':
      return {
        ...base,
        event,
        message: fields.message ?? '',
        title: fields.title ?? '',
        notificationType: fields.notification_type ?? '',
      };
    case 'PreCompact':
    case 'ConfigChange':
    default:
      return { ...base, event };
  }
}

/** The end of a turn. Old clients and the original hooks' scripts send the text under other names. */
function ending(fields: Fields, raw: CallBase['raw']) {
  const spoken = [fields.last_assistant_message, raw.response, fields.assistant_response, raw.result, raw.output];
  return {
    stopHookActive: fields.stop_hook_active ?? false,
    lastAssistantMessage: spoken.find((value): value is string => typeof value === 'string') ?? '',
    backgroundTasks: fields.background_tasks ?? [],
  };
}
