import path from 'node:path';
import type { Deny } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { readFile } from '../../../project/read-file';
import { tokensIn } from '../../../secrets/tokens';
import type { CommandReading } from '../../../shell/invocation';
import { allowComment, refusal } from './written';

/** A larger change is looked at from its beginning. */
const longest = 4_000_000;
const mostFiles = 200;

/** Refuses a commit whose new lines hold a token. */
export async function committedTokens(reading: CommandReading, site: Site): Promise<Deny | undefined> {
  const words = reading.invocations.filter(({ program, elsewhere }) => program === 'git' && !elsewhere);
  const commits = words.filter(({ args }) => args.some(({ value }) => value === 'commit'));
  const [first] = commits;
  if (first === undefined) return undefined;
  const place = first.cwd === undefined || first.cwd === site.cwd ? site : site.at(first.cwd);
  if (place.git === undefined) return undefined;
  // What the same line stages, and what `commit -a` or `commit file` takes, is not in the index yet.
  const stages = words.some(({ args }) => args.some(({ value }) => value === 'add' || value === 'stage'));
  const more = commits.some(({ args }) => args.some(({ text }) => /^-[a-zA-Z]*a|^--all$|^--include$|^--only$|^--$/.test(text))); // prettier-ignore
  return (
    (await inDiff(stages || more ? ['HEAD'] : ['--cached'], place)) ?? (stages ? await inUntracked(place) : undefined)
  );
}

async function inDiff(against: readonly string[], { git }: Site): Promise<Deny | undefined> {
  const text = await asked(git, ['diff', ...against, '-U0', '--no-color', '--no-ext-diff', '--no-textconv']);
  let file = '';
  let line = 0;
  const added: { readonly text: string; readonly file: string; readonly line: number }[] = [];
  for (const row of text.slice(0, longest).split('\n')) {
    if (row.startsWith('+++ ')) file = row.slice(4).replace(/^b\//, '');
    else if (row.startsWith('@@')) line = Number(/\+(\d+)/.exec(row)?.[1] ?? 1);
    else if (row.startsWith('+')) added.push({ text: row.slice(1), file, line: line++ });
  }
  for (const name of new Set(added.map((one) => one.file))) {
    const rows = added.filter((one) => one.file === name);
    for (const token of tokensIn(rows.map((one) => one.text).join('\n'))) {
      const row = rows[token.line - 1];
      if (row !== undefined && !allowComment.test(row.text))
        return refusal(token, `${name}, line ${row.line}`, 'committed');
    }
  }
  return undefined;
}

async function inUntracked({ git, root }: Site): Promise<Deny | undefined> {
  const names = (await asked(git, ['ls-files', '-o', '-z', '--exclude-standard'])).split('\0').filter((name) => name !== ''); // prettier-ignore
  for (const name of names.slice(0, mostFiles)) {
    const read = readFile(path.join(root, name), { maxBytes: 512_000 });
    if (read.kind !== 'bytes') continue;
    const text = read.bytes.toString('utf8');
    const lines = text.split('\n');
    const token = tokensIn(text).find(({ line }) => !allowComment.test(lines[line - 1] ?? ''));
    if (token !== undefined) return refusal(token, `${name}, line ${token.line}`, 'committed');
  }
  return undefined;
}

/** A repository without a commit has no HEAD to compare with; there the index is all there is. */
async function asked(git: Site['git'], args: readonly string[]): Promise<string> {
  try {
    return (await git?.ask(args)) ?? '';
  } catch {
    if (!args.includes('HEAD')) return '';
    return asked(git, args.map((word) => (word === 'HEAD' ? '--cached' : word))); // prettier-ignore
  }
}
