import { rehearsed } from '../evidence/state-file';
import { openEvidence, ownFile } from '../evidence/store';
import { execIn } from '../project/exec';
import { Git } from '../project/git';
import { projectHome } from '../project/home';
import { loadConfig } from '../project/load-config';
import { placeOf, type Place } from '../project/place';
import { isWorkspaceTrusted } from '../project/trust';
import { isToolCall, type Call } from '../protocol/call';
import { editOf } from '../protocol/tools';
import type { Caller } from '../person/caller';
import type { Profile } from './gate';
import { onlyQuestions, unwritten } from './rehearsal';
import type { Clock, Site } from './site';

/** What a site is made of beside its directory. */
export interface SiteContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Takes what ends the programs of this call. */
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
    const { callerAt } = await import(/* webpackChunkName: "rest" */ '../person/caller');
    const { weighed } = await import(/* webpackChunkName: "rest" */ '../person/known-clients');
    return weighed(env, callerAt(pid()));
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
    fetch: dry ? () => Promise.reject(new Error('a rehearsal asks nobody')) : fetch,
    requestedByName,
    caller,
    isTrusted: () => requestedByName || isWorkspaceTrusted(env, place),
    ...(dry ? { dry } : {}),
    earlier: [],
    at(directory) {
      const there = placeOf(directory);
      // In the same worktree all of it hangs on the same root.
      return there.root === place.root ? { ...site, place: there, cwd: there.cwd } : siteAt(context, there);
    },
    own: (name, schema, options) => {
      const file = ownFile(home, name, schema, options);
      return dry ? rehearsed(file) : file;
    },
    note: () => undefined,
  };
  return site;
}

/** A file that is edited belongs to its own repository, wherever the agent stands; everything else to the cwd's. */
export function placeFor(call: Call): Place {
  const here = placeOf(call.cwd);
  const edit = isToolCall(call) ? editOf(call) : undefined;
  if (edit?.path.startsWith('/') !== true) return here;
  const there = placeOf(edit.path);
  return there.repository === undefined ? here : { ...there, cwd: here.cwd };
}
