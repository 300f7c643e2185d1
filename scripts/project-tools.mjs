import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

/** Linters and test frameworks that projects use and this one does not; what this one uses itself is in its node_modules. */
const packages = { '@biomejs/biome': '2.6.7', jest: '30.5.2', vitest: '5.1.0' };

/** Where they lie once `installProjectTools` has passed: a folder for each set of versions. */
export const projectTools = path.join(
  root,
  '.tools',
  Object.entries(packages)
    .map(([name, version]) => `${path.posix.basename(name)}-${version}`)
    .join('_'),
);

/** Fetches them into a folder of their own, which appears whole or not at all. Tests of what cannot be had are skipped. */
export async function installProjectTools({ onLine, log } = {}) {
  if (existsSync(projectTools)) return { code: 0, output: '', note: 'they are there' };
  const making = `${projectTools}.making-${process.pid}`;
  mkdirSync(making, { recursive: true });
  writeFileSync(path.join(making, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const result = await run('npm', ['install', ...options], { cwd: making, onLine, log });
  if (result.code !== 0) {
    rmSync(making, { recursive: true, force: true });
    // Each of their tests is skipped by itself, with this reason.
    return { ...result, code: 0, note: 'no registry has them' };
  }
  try {
    renameSync(making, projectTools);
  } catch (error) {
    // Another run of this script was faster.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(projectTools)) throw error;
  }
  return { code: 0, output: '', note: Object.keys(packages).join(', ') };
}
