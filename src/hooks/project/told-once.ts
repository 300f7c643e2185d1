import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatehouseHome, shortHash, type Env } from './home';
import { makeFolder } from './read-file';
import { codeOf } from './functions';

/**
 * True the first time that a session is told this, and also if that cannot be written down: twice is better than never.
 */
export const firstTelling = (env: Env, session: string, what: string): boolean =>
  isFirst(path.join(gatehouseHome(env), 'told'), `${session}\n${what}`);

/** True in only one of several windows on a project, so that a notification appears once. */
export const isFirstWindow = (home: string, what: string): boolean => isFirst(path.join(home, 'told'), what);

/** Leaves a file as the mark. Housekeeping removes old ones. */
function isFirst(folder: string, what: string): boolean {
  const file = path.join(folder, shortHash(what));
  if (existsSync(file)) return false;
  try {
    makeFolder(folder);
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    return codeOf(error) !== 'EEXIST';
  }
  return true;
}
