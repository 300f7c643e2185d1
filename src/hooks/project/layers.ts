import path from 'node:path';
import { readConfigFile, type ConfigFile } from './config-file';
import { readDocument } from './document';
import { claudeHome, gatehouseHome } from './home';
import type { Place } from './place';
import { policiesOf } from './policies';
import { liesInRepository, trustIn, type Trust } from './trust';

export type Origin = 'project' | 'local' | 'person' | 'policy';

/** One configuration file and whose word it is. */
export interface Layer extends ConfigFile {
  readonly origin: Origin;
  /**
   * `person`: says what it likes. Everything that lies in the worktree is the repository's: git may have brought it,
   * and the agent can write it. It may loosen only while its text is `trusted`.
   */
  readonly trust: 'person' | Trust;
  /** The policy that it is, with its version. */
  readonly policy?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

export const configFiles = { project: '.claude/gatehouse.json', local: '.claude/gatehouse.local.json' } as const;

/** The person's own configuration file. */
export function personFile(env: Env): string {
  return path.join(gatehouseHome(env), 'config.json');
}

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
      return problem === undefined ? [] : [{ ...nothing, file: one.file, origin: 'policy', trust: 'untrusted', policy: name, problems: [problem] }]; // prettier-ignore
    }),
  );
}

const nothing = { text: '', profile: undefined, gates: new Map<string, never>(), extends: [], values: new Map() };

/**
 * Does the worktree's own settings file of the client put this variable into the environment? Then it is the
 * repository's word, not the person's.
 */
export function saidByRepository(env: Env, place: Place, name: string): boolean {
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
