import path from 'node:path';
import { pass, deny, type Ruling, type Deny } from '../../../pipeline/gate';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { readFile } from '../../../project/read-file';
import type { PreToolUse } from '../../../protocol/call';
import { exposuresOf, type Exposure } from '../../../secrets/exposure';
import { tokensIn } from '../../../secrets/tokens';
import type { CommandReading } from '../../../shell/invocation';
import { readWithFullEnv } from '../../../shell/shared-reading';
import { writtenFiles } from '../../../shell/written-files';
import { askPerson, writtenTokens, allowComment, refusal } from '../secrets';

/** What a command lets out: to another machine, to the model, into a file or a commit. */
export async function judgeCommand(call: PreToolUse, command: string, site: Site): Promise<Ruling> {
  const reading = readWithFullEnv(command, site);
  const [worst] = exposuresOf(reading, personHome(site.env));
  if (worst?.how === 'sent') return sent(worst);
  const written = writtenFiles(reading).flatMap(({ path, content }) =>
    path === undefined || content === undefined ? [] : [{ path, texts: [content] }],
  );
  const refused = (await writtenTokens(written, site)) ?? (await committedTokens(reading, site));
  if (refused !== undefined) return refused;
  return worst === undefined
    ? pass('nothing confidential is exposed')
    : askPerson(call, rules[worst.how], why(worst), instead);
}

const rules: Readonly<Record<Exposure['how'], string>> = {
  sent: 'secret-sent',
  named: 'secret-in-address',
  packed: 'folder-sent',
  shown: 'secret-shown',
  copied: 'secret-copied',
  committed: 'secret-committed',
};

const instead =
  'Instead: check that it is there without printing it (`test -n "$NAME"`, `grep -c`, `.env.example`), or ask the person for the part you need.';

function why({ how, what, part }: Exposure): string {
  switch (how) {
    case 'sent':
      return `\`${part}\` would send ${what} to another machine.`;
    case 'named':
      return `\`${part}\` would put ${what} into what goes to another machine.`;
    case 'packed':
      return `\`${part}\` would send ${what} to another machine, with whatever lies in it.`;
    case 'shown':
      return `\`${part}\` would show ${what} to the model.`;
    case 'copied':
      return `\`${part}\` would copy ${what} to another file.`;
    case 'committed':
      return `\`${part}\` would put ${what} under version control.`;
  }
}

const sent = (found: Exposure): Ruling =>
  deny(rules.sent, why(found), {
    part: found.part,
    instead:
      'Instead: send nothing that holds keys or tokens; the person can move a secret with the service’s own secret store, or allow this once.',
  });

/** A larger change is looked at from its beginning. */
const longest = 4_000_000;
const mostFiles = 200;

/** Refuses a commit whose new lines hold a token. */
async function committedTokens(reading: CommandReading, site: Site): Promise<Deny | undefined> {
  const words = reading.invocations.filter(({ program, elsewhere }) => program === 'git' && !elsewhere);
  const commits = words.filter(({ args }) => args.some(({ value }) => value === 'commit'));
  const [first] = commits;
  if (first === undefined) return undefined;
  const place = first.cwd === undefined || first.cwd === site.cwd ? site : site.at(first.cwd);
  if (place.git === undefined) return undefined;
  // What the same line stages, and what `commit -a` or `commit file` takes, is not in the index yet.
  const stages = words.some(({ args }) => args.some(({ value }) => value === 'add' || value === 'stage'));
  const more = commits.some(({ args }) =>
    args.some(({ text }) => /^-[a-zA-Z]*a|^--all$|^--include$|^--only$|^--$/.test(text)),
  );
  return (
    (await inDiff(stages || more ? ['HEAD'] : ['--cached'], place)) ?? (stages ? await inUntracked(place) : undefined)
  );
}

async function inDiff(against: readonly string[], { git }: Site): Promise<Deny | undefined> {
  const text = await asked(git, ['diff', ...against, '-U0', '--no-color']);
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
      if (row !== undefined && !allowComment.test(row.text)) {
        return refusal(token, `${name}, line ${row.line}`, 'committed');
      }
    }
  }
  return undefined;
}

async function inUntracked({ git, root }: Site): Promise<Deny | undefined> {
  const names = (await asked(git, ['ls-files', '-o', '-z', '--exclude-standard']))
    .split('\0')
    .filter((name) => name !== '');
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
    return asked(
      git,
      args.map((word) => (word === 'HEAD' ? '--cached' : word)),
    );
  }
}
