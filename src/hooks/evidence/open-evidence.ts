import type { Clock } from '../pipeline/site';
import type { Caller } from '../person/caller';
import type { Git } from '../project/git';
import type { Place } from '../project/place';
import type { Settings } from '../configuration/settings';
import type { Evidence } from './evidence';
import { proofStatus, reviewState, testStatus } from './files/flags';
import type { FlagStore } from './flag-store';
import { Receipts } from './receipts';

export interface EvidenceSource {
  readonly place: Place;
  /** Gatehouse's own folder for this worktree. */
  readonly home: string;
  readonly clock: Clock;
  /** Undefined outside a repository. */
  readonly git: Git | undefined;
  readonly settings: Pick<Settings, 'planes'>;
  /** Gates that run by name (`--only`) trust a public file that says passed, like the original hooks. */
  readonly believesFiles?: boolean;
  /** The process that reports a verdict. */
  readonly caller?: (() => Promise<Caller>) | undefined;
}

/** Opens the public files at once; the code that checks them loads when a flag's status is asked for. */
export function openEvidence(source: EvidenceSource): Evidence {
  let opened: Promise<FlagStore> | undefined;
  const store = () =>
    (opened ??= import(/* webpackChunkName: "rest" */ './flag-store').then(({ FlagStore }) => new FlagStore(source)));
  return {
    get review() {
      return reviewState(source);
    },
    get tests() {
      return testStatus(source);
    },
    get proof() {
      return proofStatus(source);
    },
    status: async (kind) => (await store()).status(kind),
    history: (kind) => new Receipts(source.home).of(kind),
    record: async (kind, verdict) => (await store()).record(kind, verdict),
    invalidate: async (plane) => (await store()).invalidate(plane),
    begin: async (kind, task, session) => (await store()).begin(kind, task, session),
    forget: async (kind, task) => (await store()).forget(kind, task),
    digest: async (plane) => (await store()).digest(plane),
    reset: async (kind, by) => (await store()).reset(kind, by),
    unbound: async () => (await store()).unbound(),
    voidTampered: async (kinds, by) => (await store()).voidTampered(kinds, by),
    accept: async (kind, by) => (await store()).accept(kind, by),
    sessionStarted: async (from) => (await store()).sessionStarted(from),
  };
}
