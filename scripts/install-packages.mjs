import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

/** Brings node_modules to what package-lock.json says. Does nothing when it is there already. */
export async function installPackages({ onLine, log } = {}) {
  const missing = missingPackages();
  if (missing.length === 0) return { code: 0, output: '', note: 'all there' };
  const result = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { onLine, log });
  return { ...result, note: `${missing.length} packages` };
}

/**
 * What the lock file asks for and node_modules does not hold. npm keeps its own record of what it installed; packages
 * for other platforms are absent from it by right.
 */
function missingPackages() {
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  const present = lockedPackages(path.join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted)
    .filter(([name, entry]) => name !== '' && entry.optional !== true && present[name]?.version !== entry.version)
    .map(([name]) => name);
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
