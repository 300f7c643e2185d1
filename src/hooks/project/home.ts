import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { shortHash } from './short-hash';

type Env = Readonly<Record<string, string | undefined>>;

/** The person's home folder as the call's environment says it. */
export function personHome(env: Env): string {
  return env.HOME ?? env.USERPROFILE ?? homedir();
}

/** Gatehouse's own folder, outside every repository. */
export function gatehouseHome(env: Env): string {
  return env.GATEHOUSE_HOME ?? path.join(personHome(env), '.gatehouse');
}

/** The agent's configuration folder. */
export function claudeHome(env: Env): string {
  return env.CLAUDE_CONFIG_DIR ?? path.join(personHome(env), '.claude');
}

/** Where one worktree's own state lies: named for people, told apart by the real path. */
export function projectHome(env: Env, root: string): string {
  let real = root;
  try {
    real = realpathSync.native(root);
  } catch {
    // A folder that is gone keeps the name it had.
  }
  const name =
    path
      .basename(real)
      .replace(/[^\w.-]/g, '_')
      .slice(0, 40) || 'root';
  return path.join(gatehouseHome(env), 'projects', `${name}-${shortHash(real)}`);
}
