import { readdirSync } from 'node:fs';

/** The names in a folder; none where there is no such folder, or it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
