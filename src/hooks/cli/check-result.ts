import type { OtherClient } from '../install/client-settings';
import type { Scope } from '../install/scope';

/** One thing that was looked at. `bad` keeps hooks from working as they should; `note` is worth knowing. */
export interface CheckResult {
  readonly check:
    | 'runner'
    | 'node'
    | 'registration'
    | 'settings'
    | 'self-test'
    | 'events'
    | 'host'
    | 'fleet'
    | 'configuration'
    | 'state'
    | 'coverage'
    | 'plugins'
    | 'clients'
    | 'alarms'
    | 'rescue';
  readonly status: 'good' | 'note' | 'bad';
  readonly message: string;
  /** What a person can do, where there is something. */
  readonly wayForward?: string;
  /** The registration that an installation would repair. */
  readonly mend?: Repair;
}

/** An installation that puts right what is wrong. */
export interface Repair {
  readonly scope: Scope;
  readonly directory: string;
  /** Another client than Claude Code. */
  readonly client?: OtherClient;
}

export interface DoctorInput {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly directory: string;
  /** The folder of the runner that looks; undefined where it is none. */
  readonly source: string | undefined;
  readonly now: number;
}

/** The command that registers the hooks in a scope. */
export const install = (scope: Scope): string => `gatehouse install --scope ${scope}`;
