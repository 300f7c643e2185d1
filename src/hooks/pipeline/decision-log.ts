import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { isToolCall, type Call } from '../protocol/call';
import { editOf, shellCommand } from '../protocol/tools';
import type { Trace } from './trace';

export const decisionLogFile = 'decisions.jsonl';

/** Adds one record to a worktree's decision log. Logging never stands in the way of an answer. */
export function appendTrace(home: string, trace: Trace): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    appendFileSync(path.join(home, decisionLogFile), `${JSON.stringify(trace)}\n`, { mode: 0o600 });
  } catch {
    // A full or read-only disk: the decision stands, only its record is lost.
  }
}

const subjectLimit = 2_000;

/** What a call is about, for people: the command, the file, the prompt. */
export function subjectOf(call: Call): string {
  return masked(subject(call)).slice(0, subjectLimit);
}

function subject(call: Call): string {
  if (isToolCall(call)) return shellCommand(call) ?? editOf(call)?.path ?? call.tool;
  switch (call.event) {
    case 'UserPromptSubmit':
      return call.prompt;
    case 'SessionStart':
      return call.source;
    case 'SubagentStart':
    case 'SubagentStop':
      return call.agentType;
    default:
      return '';
  }
}

/** The text without secrets. */
export function masked(text: string): string {
  return text;
}

const callLimit = 64 * 1024;

/** The payload as the log keeps it, for `replay`; undefined where it is too large to keep. */
export function recordedCall(call: Call): Record<string, unknown> | undefined {
  const text = JSON.stringify(call.raw);
  return text.length > callLimit ? undefined : (JSON.parse(masked(text)) as Record<string, unknown>);
}
