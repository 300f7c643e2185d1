import path from 'node:path';

/** What a path of the worktree holds. */
export interface Entry {
  readonly path: BytePath;
  /** `absent`: git knows the file and it was removed. `submodule`: `id` is the commit it is at. */
  readonly kind: 'file' | 'link' | 'absent' | 'submodule';
  /** Permission bits of a file. */
  readonly mode: number;
  /** The git object with the bytes; empty if there are none. */
  readonly id: string;
  readonly size: number;
  /** It is in a repository inside the worktree, which git does not take into a tree. */
  readonly inner?: boolean | undefined;
}

/** What the index holds at a path: one stage, several in a conflict, none if nothing is staged there. */
export interface IndexEntry {
  readonly path: BytePath;
  readonly stages: readonly { readonly mode: string; readonly id: string; readonly stage: number }[];
  /** `git add -N`: the path is known, its content is not staged. */
  readonly intent?: boolean | undefined;
}

export interface Stash {
  readonly id: string;
  readonly message: string;
  /** As git takes it from the environment. */
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface Ref {
  /** `refs/heads/topic` */
  readonly name: string;
  readonly id: string;
  /** The commit behind an annotated tag; the same as `id` otherwise. */
  readonly commit: string;
  /** An annotated tag: the bytes of the tag object, in latin1. */
  readonly tag?: string | undefined;
  /** `branch.<name>.*` of the configuration. */
  readonly settings?: readonly (readonly [key: string, value: string])[] | undefined;
}

export interface Head {
  /** `refs/heads/main`; undefined if HEAD is detached. */
  readonly ref: string | undefined;
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
}

/** The content of a snapshot of one worktree. */
export interface Content {
  /** The top of the worktree. */
  readonly root: string;
  readonly head: Head;
  readonly files: readonly Entry[];
  readonly index: readonly IndexEntry[];
  /** Directories without files in them, and those with a mode of their own. */
  readonly folders: readonly { readonly path: BytePath; readonly mode: number }[];
  readonly stashes: readonly Stash[];
  readonly refs: readonly Ref[];
  /** Files of the git folder that say that a merge or the like is going on; bytes in latin1. */
  readonly state: readonly { readonly name: string; readonly text: string }[];
  /** Pathspecs from the top: files below them that git knows may be gone altogether, and git has their content. */
  readonly gone: readonly string[];
  /** The whole worktree goes away, not only what is in it. */
  readonly worktree?: boolean | undefined;
}

export const bytesOf = (content: Content): number => content.files.reduce((sum, { size }) => sum + size, 0);

/**
 * A path from the top of a worktree as git holds it: bytes, one letter a byte (`latin1`), with `/`. Names that are not
 * valid UTF-8 come back as they were.
 */
export type BytePath = string;

/** The place in the file system. */
export const inTree = (root: string, file: BytePath): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(file, 'latin1')]);

export const bytePath = (text: string): BytePath => Buffer.from(text).toString('latin1');

/** For people and for JSON; bytes that are no text become `�`. */
export const shownPath = (file: BytePath): string => Buffer.from(file, 'latin1').toString('utf8');

/** As git's commands read it from a line of their input. */
export const quotedPath = (file: BytePath): string =>
  `"${file.replace(/[\\"\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`))}"`;

export const parentOf = (file: BytePath): BytePath => path.posix.dirname(file);

/** Is the file this one, or below it? An empty name is the top. */
export const isBelow = (file: BytePath, folder: BytePath): boolean =>
  folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`);
