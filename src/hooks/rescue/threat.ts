import type { BytePath } from './byte-path';

/** Content of a worktree that one step of a command may take away. */
export interface Scope {
  /**
   * `discard`: git puts what it keeps in the place of what is there · `clean`: git deletes what it does not know ·
   * `remove`: files are deleted or overwritten by another program.
   */
  readonly how: 'discard' | 'clean' | 'remove';
  readonly changes?: boolean;
  readonly index?: boolean;
  readonly untracked?: boolean;
  readonly ignored?: boolean;
  /** What lies in submodules and in repositories inside this one goes too. */
  readonly inner?: boolean;
  /** Where relative pathspecs start. */
  readonly cwd: string;
  /** As git reads them; undefined for everything. */
  readonly pathspecs?: readonly string[] | undefined;
  /** From the top, where whole paths are removed. */
  readonly removed?: readonly BytePath[];
  /** Kept only along with what is lost elsewhere: the command moves it to another place. */
  readonly along?: boolean;
}

/** What a command may take away from one worktree and its repository. */
export interface Threat {
  /** The top of the worktree. */
  readonly root: string;
  readonly scopes: readonly Scope[];
  readonly stashes: boolean;
  /** Names of refs that are deleted, full or short. */
  readonly refs: readonly string[];
  /** The whole worktree goes away. */
  readonly worktree: boolean;
}
