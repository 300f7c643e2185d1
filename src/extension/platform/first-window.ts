import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const kept = 50;

/** Is this the first of several windows on one folder to say this? Only one of them is told yes. */
export function isFirstToSay(home: string, what: string): boolean {
  const folder = path.join(home, 'windows', 'said');
  const name = what.replace(/[^\w-]/g, '_').slice(0, 120);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(path.join(folder, name), 'wx', 0o600));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
  makeRoom(folder);
  return true;
}

/** What was said long ago is not said again anyway. */
function makeRoom(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= kept) return;
  const files = names.map((name) => path.join(folder, name));
  const age = new Map(files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  files.sort((one, other) => (age.get(one) ?? 0) - (age.get(other) ?? 0));
  for (const file of files.slice(0, files.length - kept)) rmSync(file, { force: true });
}
