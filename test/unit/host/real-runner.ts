import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** The runner as one file, for tests that need the real thing at both ends of the shim. */
export function bundleRunner(folder: string): string {
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: ['test/harness/runner.ts'],
    outfile: path.join(folder, 'runner.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return folder;
}
