import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../project/place';
import { writeWhole } from './atomic-file';
import { ignorePatterns } from './public-names';

const heading = '# Gatehouse: state of the agent, not part of the project';

/**
 * Tells git, in this clone alone, to ignore the public state files. What a person wrote there stays. A repository that
 * cannot be written to only means that `git status` shows the files.
 */
export function ignorePublicState(repository: Repository | undefined): void {
  if (repository === undefined) return;
  const file = path.join(repository.commonDir, 'info', 'exclude');
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) return;
    const before = stats === undefined ? '' : readFileSync(file, 'utf8');
    const present = new Set(before.split(/\r?\n/));
    const missing = ignorePatterns().filter((pattern) => !present.has(pattern));
    if (missing.length === 0) return;
    const head = before === '' || before.endsWith('\n') ? before : `${before}\n`;
    const lines = present.has(heading) ? missing : [heading, ...missing];
    writeWhole(
      file,
      `${head}${lines.join('\n')}\n`,
      { boundary: repository.commonDir, mode: 0o644, directoryMode: 0o755, durable: false },
      () => true,
    );
  } catch {
    // Said above: nothing depends on it.
  }
}
