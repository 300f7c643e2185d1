import { existsSync, realpathSync, statSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';
import { readText, namesIn } from './read-file';
import { attempt } from './functions';

/** Where a call happens: one worktree of one repository, or a plain folder. */
export interface Place {
  /** The directory that was asked about, resolved. */
  readonly cwd: string;
  /** The worktree's top folder; outside a repository the directory itself. All state hangs on it. */
  readonly root: string;
  readonly repository?: Repository | undefined;
}

export interface Repository {
  /** This worktree's own git directory: HEAD, index. */
  readonly gitDir: string;
  /** What all worktrees share: refs, config, info/exclude. */
  readonly commonDir: string;
  /** True in a linked worktree. */
  readonly linked: boolean;
}

/** Is this the folder, or below it? By their names: links are not followed. */
export const isWithin = (inner: string, folder: string): boolean =>
  inner === folder || inner.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Finds the worktree of a directory by reading links, without starting git. A missing directory counts as its nearest parent. */
export function placeOf(directory: string): Place {
  const cwd = existing(path.resolve(directory));
  for (let top = cwd; ; top = path.dirname(top)) {
    const repository = repositoryAt(top);
    if (repository !== undefined) return { cwd, root: top, repository };
    if (top === path.dirname(top)) return { cwd, root: cwd };
  }
}

function existing(directory: string): string {
  for (let dir = directory; ; dir = path.dirname(dir)) {
    try {
      const real = realpathSync.native(dir);
      return statSync(real).isDirectory() ? real : path.dirname(real);
    } catch {
      if (dir === path.dirname(dir)) return dir;
    }
  }
}

/** A link to a git folder is one line. */
const smallFile = 64 * 1024;

function repositoryAt(top: string): Repository | undefined {
  const dotGit = path.join(top, '.git');
  let gitDir: string;
  try {
    if (statSync(dotGit).isDirectory()) gitDir = dotGit;
    else {
      const link = /^gitdir: (.+)$/m.exec(readText(dotGit, { maxBytes: smallFile }) ?? '');
      if (link?.[1] === undefined) return undefined;
      gitDir = path.resolve(top, link[1].trim());
    }
    statSync(path.join(gitDir, 'HEAD'));
  } catch {
    return undefined;
  }
  // Only a linked worktree has it, and an error is slow to make.
  const commonDir = existsSync(path.join(gitDir, 'commondir')) ? firstLine(path.join(gitDir, 'commondir')) : undefined;
  if (commonDir === undefined) return { gitDir, commonDir: gitDir, linked: false };
  return { gitDir, commonDir: path.resolve(gitDir, commonDir), linked: true };
}

/** The folders that git keeps of the worktrees linked to a repository, each as that worktree's own git directory. */
export function worktreeFolders(commonDir: string): readonly string[] {
  const folder = path.join(commonDir, 'worktrees');
  return [...namesIn(folder)].sort().map((name) => path.join(folder, name));
}

/** The top folder of the linked worktree whose git directory this is; it may be gone. */
export function worktreeOf(gitDir: string): string | undefined {
  const link = firstLine(path.join(gitDir, 'gitdir')) ?? '';
  return link === '' ? undefined : path.dirname(path.resolve(gitDir, link));
}

/** The top folders of all worktrees linked to a repository. */
export const linkedWorktrees = (commonDir: string): readonly string[] =>
  worktreeFolders(commonDir).flatMap((folder) => worktreeOf(folder) ?? []);

/** Which hash gives a repository's objects their ids. */
export const hashOf = ({ commonDir }: Pick<Repository, 'commonDir'>): 'sha1' | 'sha256' =>
  /^\s*objectformat\s*=\s*"?sha256/im.test(readText(path.join(commonDir, 'config')) ?? '') ? 'sha256' : 'sha1';

/** What a git directory has checked out: `ref: …` or a commit; empty if that cannot be read. */
export const headOf = (gitDir: string): string => firstLine(path.join(gitDir, 'HEAD')) ?? '';

const firstLine = (file: string): string | undefined =>
  readText(file, { maxBytes: smallFile })?.split('\n', 1)[0]?.trim();

/** Where a write to an absolute path would land: links followed, also those of a file that is not there yet. */
export function realTarget(file: string, links = 40): string {
  // A chain of links without end: the name is all there is.
  if (links === 0) return file;
  let there = file;
  let stats = look(there);
  while (stats === undefined && there !== path.dirname(there)) {
    there = path.dirname(there);
    stats = look(there);
  }
  const rest = path.relative(there, file);
  const real = attempt(() => realpathSync.native(there));
  if (real !== undefined) return path.join(real, rest);
  if (stats?.isSymbolicLink() !== true) return file;
  const target = path.resolve(realTarget(path.dirname(there), links - 1), readlinkSync(there));
  return path.join(realTarget(target, links - 1), rest);
}

/** Undefined if nothing is there, or it must not be read. */
const look = (file: string): Stats | undefined => attempt(() => lstatSync(file, { throwIfNoEntry: false }));
