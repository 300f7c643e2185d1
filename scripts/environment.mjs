import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Surroundings for a child process, built from nothing: PATH, and fresh folders under the temp directory for
 * everything a program may write to. Nothing of the person's own environment comes along.
 */
export function freshEnvironment(label) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `gh-${label}-`));
  const at = (name) => {
    const directory = path.join(folder, name);
    mkdirSync(directory, { recursive: true });
    return directory;
  };
  return {
    folder,
    env: {
      PATH: process.env.PATH ?? '',
      LANG: 'C.UTF-8',
      CI: 'true',
      HOME: at('home'),
      TMPDIR: at('tmp'),
      GATEHOUSE_HOME: at('gatehouse'),
      CLAUDE_CONFIG_DIR: at('claude'),
    },
    clear: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
