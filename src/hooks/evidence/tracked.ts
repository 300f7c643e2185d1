import { statSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../project/place';
import { indexHolds } from './git-index';
import { readBytes } from '../project/read-file';

interface Known {
  readonly stamp: string;
  readonly answers: Map<string, boolean>;
}

const known = new Map<string, Known>();

/** Of a repository with millions of files. */
const largestIndex = { maxBytes: 512 * 1024 * 1024 };

/**
 * Does git track this path (relative to the worktree, with slashes)? Read from the index file itself; one answer is
 * good for as long as the index is the same file.
 */
export function isTracked(repository: Repository | undefined, relative: string): boolean {
  if (repository === undefined) return false;
  const file = path.join(repository.gitDir, 'index');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const stamp = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(':');
  let cached = known.get(file);
  if (cached?.stamp !== stamp) {
    cached = { stamp, answers: new Map() };
    known.set(file, cached);
  }
  const answer = cached.answers.get(relative) ?? lookUp(repository, file, relative);
  cached.answers.set(relative, answer);
  return answer;
}

/** An index that cannot be understood is searched for the name as it stands: too careful is the safe side. */
function lookUp(repository: Repository, file: string, relative: string): boolean {
  const bytes = readBytes(file, largestIndex);
  if (bytes === undefined) return true;
  return indexHolds(bytes, relative, idLength(repository), (shared) =>
    readBytes(path.join(repository.gitDir, `sharedindex.${shared}`), largestIndex),
  );
}

function idLength(repository: Repository): number {
  const config = readBytes(path.join(repository.commonDir, 'config'))?.toString('utf8') ?? '';
  return /^\s*objectformat\s*=\s*sha256/im.test(config) ? 32 : 20;
}
