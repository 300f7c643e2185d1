import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it. Node's own recursive form never returns where the system makes no folders and says
 * that the parent is missing, as in /proc.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder && !isFolder(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process made it in the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
