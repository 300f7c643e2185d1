import { existsSync } from 'node:fs';
import path from 'node:path';
import { placeOf } from '../project/place';
import { foundIn } from './registration';
import type { Scope } from './scope';
import { read } from './settings-file';

/** The local settings of the main checkout, which the client also reads in a linked worktree. */
export function mainCheckoutSettings(directory: string): string | undefined {
  const { repository } = placeOf(directory);
  if (repository?.linked !== true) return undefined;
  const file = path.join(path.dirname(repository.commonDir), '.claude', 'settings.local.json');
  return holdsHooks(file) ? file : undefined;
}

/**
 * The folder where the client has to be started for a project's hooks to run, where that is not this one: the shared
 * settings are not read in a subdirectory, and outside a repository no settings of a folder above are.
 */
export function startFolder(directory: string, registered: readonly Scope[]): string | undefined {
  const { cwd, root, repository } = placeOf(directory);
  if (repository !== undefined) {
    return cwd !== root && registered.length === 1 && registered[0] === 'project' ? root : undefined;
  }
  if (registered.length > 0) return undefined;
  for (let above = path.dirname(cwd); above !== path.dirname(above); above = path.dirname(above)) {
    const files = ['settings.local.json', 'settings.json'].map((name) => path.join(above, '.claude', name));
    // The person's own folder holds the settings of the user scope.
    if (files.some(holdsHooks) && !existsSync(path.join(above, '.gatehouse'))) return above;
  }
  return undefined;
}

function holdsHooks(file: string): boolean {
  try {
    return foundIn(read(file) ?? '').length > 0;
  } catch {
    return false;
  }
}
