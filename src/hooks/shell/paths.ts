import path from 'node:path';
import type { ShellWord } from './invocation';

/** A path from a directory that may be unknown; links are not followed. Shell paths are POSIX on every platform. */
export function resolvePath(cwd: string | undefined, target: string): string | undefined {
  if (target === '') return undefined;
  if (target.startsWith('/')) return normalized(target);
  if (/^[A-Za-z]:[\\/]/.test(target)) return target;
  return cwd === undefined ? undefined : normalized(`${cwd}/${target}`);
}

/** The path that a word names, or its pattern; undefined if a part of it is unknown. */
export const resolveWord = (cwd: string | undefined, word: ShellWord | undefined): string | undefined =>
  word?.value === undefined ? undefined : resolvePath(cwd, word.value);

/** The same for a word that stands for one file: undefined for a pattern. */
export const resolveFile = (cwd: string | undefined, word: ShellWord): string | undefined =>
  word.glob ? undefined : resolveWord(cwd, word);

/** Most paths have no empty part, `.` or `..`: of thousands of them only those are taken apart. */
function normalized(absolute: string): string {
  if (!/\/\.{0,2}(?:\/|$)/.test(absolute)) return absolute;
  return path.posix.normalize(absolute).replace(/(.)\/+$/, '$1');
}

/** Is `inner` this directory or below it? */
export function within(inner: string, directory: string): boolean {
  if (directory === '/') return inner.startsWith('/');
  return inner === directory || inner.startsWith(`${directory}/`);
}

/** What a write to it leaves no file behind: devices, and bash's own `/dev/tcp`. `/dev/shm` is a folder like others. */
export function isDevice(target: string): boolean {
  const place = path.posix.normalize(target);
  return within(place, '/dev') && !within(place, '/dev/shm');
}

/** The bare name of a program: last component, lower case, without `.exe`. */
export function programName(path: string): string {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const name = path.slice(slash + 1).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}
