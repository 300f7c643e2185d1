import path from 'node:path';
import * as z from 'zod/mini';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';
import type { ConfigProblem } from './load-config';
import { readConfigFile, type ConfigFile } from './config-file';
import { readDocument, spotsOf } from './document';
import { claudeHome, gatehouseHome, type Env } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import type { Place } from '../project/place';
import { readText } from '../project/read-file';
import { liesInRepository, trustIn, type Trust } from './trust';
import { sha256 } from '../project/sha256';
import { writeWhole, privateIn } from '../state/atomic-file';

export type Origin = 'project' | 'local' | 'person' | 'policy';

/** One configuration file, and whether it is the person's or the repository's. */
export interface Layer extends ConfigFile {
  readonly origin: Origin;
  /**
   * `person` may set anything. A file in the worktree may come from git or the agent, so it may loosen settings only
   * while its text is `trusted`.
   */
  readonly trust: 'person' | Trust;
  /** The policy that it is, with its version. */
  readonly policy?: string | undefined;
}

export const configFiles = { project: '.claude/gatehouse.json', local: '.claude/gatehouse.local.json' } as const;

const configIn = (home: string): string => path.join(home, 'config.json');

export const personFile = (env: Env): string => configIn(gatehouseHome(env));

/** The configuration files that are there, the strongest first. */
export function layersAt(env: Env, place: Place): readonly Layer[] {
  const layer = (origin: Origin, file: string): Layer[] => {
    const content = readConfigFile(file);
    if (content === undefined) return [];
    const ownHome = !liesInRepository(env, place);
    if (origin === 'person' && ownHome) return [{ ...content, origin, trust: 'person' }];
    return [{ ...content, origin, trust: ownHome ? trustIn(env, place, file, content.text) : 'untrusted' }];
  };
  const own = [
    ...layer('person', personFile(env)),
    ...layer('local', path.join(place.root, configFiles.local)),
    ...layer('project', path.join(place.root, configFiles.project)),
  ];
  return own.some((one) => one.extends.length > 0) ? [...own, ...policyLayers(env, own)] : own;
}

/** The policies that these files extend: the weakest layers, which may only tighten. One that is not there is a problem. */
function policyLayers(env: Env, own: readonly Layer[]): readonly Layer[] {
  return own.flatMap((one) =>
    policiesOf(env, one).flatMap(({ name, content, problem }): readonly Layer[] => {
      if (content !== undefined) return [{ ...content, origin: 'policy', trust: 'untrusted', policy: name }];
      return problem === undefined
        ? []
        : [{ ...nothing, file: one.file, origin: 'policy', trust: 'untrusted', policy: name, problems: [problem] }];
    }),
  );
}

const nothing = { text: '', profile: undefined, gates: new Map<string, never>(), extends: [], values: new Map() };

/**
 * Does the worktree's own settings file of the client put this variable into the environment? Then it is the
 * repository's word, not the person's.
 */
export function isSetByRepository(env: Env, place: Place, name: string): boolean {
  const folders = [place.root, ...(env.CLAUDE_PROJECT_DIR === undefined ? [] : [env.CLAUDE_PROJECT_DIR])];
  return folders
    .flatMap((folder) => [path.join(folder, '.claude/settings.json'), path.join(folder, '.claude/settings.local.json')])
    .filter((file) => path.dirname(file) !== path.resolve(claudeHome(env)))
    .some((file) => sets(readDocument(file)?.value, name));
}

function sets(settings: unknown, name: string): boolean {
  if (typeof settings !== 'object' || settings === null || !('env' in settings)) return false;
  return typeof settings.env === 'object' && settings.env !== null && Object.hasOwn(settings.env, name);
}

/*
 * A configuration file may extend policies: `"extends": ["git+https://host/team/policy.git#<commit>", "./policy.json"]`.
 * A policy of a repository is fetched by a person's `gatehouse policy update` and by nothing else, kept in our own home,
 * and believed only while its text is the one that was fetched. Policies tighten; none of them loosens anything.
 */

/** An entry of `extends`. */
type PolicyReference =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'git'; readonly url: string; readonly ref: string; readonly path: string };

