import type { AnyGate, Level, Profile } from '../pipeline/gate';
import type { Layer } from './layers';
import type { Settings } from './settings';

/** The effective configuration of one worktree for one person. */
export interface Config {
  readonly profile: Profile;
  readonly settings: Settings;
  /** What was wrong in a configuration file: file, line, key, what is allowed. Never fatal. */
  readonly problems: readonly ConfigProblem[];
  /** The files that it was read from, the strongest first. */
  readonly layers?: readonly Layer[];
  level(gate: Pick<AnyGate, 'id' | 'level'>): Level;
}

export interface ConfigProblem {
  readonly file: string;
  readonly line: number;
  readonly key: string;
  readonly message: string;
}
