import type { Git } from '../project/git';
import { shownPath, type BytePath } from './byte-path';
import type { Content } from './content';
import { algorithmOf } from './gather';
import { withFilters, writeIndex } from './index-file';
import { WorktreeFiles } from './worktree-files';

/** Files that git knew and that went, or were overwritten, with the rest: their content is git's own. */
export async function restoreGone(git: Git, { gone, head, files, index }: Content): Promise<readonly string[]> {
  if (gone.length === 0) return [];
  const known = new Set(index.map(({ path }) => path));
  if (head.commit !== undefined) {
    const args = [
      'diff',
      '--cached',
      '--raw',
      '-z',
      '--no-renames',
      '--no-abbrev',
      '--diff-filter=D',
      head.commit,
      '--',
      ...gone,
    ];
    const records = (await git.ask(args, { encoding: 'latin1' })).split('\0');
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
  const tree = new WorktreeFiles(git.root, algorithmOf(git));
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
