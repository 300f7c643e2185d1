import path from 'node:path';
import { entriesIn } from './read-file';

/** The files in a folder and its folders, but for `node_modules` and links; so many at most, the nearest first. */
export function filesBelow(folder: string, most: number): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined && files.length < most; at = folders.shift()) {
    for (const entry of entriesIn(at)) {
      const file = path.join(at, entry.name);
      if (entry.isFile()) files.push(file);
      else if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(file);
    }
  }
  return files.slice(0, most);
}
