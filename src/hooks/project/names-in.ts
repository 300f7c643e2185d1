import { readdirSync } from 'node:fs';

/** The names in a folder; none where there is no such folder, or nobody may look. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
