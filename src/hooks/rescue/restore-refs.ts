import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../project/git';
import type { Content, Ref, Stash } from './content';
import { stashesOf } from './refs';

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
    if (tag !== undefined) await git.ask(['hash-object', '-t', 'tag', '-w', '--stdin'], { input: [Buffer.from(tag, 'latin1')] }); // prettier-ignore
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
