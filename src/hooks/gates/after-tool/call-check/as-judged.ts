import { maskedValue } from '../../../secrets/masking';
import type { Trace } from '../../../pipeline/trace';
import type { PostToolUse, PostToolUseFailure } from '../../../protocol/call';
import { editsOf, editTools, isShellTool } from '../../../protocol/tools';
import { isRecord, parseJson } from '../../../protocol/json';

type Finished = PostToolUse | PostToolUseFailure;

/**
 * Does this line of the log say that the call was let through, and with the input that it ran with? Nearly every call
 * is, so only what this takes is looked at; whatever is odd is left to those who read the whole record.
 */
export function surelyRanAsJudged(call: Finished, line: string): boolean {
  const record = parseJson(line);
  if (!isRecord(record) || !isRecord(record.verdict) || !isRecord(record.call) || !isRecord(record.call.tool_input)) {
    return false;
  }
  const { verdict } = record;
  if (verdict.decision === 'deny' || verdict.rewritten === true || line.includes('"kind":"rewrite"')) return false;
  return sameInput(call, record.call.tool_input);
}

/** The input that the last rewrite asked for, as the trace keeps it. */
export function lastRewrite({ gates }: Pick<Trace, 'gates'>): unknown {
  const sent = gates.filter(({ level }) => level === 'enforce').flatMap(({ rulings }) => rulings);
  return sent.findLast(({ kind }) => kind === 'rewrite')?.input;
}

/**
 * The trace keeps inputs masked, so both are compared that way. What a person may change in a prompt, such as the text
 * of an edit, is left out.
 */
export function sameInput(call: Finished, expected: unknown): boolean {
  if (!isRecord(expected)) return true;
  const ran = maskedValue(call.input, 8 * 1024);
  if (!isRecord(ran)) return true;
  if (isShellTool(call.tool)) return expected.command === undefined || ran.command === expected.command;
  if ((editTools as readonly string[]).includes(call.tool)) {
    const files = (input: Readonly<Record<string, unknown>>) => editsOf({ ...call, input }).map(({ path }) => path);
    return files(ran).join('\n') === files(expected).join('\n');
  }
  if (!call.tool.startsWith('mcp__')) return true;
  return Object.entries(expected).every(([key, value]) => JSON.stringify(value) === JSON.stringify(ran[key]));
}
