import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

/** `gatehouse` itself is taken. */
export const npmName = 'gatehouse-cli';
export const tarball = path.join(root, 'out/gatehouse-cli.tgz');

const folder = path.join(root, 'out/npm');
const start = `#!/usr/bin/env node
'use strict';
// The runner of the extension, bundle for bundle. Beside it, so that it finds its other files.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('gatehouse: node 20 or newer is needed; this is ' + process.version + '.');
  process.exitCode = 70;
} else require('./runner.js');
`;

/** The command line as a package: the same files as in the VSIX and the plugin, and one that starts them. */
export async function packForNpm(context) {
  const { version, description, license, keywords, repository, homepage, bugs, author, engines } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'hooks'), { recursive: true });
  const bundles = path.join(root, 'dist/hooks');
  for (const name of readdirSync(bundles).filter((one) => one.endsWith('.js'))) {
    copyFileSync(path.join(bundles, name), path.join(folder, 'hooks', name));
  }
  // Not named .js: what a build is called follows from its .js files, and this is no part of the build.
  writeFileSync(path.join(folder, 'hooks/gatehouse.cjs'), start);
  chmodSync(path.join(folder, 'hooks/gatehouse.cjs'), 0o755);
  const readme = ['docs/npm.md', 'README.md'].map((name) => path.join(root, name)).find((file) => existsSync(file));
  copyFileSync(readme, path.join(folder, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(path.join(root, name), path.join(folder, name));
  const manifest = {
    name: npmName,
    version,
    description,
    license,
    ...{ author, repository, homepage, bugs, keywords },
    type: 'commonjs',
    // `npx gatehouse-cli` looks for a command of the package's name.
    bin: { gatehouse: 'hooks/gatehouse.cjs', [npmName]: 'hooks/gatehouse.cjs' },
    files: ['hooks', 'CHANGELOG.md'],
    engines: { node: engines.node },
    publishConfig: { access: 'public' },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const packed = await run(
    'npm',
    ['pack', '--json', '--pack-destination', path.join(root, 'out'), '--ignore-scripts'],
    { ...context, cwd: folder },
  );
  if (packed.code !== 0) return packed;
  copyFileSync(path.join(root, `out/${npmName}-${version}.tgz`), tarball);
  return { ...packed, note: `${(statSync(tarball).size / 1024).toFixed(1)} KB` };
}
