import { realpathSync } from 'node:fs';
import path from 'node:path';
import { attempt } from './functions';

/** The environment of a call or a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The person's home folder as the call's environment says it. */
export const personHome = (env: Env): string => env.HOME ?? env.USERPROFILE ?? homeOfUser();

/** Rarely needed, and node:os takes a while to load. */
const homeOfUser = (): string => (require('node:os') as typeof import('node:os')).homedir();

/** Gatehouse's own folder, outside every repository. */
export const gatehouseHome = (env: Env): string => env.GATEHOUSE_HOME ?? path.join(personHome(env), '.gatehouse');

/** The agent's configuration folder. */
export const claudeHome = (env: Env): string => env.CLAUDE_CONFIG_DIR ?? path.join(personHome(env), '.claude');

/** The folders in which programs are looked for. Relative ones would depend on where a call runs. */
export const pathFolders = ({ PATH = '' }: Env): readonly string[] =>
  PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder));

/** The client's own file about its projects and servers. */
export const claudeState = (env: Env): string => path.join(env.CLAUDE_CONFIG_DIR ?? personHome(env), '.claude.json');

/** The folder of one worktree's state: a readable name and a hash of the real path. */
export function projectHome(env: Env, root: string): string {
  // A deleted folder keeps its name.
  const real = attempt(() => realpathSync.native(root)) ?? root;
  const name = path.basename(real).replace(/[^\w.-]/g, '_');
  return path.join(gatehouseHome(env), 'projects', `${name.slice(0, 40) || 'root'}-${shortHash(real)}`);
}

/**
 * Twelve hexadecimal digits that tell paths apart (two 32-bit FNV-1a sums, 24 bits of each). Loading node's crypto takes
 * longer than everything else a quiet hook does, and nothing here has to withstand an attacker.
 */
export const shortHash = (text: string): string => `${sum(text, 0x811c9dc5)}${sum(text, 0x2f0b4a27)}`;

function sum(text: string, seed: number): string {
  let hash = seed;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(16).padStart(6, '0');
}
