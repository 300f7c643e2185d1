import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../project/git';
import type { Ref, Stash, Content } from './content';

const stashFormat = '--format=%H%x01%gd%x01%gn%x01%ge%x01%gs';

/** The stashes of a repository, newest first. */
export async function stashesOf(git: Git): Promise<readonly Stash[]> {
  const output = await git.ask(['stash', 'list', '-z', '--date=raw', stashFormat]);
  return output.split('\0').flatMap((line) => {
    const [id = '', point = '', name = '', email = '', message = ''] = line.split('\u0001');
    const date = /\{(.+)\}$/.exec(point)?.[1] ?? '';
    return id === '' ? [] : [{ id, name, email, date, message }];
  });
}

const refFormat = '--format=%(refname)%00%(objectname)%00%(objecttype)%00%(*objectname)';

/**
 * The refs of these names, full or short. Something is lost with an annotated tag, and with commits that nothing else
 * leads to.
 */
export async function refsNamed(git: Git, names: readonly string[]) {
  const full = names.flatMap((name) =>
    name.startsWith('refs/') ? [name] : [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/tags/${name}`],
  );
  const found = (await git.ask(['for-each-ref', refFormat, ...full]))
    .split('\n')
    .map((line) => line.split('\0'))
    .filter(([name = '']) => full.includes(name));
  const gone = found.map(([name = '']) => name);
  const all: Ref[] = [];
  let isLost = false;
  for (const [name = '', id = '', type = '', behind = ''] of found) {
    const tag = type === 'tag' ? await git.ask(['cat-file', 'tag', id], { encoding: 'latin1' }) : undefined;
    const commit = type === 'tag' ? behind : id;
    isLost ||= tag !== undefined || !(await isKept(git, commit, gone));
    all.push({ name, id, commit, ...(tag === undefined ? {} : { tag }), ...(await settingsOf(git, name)) });
  }
  return { all, isLost };
}

/** Does another ref lead to this commit, once those are gone? */
async function isKept(git: Git, commit: string, gone: readonly string[]): Promise<boolean> {
  const others = [...gone.map((name) => `--exclude=${name}`), '--exclude=refs/gatehouse/*', '--all'];
  const output = await git.ask(['rev-list', '--max-count=1', commit, '--not', ...others, '--']);
  return output === '';
}

async function settingsOf(git: Git, ref: string): Promise<Pick<Ref, 'settings'>> {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch === undefined) return {};
  const all = await git.ask(['config', '--local', '--null', '--get-regexp', '^branch\\.']).catch(() => '');
  const settings = all.split('\0').flatMap((entry) => {
    const [key = '', ...value] = entry.split('\n');
    return key.startsWith(`branch.${branch}.`) ? [[key, value.join('\n')] as const] : [];
  });
  return settings.length === 0 ? {} : { settings };
}

/** Stashes that are missing. In the old order where no new one came in between, else on top. */
export async function restoreStashes(git: Git, wanted: readonly Stash[]): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const now = await stashesOf(git);
  const missing = wanted.filter(({ id }) => !now.some((one) => one.id === id));
  if (missing.length === 0) return [];
  const isOld = now.every(({ id }) => wanted.some((one) => one.id === id));
  if (isOld) {
    // Every stash that goes here comes back in its place: they all stay reachable from the snapshot.
    if (now.length > 0) await git.ask(['stash', 'clear']);
    for (const stash of [...wanted].reverse()) await store(git, stash);
  } else for (const stash of [...missing].reverse()) await store(git, stash);
  return missing.map(({ message }) => `stash: ${message}`);
}

async function store(git: Git, { id, message, name, email, date }: Stash): Promise<void> {
  const env = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date };
  await git.ask(['stash', 'store', '-m', message, id], { env });
}

/** Refs that are missing; one that leads elsewhere by now stays. */
export async function restoreRefs(git: Git, refs: readonly Ref[]) {
  const restored: string[] = [];
  const conflicts: { path: string; why: string }[] = [];
  for (const { name, id, tag, settings } of refs) {
    const now = (await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', name])).trim();
    if (now === `${name} ${id}`) continue;
    if (now !== '') {
      conflicts.push({ path: name, why: 'a ref of that name now points elsewhere' });
      continue;
    }
    if (tag !== undefined) {
      await git.ask(['hash-object', '-t', 'tag', '-w', '--stdin'], { input: [Buffer.from(tag, 'latin1')] });
    }
    await git.ask(['update-ref', '--create-reflog', '-m', 'gatehouse rescue', name, id, '']);
    for (const [key, value] of settings ?? []) await git.ask(['config', '--local', '--add', key, value]);
    restored.push(name);
  }
  return { restored, conflicts };
}

/** That a merge or a pick was going on: where HEAD is the same and nothing else has begun. */
export function restoreState(git: Git, { head, state }: Content): void {
  if (head.commit !== git.commit()) return;
  for (const { name, text } of state) {
    const file = path.join(git.repository.gitDir, name);
    if (existsSync(file)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, 'latin1');
  }
}
