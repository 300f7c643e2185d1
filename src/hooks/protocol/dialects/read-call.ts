import type { Answer, Reply } from '../reply';
import { readFields, type Call, type Unreadable } from '../call';
import { isEventName } from '../events';
import { isShellTool } from '../tools';
import { claude } from './claude';
import type { Env, Payload } from './dialect';
import { translated, type Translation } from './translate';
import { isRecord } from '../json';

/** What is known about a payload besides its text. */
export interface PayloadContext {
  /** The event that the registration names. */
  readonly event: string | undefined;
  /** The client that the registration is for. */
  readonly client?: string | undefined;
  readonly env: Env;
  /** Where the hook was started, for clients that leave `cwd` out. */
  readonly directory: string;
}

/** A payload that was read, and how to answer its client. */
export interface ReadCall {
  readonly call: Call | Unreadable;
  /** From a client other than Claude Code. */
  readonly foreign: boolean;
  readonly reply: (answer: Answer) => Reply;
}

/** Reads the payload of any client. */
export async function readCall(payload: unknown, context: PayloadContext): Promise<ReadCall> {
  const { event, client, env } = context;
  if (!isRecord(payload)) return unreadable({ problem: 'the payload is not a JSON object' }, client, event);
  if (client === undefined && !isForeign(payload)) {
    const own = translated(claude, payload, event, env);
    // A command's output counts only if the client sends it in the usual form.
    if (own.unknown === undefined || isShellEnd(own)) return read(own, context);
  }
  const { readForeign } = await import(/* webpackChunkName: "dialects" */ '.');
  return read(readForeign(payload, event, client, env), context);
}

const isShellEnd = ({ event, fields }: Translation): boolean =>
  event !== 'PreToolUse' && typeof fields.tool_name === 'string' && isShellTool(fields.tool_name);

/** Keys that no payload of Claude Code has. */
const foreignKeys = [
  ...['timestamp', 'hookEventName', 'hookName', 'sessionId', 'toolName', 'toolArgs', 'toolCalls', 'tool_result'],
  ...['conversation_id', 'cursor_version', 'mcp_context', 'client', 'initial_prompt', 'stop_reason'],
] as const;

function isForeign(payload: Payload): boolean {
  if (foreignKeys.some((key) => key in payload)) return true;
  if ('turn_id' in payload && !('message_id' in payload)) return true;
  const { transcript_path: transcript } = payload;
  return typeof transcript === 'string' && /[/\\]rollout-[^/\\]+\.jsonl$/.test(transcript);
}

function read({ dialect, version, fields, event, wire, unknown }: Translation, context: PayloadContext): ReadCall {
  const title = version === undefined ? dialect.title : `${dialect.title} ${version}`;
  const call = readFields(fields, wire.payload.hook_event_name ?? context.event, context.directory, {
    dialect: dialect.name,
    ...(dialect.name === 'claude' ? {} : { client: title }),
    ...(unknown === undefined ? {} : { unknown }),
    ...(dialect.can.ask === true ? {} : { cannotAsk: dialect.can.ask }),
    ...(dialect.typesUnseen === undefined ? {} : { typesUnseen: dialect.typesUnseen }),
  });
  return {
    call: 'problem' in call && dialect !== claude ? { problem: `${call.problem} (from ${title})` } : call,
    foreign: dialect !== claude,
    reply: (answer) => {
      const reply = dialect.reply(event ?? 'Notification', answer, wire);
      const isRefusal = event === 'PreToolUse' && answer.decision === 'deny';
      return context.client === undefined && isRefusal ? inBothForms(reply, claude.reply(event, answer, wire)) : reply;
    },
  };
}

/**
 * The client may have been recognised wrongly, and Claude Code lets a call run if it does not understand the refusal. So
 * for Claude Code's own entry a refusal is also written in its format. A client with that format has both already.
 */
function inBothForms(reply: Reply, own: Reply): Reply {
  if (reply.stdout.includes('"hookSpecificOutput"')) return reply;
  const fields = [own, reply].map(({ stdout }): unknown => (stdout === '' ? {} : JSON.parse(stdout)));
  return { ...reply, stdout: JSON.stringify(Object.assign({}, ...fields)) };
}

function unreadable(call: Unreadable, client: string | undefined, event: string | undefined): ReadCall {
  const name = isEventName(event) ? event : 'Notification';
  return {
    call,
    foreign: client !== undefined,
    reply: (answer) => claude.reply(name, answer, { payload: {}, input: (ours) => ours }),
  };
}
