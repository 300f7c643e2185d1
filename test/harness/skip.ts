import type { Context } from 'mocha';

/** Skips a test, or from a hook its suite. The reason becomes part of the title, where the summary of the run finds it. */
export function skip(context: Context, reason: string): never {
  const runnable = context.test;
  const skipped = runnable !== undefined && 'type' in runnable && runnable.type === 'hook' ? runnable.parent : runnable;
  if (skipped !== undefined) skipped.title += ` (skipped: ${reason})`;
  return context.skip();
}
