import { existsSync } from 'node:fs';
import type { Repository } from '../project/place';
import { rewriteExclude } from './exclude-file';
import { ignorePatterns } from './public-names';

const heading = '# Gatehouse: state of the agent, not part of the project';
const temporaryHeading = '# Gatehouse: files that would lie under /tmp';
const temporaryPattern = '/tmp/';

/**
 * Tells git, in this clone alone, to ignore the public state files. What a person wrote there stays. A repository that
 * cannot be written to only means that `git status` shows the files.
 */
export function ignorePublicState(repository: Repository | undefined): void {
  if (repository === undefined) return;
  try {
    rewriteExclude(repository, withPatterns);
  } catch {
    // Said above: nothing depends on it.
  }
}

/** Files under /tmp that were moved into the project are nothing of the project's. */
export function ignoreTemporaryFolder(repository: Repository | undefined): void {
  if (repository === undefined || !existsSync(repository.commonDir)) return;
  try {
    rewriteExclude(repository, (text) => withLines(text, temporaryHeading, [temporaryPattern]));
  } catch {
    // As above.
  }
}

/** Takes out again what was said to git; false where the file cannot be changed. */
export function forgetIgnored(repository: Repository): boolean {
  try {
    rewriteExclude(repository, withoutPatterns);
    return true;
  } catch {
    return false;
  }
}

function withoutPatterns(text: string): string {
  const ours = new Set([heading, temporaryHeading, ...ignorePatterns()]);
  const temporary = text.includes(`${temporaryHeading}\n`);
  const lines = text.split('\n').filter((line) => !ours.has(line) && !(temporary && line === temporaryPattern));
  return lines.join('\n');
}

const withPatterns = (text: string): string => withLines(text, heading, ignorePatterns());

function withLines(text: string, heading: string, patterns: readonly string[]): string {
  const present = new Set(text.split(/\r?\n/));
  const missing = patterns.filter((pattern) => !present.has(pattern));
  if (missing.length === 0) return text;
  const head = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = present.has(heading) ? missing : [heading, ...missing];
  return `${head}${lines.join('\n')}\n`;
}
