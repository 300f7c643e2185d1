import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatehouseHome, shortHash } from './home';
import { makeFolder } from './make-folder';

const dayMs = 24 * 3_600_000;

/**
 * Is this the first time that a session is told this? Where that cannot be noted it always is: told twice is better
 * than never.
 */
export function firstTelling(
  env: Readonly<Record<string, string | undefined>>,
  session: string,
  what: string,
): boolean {
  const folder = path.join(gatehouseHome(env), 'told');
  const file = path.join(folder, shortHash(`${session}\n${what}`));
  if (existsSync(file)) return false;
  try {
    makeFolder(folder);
    writeFileSync(file, '', { mode: 0o600 });
    forgetOld(folder);
  } catch {
    // It will be told again.
  }
  return true;
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > dayMs) rmSync(file, { force: true });
  }
}
