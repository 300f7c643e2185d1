import type { PostToolUse, PostToolUseFailure } from '../protocol/call';

/** 126 and 127: nothing was run; 130 and above: a signal ended it. Neither says anything about the work. */
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
  if (typeof call.response !== 'object' || call.response === null) return 0;
  const { interrupted, exit, exit_code, exitCode } = call.response as Readonly<Record<string, unknown>>;
  // Some clients do not say how a command ended: then nothing is known.
  if (interrupted === true || exit === 'unknown') return 'cut short';
  return [exit_code, exitCode].find((code) => typeof code === 'number') ?? 0;
}