const gitReference = /^git\+((?:https|ssh|file):\/\/[^#\s]+)#([\w./-]{1,200})(?::([\w./-]{1,200}))?$/;

/** `git+https://host/x.git#<commit>[:file]`, `./policy.json`; undefined for anything else. */
export function policyReference(text: string): PolicyReference | undefined {
  const [, url, ref, file = 'policy.json'] = gitReference.exec(text) ?? [];
  if (url !== undefined && ref !== undefined && !ref.startsWith('-')) return { kind: 'git', url, ref, path: file };
  return /^\.\.?\/[^\0]{1,400}$/.test(text) ? { kind: 'file', path: text } : undefined;
}

/** A policy as it was fetched. */
export const FetchedPolicy = lazyObject(() => ({
  /** As written in `extends`. */
  reference: z.string(),
  /** The full name of the commit. */
  commit: z.string(),
  sha256: z.string(),
  by: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
}));
export type FetchedPolicy = z.infer<typeof FetchedPolicy>;

const FetchedPolicies = lazyObject(() => ({ v: z.literal(1), policies: z.array(FetchedPolicy) }));
type FetchedPolicies = z.infer<typeof FetchedPolicies>;

export const policiesFile = (env: Env): StateFile<FetchedPolicies> =>
  ownFile(gatehouseHome(env), 'policies', FetchedPolicies, { sealed: true });

/** The path of a fetched policy's text. */
export const policyFile = (env: Env, reference: string): string =>
  path.join(gatehouseHome(env), 'policies', `${sha256(reference).slice(0, 24)}.json`);

/** A policy that a file extends: its text and version, or why it does not count. */
export interface Policy {
  readonly reference: string;
  /** For people: `team/policy@1a2b3c4`, `./policy.json`. */
  readonly name: string;
  readonly content: ConfigFile | undefined;
  readonly fetched?: FetchedPolicy | undefined;
  readonly problem?: ConfigProblem | undefined;
}

/** The policies that a configuration file extends, in its order. */
export const policiesOf = (env: Env, file: ConfigFile): readonly Policy[] =>
  file.extends.map((reference, index) => policyAt(env, file, reference, index));

function policyAt(env: Env, file: ConfigFile, reference: string, index: number): Policy {
  const absent = (message: string): Policy => ({
    reference,
    name: reference,
    content: undefined,
    problem: { file: file.file, ...spotsOf(file)(['extends', index]), key: `extends.${index}`, message },
  });
  const named = policyReference(reference);
  if (named === undefined) {
    return absent(
      `${reference.slice(0, 80)} is not a policy: allowed is git+https://…#<commit>, git+file://…#<commit> or ./file.json`,
    );
  }
  if (named.kind === 'file') {
    const content = readConfigFile(path.resolve(path.dirname(file.file), named.path));
    return content === undefined
      ? absent(`the policy ${reference} is not there; the others still apply`)
      : { reference, name: reference, content };
  }
  const fetched = policiesFile(env)
    .value()
    ?.policies.find((one) => one.reference === reference);
  if (fetched === undefined) {
    return absent(
      `the policy ${reference} was not fetched yet; the others still apply. Fetch it: gatehouse policy update`,
    );
  }
  const kept = policyFile(env, reference);
  const text = readText(kept);
  if (text === undefined || sha256(text) !== fetched.sha256) {
    return absent(
      `the kept text of the policy ${reference} is not the one that was fetched, so the policy is ignored. Fetch it again: gatehouse policy update`,
    );
  }
  const content = readConfigFile(kept);
  const name = `${named.url.replace(/^.*?:\/\/(?:[^/@]*@)?/, '').replace(/\.git$/, '')}@${fetched.commit.slice(0, 7)}`;
  return content === undefined
    ? absent(`the policy ${reference} cannot be read`)
    : { reference, name, content, fetched };
}

const Kept = lazyObject(() => ({ v: z.literal(1), text: z.nullable(z.string()) }));

/** A copy of the person's configuration, so that a change by an agent's call can be undone. */
const keptConfigIn = (home: string): StateFile<z.infer<typeof Kept>> =>
  ownFile(home, 'kept-config.json', Kept, { sealed: true });

/** Has the configuration changed since the person left it? One that was never kept is accepted. */
export async function configDiffers(home: string): Promise<boolean> {
  const kept = keptConfigIn(home).read();
  if (kept.kind === 'ok') return kept.value.text !== (readText(configIn(home)) ?? null);
  await keepConfig(home);
  return false;
}

export async function keepConfig(home: string): Promise<void> {
  const text = readText(configIn(home)) ?? null;
  await keptConfigIn(home).update(() => ({ v: 1, text }));
}

/** Restores the configuration; the changed text is kept beside it. */
export function putConfigBack(home: string): void {
  const kept = keptConfigIn(home).read();
  if (kept.kind !== 'ok') return;
  const now = readText(configIn(home));
  if (now !== undefined) writeWhole(`${configIn(home)}.changed`, now, privateIn(home));
  writeWhole(configIn(home), kept.value.text ?? '{}\n', privateIn(home));
}
