import { setTimeout as pause } from 'node:timers/promises';
import { timeLimit } from '../../scripts/time-limits.mjs';

/**
 * Checks again and again until the check passes, and resolves to what it gives. Rejects with its last error when the
 * time for a wait is over.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + timeLimit('wait');
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(25);
    }
  }
}
