import type { PostToolUse, PostToolUseFailure } from '../protocol/call';
import { fieldsOf, isRecord, parseJson } from '../protocol/json';

/** What a tool gave back, whatever shape the client put it in. */
export type ToolOutput =
  | { readonly kind: 'text'; readonly text: string; readonly shape: string }
  /** The call goes on elsewhere; its answer comes with a later event, or in a file. */
  | { readonly kind: 'background'; readonly task: string | undefined; readonly shape: string }
  /** A skill was started: what it will say is still to come. */
  | { readonly kind: 'launch'; readonly shape: string }
  /** Nothing to read. `shape` has types and sizes only, never content. */
  | { readonly kind: 'empty'; readonly shape: string };

/** Fields that hold a tool's words, first found first read. */
const payloadFields = ['content', 'text', 'result', 'stdout', 'output', 'message'] as const;

export function toolOutput(response: unknown): ToolOutput {
  const shape = shapeOf(response);
  const task = backgroundTask(response);
  if (task !== undefined) return { kind: 'background', task, shape };
  const text = textOf(response, 2)?.trimEnd();
  if (text === undefined || text.trim() === '') return { kind: 'empty', shape };
  return placeholder(text, shape) ?? { kind: 'text', text, shape };
}

/** `parses` is how often a string may turn out to be JSON: a client wraps once, a server may have wrapped before. */
function textOf(value: unknown, parses: number): string | undefined {
  if (typeof value === 'string') return parses > 0 ? (unwrapped(value, parses) ?? value) : value;
  if (Array.isArray(value)) return joined(value, parses);
  if (!isRecord(value)) return undefined;
  for (const name of payloadFields) {
    const text = textOf(value[name], parses);
    if (text === undefined || text === '') continue;
    const stderr = name === 'stdout' && typeof value.stderr === 'string' ? value.stderr : '';
    return stderr === '' ? text : `${text}\n${stderr}`;
  }
  return typeof value.stderr === 'string' && value.stderr !== '' ? value.stderr : undefined;
}

/** Content blocks: the text ones, in order. Images and resources say nothing. */
function joined(blocks: readonly unknown[], parses: number): string | undefined {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return [textOf(block, parses) ?? block];
    const { type, text } = fieldsOf(block);
    if (typeof text !== 'string' || (type !== undefined && type !== 'text')) return [];
    return [textOf(text, parses) ?? text];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A string that is JSON and carries a payload; any other JSON is the text itself. */
function unwrapped(text: string, parses: number): string | undefined {
  const first = /^\s*([{[])/.exec(text)?.[1];
  if (first === undefined) return undefined;
  const value = parseJson(text);
  return value === undefined ? undefined : textOf(value, parses - 1);
}

/** The client's own words in place of a result. Only the first line is theirs to say it in. */
function placeholder(text: string, shape: string): ToolOutput | undefined {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  if (/^Launching skill: \S+/i.test(line)) return { kind: 'launch', shape };
  const moved =
    /^(?:MCP tool ".{1,200}" is still running after .{1,40}It was moved|Command (?:was|did not complete .{1,60}and was) (?:moved|manually backgrounded)|Command running in|Async agent launched)/.test(
      line,
    );
  if (!moved) return undefined;
  const task = /\b(?:as task|with ID:?|\(ID:|task_id|agentId:?) "?([\w-]{1,80})/i.exec(text)?.[1];
  return { kind: 'background', task, shape };
}

function backgroundTask(response: unknown): string | undefined {
  const { backgroundTaskId } = fieldsOf(response);
  return typeof backgroundTaskId === 'string' && backgroundTaskId !== '' ? backgroundTaskId : undefined;
}

function shapeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `string of ${value.length}`;
  if (Array.isArray(value)) return `array of ${value.length}${value.length > 0 ? `: ${shapeOf(value[0])}, …` : ''}`;
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value).slice(0, 8);
  return `{${fields.map(([name, field]) => `${name.slice(0, 40)}: ${briefly(field)}`).join(', ')}}`;
}

function briefly(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length}`;
  return typeof value === 'string' ? `string of ${value.length}` : value === null ? 'null' : typeof value;
}

/** 126 and 127: nothing ran; 130 and above: ended by a signal. Neither is a verdict. */
export function exitStatus(call: PostToolUse | PostToolUseFailure): number | 'cut short' {
  const status = statedStatus(call);
  return status === 'cut short' || (status > 125 && status < 160) ? 'cut short' : status;
}

function statedStatus(call: PostToolUse | PostToolUseFailure): number | 'cut short' {
  if (call.event === 'PostToolUseFailure') {
    if (call.isInterrupt) return 'cut short';
    const code = /^\s*(?:Error: )?(?:Command failed with )?exit (?:code|status) (\d{1,3})\b/i.exec(call.error)?.[1];
    return code === undefined ? 1 : Number(code);
  }
  const { interrupted, exit, exit_code, exitCode } = fieldsOf(call.response);
  // Some clients do not say how a command ended: then nothing is known.
  if (interrupted === true || exit === 'unknown') return 'cut short';
  return [exit_code, exitCode].find((code) => typeof code === 'number') ?? 0;
}
