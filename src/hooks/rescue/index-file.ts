import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../project/place';
import type { Git } from '../project/git';
import { type BytePath, type Content, type Head, type IndexEntry, shownPath } from './content';
import { WorktreeFiles } from './worktree-files';
import { messageOf } from '../project/text';

/** What the index holds at these paths, in their order. */
export async function indexAt(git: Git, paths: readonly BytePath[]): Promise<readonly IndexEntry[]> {
  const wanted = new Map<BytePath, IndexEntry['stages'][number][]>(paths.map((file) => [file, []]));
  const output = await git.ask(['ls-files', '-s', '-z'], { encoding: 'latin1', timeoutMs: 30_000 });
  for (const record of output.split('\0')) {
    const [, mode = '', id = '', stage = '', file = ''] = /^(\d+) ([0-9a-f]+) (\d)\t([^]+)$/.exec(record) ?? [];
    wanted.get(file)?.push({ mode, id, stage: Number(stage) });
  }
  return paths.map((file) => ({ path: file, stages: wanted.get(file) ?? [] }));
}

/**
 * Puts entries into the index as git itself does: under the index's lock, a changed copy replaces it. A git command that
 * runs at the same moment is not disturbed.
 */
export async function writeIndex(git: Git, entries: readonly IndexEntry[]): Promise<void> {
  const index = path.join(git.repository.gitDir, 'index');
  const lock = `${index}.lock`;
  const copy = `${index}.gatehouse-${randomBytes(4).toString('hex')}`;
  const handle = locked(lock);
  try {
    if (existsSync(index)) copyFileSync(index, copy);
    const env = { GIT_INDEX_FILE: copy };
    const input = [Buffer.from(entries.map(lines).join(''), 'latin1')];
    await git.ask(['update-index', '-z', '--index-info'], { input, env, timeoutMs: 30_000 });
    const intended = entries.flatMap(({ path: file, intent }) => (intent === true ? [`${file}\0`] : []));
    if (intended.length > 0) {
      const add = ['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'];
      const names = [Buffer.from(intended.join(''), 'latin1')];
      await git.ask(add, { input: names, env: { ...env, GIT_LITERAL_PATHSPECS: '1' }, cwd: git.root });
    }
    writeSync(handle, readFileSync(copy));
    renameSync(lock, index);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(handle);
    rmSync(copy, { force: true });
  }
}

function locked(lock: string): number {
  try {
    return openSync(lock, 'wx');
  } catch {
    throw new Error(`another git is at work here (${lock} exists); try again when it has finished`);
  }
}

/** The path is taken out first: stages of a conflict and a whole entry exclude each other. */
function lines({ path: file, stages }: IndexEntry): string {
  const out = `0 ${'0'.repeat(stages[0]?.id.length ?? 40)}\t${file}\0`;
  return out + stages.map(({ mode, id, stage }) => `${mode} ${id} ${stage}\t${file}\0`).join('');
}

/** git's own filters write the files that a checkout changes; the rest of what a snapshot restores is bytes. */
export const withFilters = { GIT_CONFIG_COUNT: '0' };
const checkoutMs = 60_000;

/**
 * Checks out the commit that was checked out then, unless that would overwrite files or leave a commit that no other ref
 * leads to. Returns what could not be done.
 */
export async function returnTo(git: Git, { ref, commit }: Head): Promise<readonly string[]> {
  if (commit === undefined) return [];
  const branch = ref?.replace('refs/heads/', '');
  const now = git.branch();
  try {
    if (now !== branch) {
      const exists = branch !== undefined && (await refExists(git, `refs/heads/${branch}`));
      const target = branch !== undefined && exists ? [branch] : ['--detach', commit];
      await git.ask(['checkout', '--quiet', ...target, '--'], { env: withFilters, timeoutMs: checkoutMs });
    }
    const tip = git.commit();
    if (tip === undefined || tip === commit) return [];
    if (!(await isKept(git, tip, git.branch())))
      return [`There are new commits on ${branch ?? 'HEAD'}: it stays at ${tip.slice(0, 9)}.`];
    await git.ask(['reset', '--keep', '--quiet', commit, '--'], { env: withFilters, timeoutMs: checkoutMs });
    return [`${branch ?? 'HEAD'} is back at ${commit.slice(0, 9)}.`];
  } catch (error) {
    return [`HEAD stays where it is; it was at ${commit.slice(0, 9)} (${messageOf(error)})`];
  }
}

export const refExists = async (git: Git, name: string): Promise<boolean> =>
  (await git.ask(['for-each-ref', '--format=%(refname)', name])).split('\n').includes(name);

async function isKept(git: Git, commit: string, branch: string | undefined): Promise<boolean> {
  const names = await git.ask(['for-each-ref', '--format=%(refname)', `--contains=${commit}`]);
  return names.split('\n').some((name) => name !== '' && name !== `refs/heads/${branch ?? ''}`);
}

/** Files that git knew and that went, or were overwritten, with the rest: their content is git's own. */
export async function restoreGone(git: Git, { gone, head, files, index }: Content): Promise<readonly string[]> {
  if (gone.length === 0) return [];
  const known = new Set(index.map(({ path }) => path));
  if (head.commit !== undefined) {
    const args = 'diff --cached --raw -z --no-renames --no-abbrev --diff-filter=D'.split(' ');
    const records = (await git.ask([...args, head.commit, '--', ...gone], { encoding: 'latin1' })).split('\0');
    const missing = records.flatMap((record, at) => {
      const [, mode = '', id = ''] = /^:(\d+) \d+ ([0-9a-f]+) /.exec(record) ?? [];
      const path = records[at + 1];
      return id === '' || path === undefined || known.has(path) ? [] : [{ path, stages: [{ mode, id, stage: 0 }] }];
    });
    if (missing.length > 0) await writeIndex(git, missing);
  }
  const recorded = new Set(files.map(({ path }) => path));
  const changed = (await git.ask(['ls-files', '--modified', '-z', '--', ...gone], { encoding: 'latin1' }))
    .split('\0')
    .filter((path) => path !== '' && !recorded.has(path));
  const tree = new WorktreeFiles(git.root, hashOf(git.repository));
  const held = await heldIds(git, tree, changed);
  const own = changed.filter((path) => {
    const now = tree.read(path);
    return now?.kind === 'absent' || (now !== undefined && held.has(now.id));
  });
  if (own.length === 0) return [];
  const input = [Buffer.from(own.map((path) => `${path}\0`).join(''), 'latin1')];
  const args = ['checkout-index', '--quiet', '--force', '-z', '--stdin'];
  await git.ask(args, { input, env: withFilters, timeoutMs: 60_000 });
  return own.map(shownPath);
}

/** Content of these files as they are now that git has as well, in a commit or in a snapshot. */
export async function heldIds(git: Git, tree: WorktreeFiles, paths: readonly BytePath[]): Promise<ReadonlySet<string>> {
  const ids = new Set(paths.map((path) => tree.read(path)?.id ?? ''));
  ids.delete('');
  if (ids.size === 0) return ids;
  const input = [...ids].map((id) => `${id}\n`).join('');
  const output = await git.ask(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { input });
  return new Set(output.split('\n').flatMap((line) => (line.endsWith(' blob') ? [line.slice(0, -5)] : [])));
}
