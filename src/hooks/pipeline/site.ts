import type { Evidence } from '../evidence/evidence';
import { type StateFile, withoutWrites } from '../state/state-file';
import { type Config, loadConfig } from '../configuration/load-config';
import type { Caller } from '../person/caller';
import { type Exec, execIn } from '../project/exec';
import { Git } from '../project/git';
import { type Place, placeOf } from '../project/place';
import { type Env, projectHome } from '../project/home';
import { openEvidence } from '../evidence/open-evidence';
import { ownFile } from '../state/stored-files';
import { isWorkspaceTrusted } from '../configuration/trust';
import { isToolCall, type Call } from '../protocol/call';
import { editOf } from '../protocol/tools';
import { wordSet } from '../project/text';
import type { GateResult } from './merge';
import type { Profile } from './gate';

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

/** What a site needs besides its directory. */
export interface SiteContext {
  readonly env: Env;
  readonly clock: Clock;
  /** Called with a function that ends a program of this call. */
  readonly endings?: Set<() => void> | undefined;
  /** Gates were asked for by name: default options. */
  readonly requestedByName: boolean;
  /** Judge without leaving a trace of it. */
  readonly dry?: boolean;
  /** Another profile than the configuration says. */
  readonly profile?: Profile | undefined;
  /** A process of the hook that is judged. */
  readonly pid?: (() => number | undefined) | undefined;
}

/** Everything that gates may touch at one place. */
export function siteAt(context: SiteContext, place: Place): Site {
  const { env, clock, requestedByName, dry = false, profile } = context;
  const home = projectHome(env, place.root);
  const started = execIn(env, context.endings);
  const exec = dry ? onlyQuestions(started) : started;
  const config = loadConfig({ env, place, requestedByName, profile });
  const git = place.repository === undefined ? undefined : new Git(place.root, place.repository, exec);
  const caller = async (): Promise<Caller> => {
    const { pid } = context;
    if (pid === undefined) return { kind: 'unknown' };
    const { callerAt, checkedAgainstKnown } = await import(/* webpackChunkName: "rest" */ '../person/caller');
    return checkedAgainstKnown(env, callerAt(pid()));
  };
  const evidence = openEvidence({
    place,
    home,
    clock,
    git,
    settings: config.settings,
    believesFiles: requestedByName,
    caller,
  });
  const site: Site = {
    place,
    root: place.root,
    cwd: place.cwd,
    git,
    evidence: dry ? unwritten(evidence) : evidence,
    config,
    env,
    home,
    clock,
    exec,
    fetch: dry ? () => Promise.reject(new Error('a dry run asks no one')) : fetch,
    requestedByName,
    caller,
    isTrusted: () => requestedByName || isWorkspaceTrusted(env, place),
    ...(dry ? { dry } : {}),
    earlier: [],
    at(directory) {
      // Most calls ask about the worktree's top folder, where everything is known.
      const there = directory === place.root ? { ...place, cwd: place.root } : placeOf(directory);
      // In the same worktree everything is the same except the directory.
      return there.root === place.root ? { ...site, place: there, cwd: there.cwd } : siteAt(context, there);
    },
    own: (name, schema, options) => {
      const file = ownFile(home, name, schema, options);
      return dry ? withoutWrites(file) : file;
    },
    note: () => undefined,
  };
  return site;
}

/** An edited file belongs to its own repository; every other call to that of the working directory. */
export function placeFor(call: Call): Place {
  const here = placeOf(call.cwd);
  const edit = isToolCall(call) ? editOf(call) : undefined;
  if (edit?.path.startsWith('/') !== true) return here;
  const there = placeOf(edit.path);
  return there.repository === undefined ? here : { ...there, cwd: here.cwd };
}

/** Evidence that can be read and not changed. */
function unwritten(evidence: Evidence): Evidence {
  return {
    review: withoutWrites(evidence.review),
    tests: withoutWrites(evidence.tests),
    proof: withoutWrites(evidence.proof),
    status: (kind) => evidence.status(kind),
    history: (kind) => evidence.history(kind),
    digest: (plane) => evidence.digest(plane),
    record: () => Promise.resolve('recorded'),
    invalidate: () => Promise.resolve(),
    begin: () => Promise.resolve(),
    forget: () => Promise.resolve(false),
    reset: () => Promise.resolve(),
    unbound: () => evidence.unbound(),
    accept: () => Promise.resolve(),
    voidTampered: () => Promise.resolve(),
    sessionStarted: () => Promise.resolve(),
  };
}

/** What git answers without changing anything. */
const questions = wordSet(
  'status diff log show rev-parse rev-list ls-files ls-tree cat-file merge-base for-each-ref show-ref name-rev ' +
    'describe blame check-ignore check-attr hash-object diff-index diff-files diff-tree grep cherry shortlog var',
);

/** Read-only only with this subcommand. */
const furtherQuestions: ReadonlySet<string> = new Set([
  'config --get',
  'config --get-all',
  'config --get-regexp',
  'config --list',
  'worktree list',
  'remote get-url',
  'stash list',
  'branch --list',
  'branch --show-current',
]);

/** Runs only read-only git commands: no formatter, no linter, no tests. */
function onlyQuestions(exec: Exec): Exec {
  return (command, args, options) => {
    // `-c` and `-C` are followed by a value.
    const start = args.findIndex((arg, at) => !arg.startsWith('-') && !/^-[cC]$/.test(args[at - 1] ?? ''));
    const [verb = '', next = ''] = start < 0 ? [] : args.slice(start);
    const asks = questions.has(verb) || furtherQuestions.has(`${verb} ${next}`);
    if (command === 'git' && asks) return exec(command, args, options);
    return Promise.resolve({ code: -1, stdout: '', stderr: 'not started in a dry run', outcome: 'not-found' });
  };
}
