import type { Evidence } from '../evidence/evidence';
import type { StateFile } from '../state/state-file';
import type { Config } from '../configuration/load-config';
import type { Caller } from '../person/caller';
import type { Exec } from '../project/exec';
import type { Git } from '../project/git';
import type { Place } from '../project/place';
import type { GateResult } from './merge';
import type { Env } from '../project/home';

/**
 * Everything a gate may touch. A gate that reads only its call and its site is tested by calling it.
 */
export interface Site {
  readonly place: Place;
  /** The worktree's top folder, or the cwd outside a repository. */
  readonly root: string;
  /** The call's working directory. */
  readonly cwd: string;
  /** Undefined outside a repository. */
  readonly git: Git | undefined;
  readonly evidence: Evidence;
  readonly config: Config;
  readonly env: Env;
  /** Gatehouse's own folder for this worktree. */
  readonly home: string;
  readonly clock: Clock;
  readonly exec: Exec;
  readonly fetch: typeof fetch;
  /** True when the gate was asked for by name (`--only`). */
  readonly requestedByName: boolean;
  /** Who started the hook that is judged. */
  caller(): Promise<Caller>;
  /** May the repository's own programs run? A gate that runs by name always may. */
  isTrusted(): boolean;
  /** A dry run for `explain` and `replay`: nothing is written, and only read-only git commands run. */
  readonly dry?: boolean;
  /** What the earlier gates of this event said, in order. */
  readonly earlier: readonly GateResult[];
  /** The site at another directory (an edited file's repository, `git -C` …). */
  at(directory: string): Site;
  /** A JSON document of our own, by name, beside the worktree's other state. */
  own<T>(name: string, schema: { parse(value: unknown): T }, options?: { readonly sealed?: boolean }): StateFile<T>;
  /** One line for the trace: what was looked at, what was written. */
  note(line: string): void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
