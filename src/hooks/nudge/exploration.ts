import path from 'node:path';
import type { Site } from '../pipeline/site';
import { isFile } from '../project/read-file';
import type { PreToolUse } from '../protocol/call';

/** Does this call search through more than one file? Judged by the shape of its arguments alone, in constant time. */
export async function explores(call: PreToolUse, site: Site): Promise<boolean> {
  switch (call.tool) {
    case 'Grep':
      return !isFileAt(text(call.input.path), site.cwd);
    case 'Glob':
      return /[*?[{]/.test(text(call.input.pattern) ?? '');
    case 'Bash':
      return searchesByShell(text(call.input.command) ?? '', site);
    default:
      return false;
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isFileAt = (name: string | undefined, cwd: string): boolean =>
  name !== undefined && name !== '' && isFile(path.resolve(cwd, name));

/** Searching programs; a command without one of their names is not even read. */
const searching = /\b(?:e|f)?grep\b|\brg\b|\bag\b|\back\b|\bfind\b|\bfd(?:find)?\b|\bls\b/;

async function searchesByShell(command: string, site: Site): Promise<boolean> {
  if (!searching.test(command)) return false;
  const [{ readingAt }, { searchesWidely }] = await Promise.all([
    import(/* webpackChunkName: "commands" */ '../shell/shared-reading'),
    import(/* webpackChunkName: "commands" */ '../shell/searching'),
  ]);
  return searchesWidely(readingAt(command, site), site.cwd);
}
