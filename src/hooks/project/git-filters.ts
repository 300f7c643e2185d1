import { statSync } from 'node:fs';
import path from 'node:path';
import type { Exec } from './exec';
import { runGit } from './git-call';
import { placeOf, type Repository } from './place';
import { readBytes, readFile } from './read-file';

type Env = Readonly<Record<string, string>>;

/** A worktree and the repository that it belongs to. */
interface Worktree {
  readonly root: string;
  readonly repository: Repository;
}

/** More repositories inside one another than this are not gone into: git is not asked at all then. */
const deepest = 5;
const askMs = 3_000;

/**
 * The environment in which git runs no filter that a repository's own configuration defines, its submodules' included.
 * Filters of the person's own configuration stay: they decide what a file's content is. Rejects where that cannot be
 * made sure.
 */
export async function filtersOff(worktree: Worktree, exec: Exec): Promise<Env> {
  const settings = (await filtersOf(worktree, exec, deepest)).flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  if (settings.length === 0) return {};
  const entries = settings.flatMap(([key = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...(Object.fromEntries(entries) as Env), GIT_CONFIG_COUNT: String(settings.length) };
}

/** Changes when the files change that decide which filters there are; undefined where further files take part. */
export function filterStamp({ repository: { commonDir, gitDir } }: Worktree): string | undefined {
  if (mentions(path.join(commonDir, 'config'), /include/i)) return undefined;
  return [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree'), path.join(gitDir, 'index')]
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats === undefined ? '' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
    })
    .join(' ');
}

async function filtersOf(worktree: Worktree, exec: Exec, depth: number): Promise<readonly string[]> {
  const own = await named(worktree, exec);
  const inner = await submodules(worktree, exec);
  if (inner.length === 0) return own;
  if (depth === 0) throw new Error('repositories inside one another without an end');
  return [...own, ...(await Promise.all(inner.map((one) => filtersOf(one, exec, depth - 1)))).flat()];
}

/** Most configurations name none, and then git need not be asked. */
async function named({ root, repository: { commonDir, gitDir } }: Worktree, exec: Exec): Promise<readonly string[]> {
  const scopes = [
    ['--local', path.join(commonDir, 'config')],
    ['--worktree', path.join(gitDir, 'config.worktree')],
  ].filter(([, file = '']) => mentions(file, /filter|include/i));
  const lists = scopes.map(async ([scope = '']) => {
    const question = ['config', '--get-regexp', scope, '--includes', '--name-only', '-z', '^filter\\.'];
    const { code, stdout } = await runGit(exec, question, { cwd: root, timeoutMs: askMs });
    if (code !== 0 && code !== 1) throw new Error('git config: the filters cannot be listed');
    return stdout.split('\0').flatMap((key) => /^filter\.([^]*)\.[^.]*$/.exec(key)?.[1] ?? []);
  });
  return [...new Set((await Promise.all(lists)).flat())];
}

/** A file that is there and cannot be read may say anything. */
function mentions(file: string, words: RegExp): boolean {
  const reading = readFile(file);
  if (reading.kind !== 'bytes') return reading.kind === 'unreadable';
  return words.test(reading.bytes.toString('latin1'));
}

/** The mode of a submodule, as the index keeps it. */
const linkMode = Buffer.from([0x00, 0x00, 0xe0, 0x00]);
const largestIndex = { maxBytes: 512 * 1024 * 1024 };

/** `git status` looks into checked-out submodules by a git of its own, with their configuration. */
async function submodules({ root, repository }: Worktree, exec: Exec): Promise<readonly Worktree[]> {
  const split = readBytes(path.join(repository.gitDir, 'index'), largestIndex);
  if (split === undefined || !(split.includes(linkMode) || split.includes('link'))) return [];
  const { code, stdout } = await runGit(exec, ['ls-files', '-s', '-z'], { cwd: root, timeoutMs: askMs });
  if (code !== 0) throw new Error('git ls-files: the submodules cannot be listed');
  return stdout.split('\0').flatMap((entry) => {
    if (!entry.startsWith('160000 ')) return [];
    const top = path.join(root, entry.slice(entry.indexOf('\t') + 1));
    const place = placeOf(top);
    return place.repository !== undefined &&
      place.root === place.cwd &&
      place.repository.commonDir !== repository.commonDir
      ? [{ root: place.root, repository: place.repository }]
      : [];
  });
}
