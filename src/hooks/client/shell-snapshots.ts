import path from 'node:path';
import { claudeHome } from '../project/home';
import { namesIn } from '../project/read-file';

const most = 20;

/** The newest snapshots of the person's shell: the client loads one before each command. */
export function snapshotFiles(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const folder = path.join(claudeHome(env), 'shell-snapshots');
  return [...namesIn(folder)]
    .sort()
    .slice(-most)
    .map((name) => path.join(folder, name));
}

/** When the client began to make it: its name says so. */
export function madeAt(file: string): number {
  return Number(/^snapshot-\w+-(\d{13})-/.exec(path.basename(file))?.[1] ?? NaN);
}
