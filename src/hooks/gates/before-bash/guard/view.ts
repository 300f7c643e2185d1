import { statSync } from 'node:fs';
import type { PreToolUse } from '../../../protocol/call';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { readText, namesIn } from '../../../project/read-file';
import { resolvePath, within } from '../../../shell/paths';
import type { View } from './rule';
import { wildcard } from '../../../project/pattern';

export function viewOf(site: Site, call: Pick<PreToolUse, 'scratchpadDir' | 'typesUnseen'>): View {
  const patterns = site.config.settings.branches.protected.map(wildcard);
  const temporary = [
    '/tmp',
    '/var/tmp',
    '/private/tmp',
    '/private/var/tmp',
    '/var/folders',
    '/private/var/folders',
    '/dev/shm',
  ];
  for (const extra of [site.env.TMPDIR, call.scratchpadDir]) {
    const path = extra === undefined ? undefined : resolvePath('/', extra);
    if (path !== undefined && path !== '/') temporary.push(path);
  }
  const branches = new Map<string, string | undefined>();
  return {
    strict: site.config.settings.guard.strictness === 'strict',
    roots: [
      ...new Set([site.root, site.cwd].filter((root) => root !== personHome(site.env) || site.git !== undefined)),
    ],
    home: personHome(site.env),
    temporary,
    typesUnseen: call.typesUnseen,
    isProtected: (branch) => patterns.some((matches) => matches(branch)),
    branchAt(directory) {
      // A directory that cannot be known is judged as the one the command starts in.
      if (directory === undefined) return site.git?.branch();
      if (!branches.has(directory)) {
        const git = directory === site.cwd ? site.git : site.at(directory).git;
        branches.set(directory, git?.branch());
      }
      return branches.get(directory);
    },
    isFile: (path) => kindOf(path) === 'file',
    isDirectory: (path) => kindOf(path) === 'directory',
    holdsWorktree: (path) =>
      isWorktree(path) || (within(path, site.root) && foldersIn(path).some((name) => isWorktree(`${path}/${name}`))),
  };
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? 'file' : stats?.isDirectory() === true ? 'directory' : undefined;
  } catch {
    // A parent of the path is a file, or not readable.
    return undefined;
  }
}

/** In a linked worktree `.git` is a file that names its folder in the main repository. */
function isWorktree(path: string): boolean {
  return kindOf(`${path}/.git`) === 'file' && (readText(`${path}/.git`) ?? '').includes('/worktrees/');
}

function foldersIn(path: string): readonly string[] {
  if (kindOf(path) !== 'directory' || kindOf(`${path}/.git`) === 'directory') return [];
  return namesIn(path).slice(0, 200);
}
