import type { Git } from '../project/git';
import type { Ref, Stash } from './content';

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
