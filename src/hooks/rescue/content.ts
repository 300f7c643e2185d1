import path from 'node:path';
import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';

const Entry = lazyObject(() => ({
  path: z.string(),
  /** `absent`: git knows the file and it was removed. `submodule`: `id` is the commit it is at. */
  kind: z.enum(['file', 'link', 'absent', 'submodule']),
  /** Permission bits of a file. */
  mode: z.number(),
  /** The git object with the bytes; empty if there are none. */
  id: z.string(),
  size: z.number(),
  /** It is in a repository inside the worktree, which git does not take into a tree. */
  inner: z.optional(z.boolean()),
}));
/** What a path of the worktree holds. */
export type Entry = z.infer<typeof Entry>;

const IndexEntry = lazyObject(() => ({
  path: z.string(),
  stages: z.readonly(z.array(z.object({ mode: z.string(), id: z.string(), stage: z.number() }))),
  /** `git add -N`: the path is known, its content is not staged. */
  intent: z.optional(z.boolean()),
}));
/** What the index holds at a path: one stage, several in a conflict, none if nothing is staged there. */
export type IndexEntry = z.infer<typeof IndexEntry>;

const Stash = lazyObject(() => ({
  id: z.string(),
  message: z.string(),
  /** As git takes it from the environment. */
  name: z.string(),
  email: z.string(),
  date: z.string(),
}));
export type Stash = z.infer<typeof Stash>;

const Ref = lazyObject(() => ({
  /** `refs/heads/topic` */
  name: z.string(),
  id: z.string(),
  /** The commit behind an annotated tag; the same as `id` otherwise. */
  commit: z.string(),
  /** An annotated tag: the bytes of the tag object, in latin1. */
  tag: z.optional(z.string()),
  /** `branch.<name>.*` of the configuration. */
  settings: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.string(), z.string()]))))),
}));
export type Ref = z.infer<typeof Ref>;

const Head = lazyObject(() => ({
  /** `refs/heads/main`; undefined if HEAD is detached. */
  ref: z.optional(z.string()),
  /** Undefined before the first commit. */
  commit: z.optional(z.string()),
}));
export type Head = z.infer<typeof Head>;

/** The content of a snapshot as it is kept. */
export const Manifest = lazyObject(() => ({
  v: z.literal(1),
  /** The top of the worktree. */
  root: z.string(),
  head: Head,
  files: z.readonly(z.array(Entry)),
  index: z.readonly(z.array(IndexEntry)),
  /** Directories without files in them, and those with a mode of their own. */
  folders: z.readonly(z.array(z.object({ path: z.string(), mode: z.number() }))),
  stashes: z.readonly(z.array(Stash)),
  refs: z.readonly(z.array(Ref)),
  /** Files of the git folder that say that a merge or the like is going on; bytes in latin1. */
  state: z.readonly(z.array(z.object({ name: z.string(), text: z.string() }))),
  /** Pathspecs from the top: files below them that git knows may be gone altogether, and git has their content. */
  gone: z.readonly(z.array(z.string())),
  /** The whole worktree goes away, not only what is in it. */
  worktree: z.optional(z.boolean()),
}));
/** The content of a snapshot of one worktree. */
export type Content = Omit<z.infer<typeof Manifest>, 'v'>;

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
