import path from 'node:path';
import { claudeHome } from '../project/home';
import { placeOf } from '../project/place';
import type { Form } from './entry';

type Env = Readonly<Record<string, string | undefined>>;

export const scopes = ['local', 'project', 'user'] as const;
/** `local`: this project, only me · `project`: this project, everyone · `user`: all my projects. */
export type Scope = (typeof scopes)[number];

export const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word);

/**
 * The settings file of a scope. The client looks for a project's settings only where it was started, which is the
 * worktree's top folder for nearly everyone.
 */
export function settingsPath(scope: Scope, directory: string, env: Env): string {
  if (scope === 'user') return path.join(claudeHome(env), 'settings.json');
  const name = scope === 'local' ? 'settings.local.json' : 'settings.json';
  return path.join(placeOf(directory).root, '.claude', name);
}

export function formOf(
  scope: Scope,
  deployed: { readonly bin: string; readonly launcher: string },
  node: string,
): Form {
  if (scope === 'project') return { kind: 'shared' };
  if (process.platform === 'win32') return { kind: 'direct', node, launcher: deployed.launcher };
  return { kind: 'own', bin: deployed.bin };
}
