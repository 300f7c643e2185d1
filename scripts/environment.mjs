import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the system keeps files in memory; and how much must be free there, for profiles of several editors. */
const memoryFolder = '/dev/shm';
const roomy = 4 * 1024 ** 3;

/**
 * The temp directory of a run: one in memory where the system has one that is large and may hold programs. Tests and
 * measured hooks write small files, for which some disks take fifty times as long. What says otherwise is the person's
 * own TMPDIR.
 */
export function temporary() {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return os.tmpdir();
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const [, , , options = ''] = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === memoryFolder) ?? ['', '', '', 'noexec'];
    return bavail * bsize < roomy || options.split(',').includes('noexec') ? os.tmpdir() : memoryFolder;
  } catch {
    return os.tmpdir();
  }
}

/** PATH without the programs of this checkout's packages, which npm puts first: no project but this one has them. */
export const systemPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

/**
 * The same with the real Python first. A version manager's stand-in for it asks several scripts which one to run, every
 * time, and takes longer than most tests.
 */
function searchPath() {
  try {
    const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
    return [path.dirname(python), systemPath].join(path.delimiter);
  } catch {
    return systemPath;
  }
}

const programs = searchPath();

/**
 * Surroundings for a child process, built from nothing: PATH, and fresh folders under the temp directory for
 * everything a program may write to. Nothing of the person's own environment comes along.
 */
export function freshEnvironment(label) {
  const folder = mkdtempSync(path.join(temporary(), `gh-${label}-`));
  const at = (name) => {
    const directory = path.join(folder, name);
    mkdirSync(directory, { recursive: true });
    return directory;
  };
  return {
    folder,
    env: {
      PATH: programs,
      LANG: 'C.UTF-8',
      CI: 'true',
      HOME: at('home'),
      TMPDIR: at('tmp'),
      GATEHOUSE_HOME: at('gatehouse'),
      // What a test starts it also ends.
      GATEHOUSE_HOST: 'off',
      CLAUDE_CONFIG_DIR: at('claude'),
    },
    clear: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
