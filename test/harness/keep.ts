import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { failureFolder } from '../../scripts/failures.mjs';

/** Copies files and folders to where the summary of the run looks for what a failed test has left. */
export function keep(title: string, sources: Readonly<Record<string, string>>): string {
  const folder = failureFolder(title);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(sources)) {
    if (!existsSync(source)) continue;
    // A socket or a file that goes away meanwhile is no reason to lose the rest.
    try {
      cpSync(source, path.join(folder, name), { recursive: true, dereference: false });
    } catch (error) {
      console.error(`not kept: ${source}: ${String(error)}`);
    }
  }
  return folder;
}

/** The same error, with the folder that the summary names. */
export function keptError(error: unknown, folder: string): Error {
  const text = error instanceof Error ? error.message : String(error);
  return new Error(`${text}\nKept in ${folder}`, { cause: error });
}
