import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** Brings node_modules to what package-lock.json says. Does nothing when it is there already. */
export async function installPackages({ onLine, log } = {}) {
  const missing = missingPackages();
  if (missing.length === 0) return { code: 0, output: '', note: 'all there' };
  const result = await run('npm', ['ci', ...quietly], { onLine, log });
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

/** Linters and test frameworks that projects use and this one does not; what this one uses itself is in its node_modules. */
const tools = { '@biomejs/biome': '2.6.7', jest: '30.5.2', vitest: '5.1.0' };

/** Where they lie once `installProjectTools` has passed: a folder for each set of versions. */
export const projectTools = path.join(
  root,
  '.tools',
  Object.entries(tools)
    .map(([name, version]) => `${path.posix.basename(name)}-${version}`)
    .join('_'),
);

/** Fetches them into a folder of their own, which appears whole or not at all. Tests of what cannot be had are skipped. */
export async function installProjectTools({ onLine, log } = {}) {
  if (existsSync(projectTools)) return { code: 0, output: '', note: 'they are there' };
  const making = `${projectTools}.making-${process.pid}`;
  mkdirSync(making, { recursive: true });
  writeFileSync(path.join(making, 'package.json'), JSON.stringify({ private: true, dependencies: tools }));
  const result = await run('npm', ['install', ...quietly, '--no-package-lock'], { cwd: making, onLine, log });
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
  return { code: 0, output: '', note: Object.keys(tools).join(', ') };
}

/** The releases of Node that the product promises to work on. */
export const nodeVersions = ['20', '22', '24'];

/** Where a fetched Node lies; git ignores the folder. */
export const nodeAt = (version) =>
  path.join(root, '.nodes', version, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

/** Fetches a Node from the npm registry, unless it is there. */
export async function fetchNode(version) {
  const node = nodeAt(version);
  if (existsSync(node)) return node;
  const platform = `node-${process.platform}-${process.arch}`;
  console.log(`node ${version}: fetching ${platform}`);
  const folder = path.join(root, '.nodes', version);
  const fetched = await run('npm', [
    'install',
    '--prefix',
    folder,
    ...quietly,
    '--no-package-lock',
    `${platform}@${version}`,
  ]);
  if (!existsSync(node)) throw new Error(`node ${version} could not be fetched:\n${fetched.output}`);
  return node;
}
