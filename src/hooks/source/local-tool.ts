import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';

/** Where projects keep their own programs, from a folder up to the root; then PATH. Nothing is ever fetched. */
const ownFolders = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin', 'bin'];

/** The program as the project has it, or as the machine has it; undefined where it is not installed. */
export function localTool(name: string, folder: string, site: Site): string | undefined {
  for (const place of upward(folder, site.root)) {
    const own = ownFolders.map((own) => path.join(place, own, name)).find(isProgram);
    if (own !== undefined) return own;
  }
  return (site.env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry))
    .map((entry) => path.join(entry, name))
    .find(isProgram);
}

/** The folders from one inside the root up to the root. */
export function upward(folder: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let place = folder; ; place = path.dirname(place)) {
    folders.push(place);
    if (place === root || place === path.dirname(place)) return folders;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
