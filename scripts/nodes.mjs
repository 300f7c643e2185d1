import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

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
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const fetched = await run('npm', ['install', '--prefix', folder, ...options, `${platform}@${version}`]);
  if (!existsSync(node)) throw new Error(`node ${version} could not be fetched:\n${fetched.output}`);
  return node;
}
