import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { freshFolder } from '../../harness/test-project';

/** A runner of the sources, for tests that need the real thing at both ends of the shim. */
export function bundleRunner(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'runner.js'), startOf(bundle()));
  return folder;
}

let built: string | undefined;

/** Bundled once in each process of the tests. */
function bundle(): string {
  if (built !== undefined) return built;
  const folder = freshFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'bundle.js');
  buildSync({
    entryPoints: ['test/harness/runner.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    charset: 'ascii',
    logLevel: 'error',
  });
  return (built = outfile);
}

/** Runs the bundle with the code that an earlier run compiled: whichever installation it belonged to, the bundle is the same. */
const startOf = (bundle: string) => `
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const filename = ${JSON.stringify(bundle)};
const cache = filename + '.cache';
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const script = new Script('(require) => {' + readFileSync(filename, 'latin1') + '\\n}', { filename, cachedData });
if (cachedData === undefined) {
  process.on('exit', () => {
    const draft = cache + '.' + process.pid;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cache);
  });
}
script.runInThisContext()(require);
`;
