import path from 'node:path';

/**
 * A path from the top of a worktree as git holds it: bytes, one letter a byte (`latin1`), with `/`. Names that are not
 * valid UTF-8 come back as they were.
 */
export type BytePath = string;

/** The place in the file system. */
export function inTree(root: string, file: BytePath): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(file, 'latin1')]);
}

export const bytePath = (text: string): BytePath => Buffer.from(text).toString('latin1');

/** For people and for JSON; bytes that are no text become `�`. */
export const shownPath = (file: BytePath): string => Buffer.from(file, 'latin1').toString('utf8');

/** As git's commands read it from a line of their input. */
export function quotedPath(file: BytePath): string {
  return `"${file.replace(/[\\"\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`))}"`;
}

export const parentOf = (file: BytePath): BytePath => path.posix.dirname(file);

/** Is the file this one, or below it? An empty name is the top. */
export const isBelow = (file: BytePath, folder: BytePath): boolean =>
  folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`);
