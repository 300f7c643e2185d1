import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder with its mode and content, empty folders too: two equal trees are the same to every byte. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      const stats = lstatSync(file);
      const mode = (stats.mode & 0o777).toString(8);
      if (stats.isSymbolicLink()) return [name, `link ${readlinkSync(file)}`];
      return [name, stats.isFile() ? `${mode} ${createHash('sha256').update(readFileSync(file)).digest('hex')}` : mode];
    }),
  );
}
