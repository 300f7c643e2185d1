import { realpathSync, statSync } from 'node:fs';

/** How a program looks from outside; another one whenever it may be another program. */
export function programMark(file: string): string {
  try {
    const real = realpathSync(file);
    const { size, mtimeMs, ino } = statSync(real);
    return [real, size, mtimeMs, ino].join(':');
  } catch {
    return 'missing';
  }
}
