import path from 'node:path';
import { claudeHome, type Env } from '../project/home';
import { placeOf, type Place } from '../project/place';
import { type Form, isOurs, type Lane, launcherName } from './entry';
import { readText } from '../project/read-file';
import { fieldsOf, parseJson } from '../protocol/json';

export const scopes = ['local', 'project', 'user'] as const;
/** `local`: this project, only me · `project`: this project, everyone · `user`: all my projects. */
export type Scope = (typeof scopes)[number];

export const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word);

/** The settings file that an installation writes: a project's lie in the worktree's top folder. */
export function settingsPath(scope: Scope, directory: string, env: Env): string {
  if (scope === 'user') return path.join(claudeHome(env), 'settings.json');
  const name = scope === 'local' ? 'settings.local.json' : 'settings.json';
  return path.join(placeOf(directory).root, '.claude', name);
}

/** A settings file that the client reads, and the scope that an installation would call it by. */
export interface SettingsSource {
  readonly scope: Scope;
  readonly file: string;
  /** Where an installation of the scope would write it. */
  readonly directory: string;
}

const names = { project: 'settings.json', local: 'settings.local.json' } as const;

export const sourceIn = (directory: string, scope: 'project' | 'local'): SettingsSource => ({
  scope,
  file: path.join(directory, '.claude', names[scope]),
  directory,
});

/**
 * The settings files that a client reads when it is started in a directory, each outranking those before it: shared
 * project settings only of that very directory, local ones also of the worktree's top folder and of the main checkout.
 */
export function settingsSources(directory: string, env: Env): readonly SettingsSource[] {
  const place = placeOf(directory);
  const { cwd, root } = place;
  const main = mainCheckout(place);
  const home = claudeHome(env);
  const all: readonly SettingsSource[] = [
    { scope: 'user', file: path.join(home, 'settings.json'), directory: cwd },
    sourceIn(cwd, 'project'),
    sourceIn(cwd, 'local'),
    sourceIn(root, 'local'),
    ...(main === undefined ? [] : [sourceIn(main, 'local')]),
  ];
  return all.filter(({ file }, index) => all.findIndex((other) => other.file === file) === index);
}

/** The checkout that a linked worktree belongs to. A bare repository has none. */
export function mainCheckout({ repository }: Place): string | undefined {
  if (repository?.linked !== true || path.basename(repository.commonDir) !== '.git') return undefined;
  return path.dirname(repository.commonDir);
}

/** How an entry of the scope names the shim in this folder. */
export function formOf(scope: Scope, bin: string, node: string): Form {
  if (scope === 'project') return { kind: 'shared' };
  if (process.platform === 'win32') return { kind: 'direct', node, launcher: path.join(bin, launcherName) };
  return { kind: 'own', bin };
}

/** Which file registers a hook that steps back. */
export type YieldingEntry = 'shared' | 'plugin';

/**
 * A person's own file, a shared project file and the plugin may all register an event. The client then runs each, since
 * their command lines differ; the later ones in this order step back, unless the client ignores the other file.
 */
export async function registeredElsewhere(
  event: string | undefined,
  lane: Lane,
  env: Env,
  from: YieldingEntry,
): Promise<boolean> {
  if (event === undefined) return false;
  const start = env.CLAUDE_PROJECT_DIR;
  const files =
    start === undefined
      ? [path.join(claudeHome(env), 'settings.json')]
      : settingsSources(start, env).flatMap(({ scope, file }) =>
          scope === 'project' && from === 'shared' ? [] : [file],
        );
  const others = files.filter((file) => registers(file, event, lane));
  if (others.length === 0) return false;
  const { isIgnored } = await import(/* webpackMode: "eager" */ './settings-sources');
  return others.some((file) => !isIgnored(file));
}

function registers(file: string, event: string, lane: Lane): boolean {
  const text = readText(file);
  if (text?.includes('gatehouse-hook') !== true) return false;
  // The client reads no file that is not JSON either.
  const settings = fieldsOf(parseJson(text.replace(/^\uFEFF/, '')));
  return listAt(settings.hooks, event).some((group) =>
    listAt(group, 'hooks').some(
      (handler) => isOurs(handler) && (fieldsOf(handler).async === true) === (lane === 'async'),
    ),
  );
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = fieldsOf(value)[key];
  return Array.isArray(found) ? (found as unknown[]) : [];
}
