import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { freshFolder } from '../../harness/test-project';

/** The runner as one file, for tests that need the real thing at both ends of the shim. */
export function bundleRunner(folder: string): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(bundle(), path.join(folder, 'runner.js'));
  return folder;
}

let built: string | undefined;

/** Bundled once in each process of the tests. */
function bundle(): string {
  if (built !== undefined) return built;
  const folder = freshFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'runner.js');
  buildSync({
    entryPoints: ['test/harness/runner.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return (built = outfile);
}
