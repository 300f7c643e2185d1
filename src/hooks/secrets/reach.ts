import type { Reads } from '../programs/effect';
import { firstOf } from '../project/functions';
import type { FoundFiles, ShellWord } from '../shell/invocation';
import { resolvePath, resolveWord } from '../shell/paths';
import { endOf, foundBy } from '../shell/reader/words';
import { secretAt, secretBelow, secretMatching, secretNamed } from './places';

/** What secret a program may come upon when it reads this; undefined if nothing says that there is one. */
export function secretRead(
  read: Pick<Reads, 'path' | 'tree' | 'only' | 'hidden'>,
  cwd: string | undefined,
  home: string,
): string | undefined {
  const { path, tree, only, hidden } = read;
  for (const part of path.parts) {
    if (part.kind !== 'unknown') continue;
    const found = foundBy(part);
    // `$(ls -d apps/*)/.env`: a file in a folder that was found.
    if (found !== undefined) return secretNamed(endOf(path).replace(/^.*\//, '')) ?? secretFound(found, home);
    if (part.stream?.kind === 'file') return secretAt(part.stream.path);
  }
  const own = secretWord(path, cwd, home);
  if (own !== undefined || tree !== true) return own;
  if (only?.names !== undefined && only.names.length > 0) return firstOf(only.names, secretNamed);
  return hidden === false ? undefined : hiddenBelow(path, cwd, home);
}

/** The secret that a word names, directly, by a pattern, or by one of its possible values. */
export function secretWord(word: ShellWord, cwd: string | undefined, home: string): string | undefined {
  if (word.glob) return secretMatching(absolute(word.text, cwd), home);
  const possible = word.parts.flatMap((part) => (part.kind === 'unknown' ? (part.candidates ?? []) : []));
  return firstOf(possible, secretAt) ?? secretAt(absolute(word.text, cwd));
}

/** The secret among the files that a search on the line comes upon. */
function secretFound({ roots, cwd, only }: FoundFiles, home: string): string | undefined {
  if (only.tracked === true && (only.names ?? []).length === 0) return undefined;
  if (only.names !== undefined && only.names.length > 0) return firstOf(only.names, secretNamed);
  if (only.paths !== undefined && only.paths.length > 0) {
    return firstOf(only.paths, (path) => secretNamed(path.replace(/^.*\//, '')));
  }
  return firstOf(roots, (root) => secretWord(root, cwd, home) ?? hiddenBelow(root, cwd, home));
}

function hiddenBelow(root: ShellWord, cwd: string | undefined, home: string): string | undefined {
  const folder = resolveWord(cwd, root);
  return folder === undefined ? undefined : secretBelow(folder, home);
}

const absolute = (text: string, cwd: string | undefined): string => resolvePath(cwd, text) ?? text;
