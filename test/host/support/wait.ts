import type * as vscode from 'vscode';
import { timeLimit } from '../../../scripts/time-limits.mjs';

/**
 * Resolves to the first value that `look` gives other than undefined: it is asked at once and again after every event.
 * Rejects with what `look` last had to say through `describe` when nothing came within the time.
 */
export async function until<T>(
  events: readonly vscode.Event<unknown>[],
  look: () => T | undefined | Promise<T | undefined>,
  { describe = () => 'what was waited for did not happen' }: { readonly describe?: () => string } = {},
): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      for (const listener of listeners) listener.dispose();
      finish();
    };
    const ask = () => {
      Promise.resolve()
        .then(look)
        .then(
          (value) => {
            if (value !== undefined) settle(() => resolve(value));
          },
          (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
        );
    };
    const timer = setTimeout(() => settle(() => reject(new Error(describe()))), timeLimit('wait'));
    const listeners = events.map((event) => event(ask));
    ask();
  });
}

/** Resolves to the next value of an event. Ask before doing what fires it. */
export function next<T>(event: vscode.Event<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listener.dispose();
      reject(new Error('the event did not come'));
    }, timeLimit('wait'));
    const listener = event((value) => {
      clearTimeout(timer);
      listener.dispose();
      resolve(value);
    });
  });
}
