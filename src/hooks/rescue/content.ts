import type { BytePath } from './byte-path';

/** What a path of the worktree holds. */
export interface Entry {
  readonly path: BytePath;
  /** `absent`: git knows the file and it was removed. `submodule`: `id` is the commit it stands at. */
  readonly kind: 'file' | 'link' | 'absent' | 'submodule';
  /** Permission bits of a file. */
  readonly mode: number;
  /** The git object with the bytes; empty where there are none. */
  readonly id: string;
  readonly size: number;
  /** It lies in a repository inside the worktree, which git does not take into a tree. */
  readonly inner?: boolean | undefined;
}

/** What the index holds at a path: one stage, several in a conflict, none where nothing is staged there. */
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
  /** `refs/heads/main`; undefined where HEAD is detached. */
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
