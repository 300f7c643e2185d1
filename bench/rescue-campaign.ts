import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../scripts/environment.mjs';
import { guard } from '../src/hooks/gates/before-bash/guard';
import type { Ruling } from '../src/hooks/pipeline/gate';
import { siteAt } from '../src/hooks/pipeline/site';
import { placeOf } from '../src/hooks/project/place';
import { snapshotsOf } from '../src/hooks/rescue/snapshot';
import { manifestOf, restore } from '../src/hooks/rescue/restore';
import { Dice, MessyRepository, situations } from './rescue-repository';

/** What agents run; each is judged, run by a real shell, and taken back. */
export const discards = [
  'git reset --hard',
  'git reset --hard HEAD~1',
  'git reset -q --hard other',
  'git reset --merge',
  'git reset',
  'git checkout .',
  'git checkout -- .',
  'git checkout -- src',
  'git checkout HEAD -- src lib',
  'git checkout -f',
  'git checkout -q -f other',
  'git switch -q --discard-changes other',
  'git restore .',
  'git restore --staged --worktree .',
  'git restore -SW src',
  'git restore --source=HEAD~1 src',
  'git restore --staged .',
  'git clean -fd',
  'git clean -fdx -e wt',
  'git clean -fdX -e wt',
  'git clean -f scratch src',
  'git add -A && git reset -q --hard',
  'git stash -q -u && git stash drop -q',
  'git stash drop -q',
  'git stash drop -q stash@{1}',
  'git stash clear',
  'git branch -q -D topic',
  'git branch -D topic left/over merged',
  'git tag -d v1',
  'git update-ref -d refs/heads/topic',
  'git merge --abort',
  'git rebase --abort',
  'git cherry-pick --abort',
  'git rm -q -rf src',
  'git read-tree -u --reset HEAD',
  'git checkout-index -f -a',
  'git worktree remove --force wt',
  'rm -rf src',
  'rm -rf src scratch notes.txt',
  'rm -f notes.txt src/b.ts .env',
  'rm -rf local-notes scratch new',
  'rm -r empty closed',
  'rm -f *.txt',
  'cd src && rm -rf deep *.ts',
  'for f in notes.txt src/b.ts; do rm -f "$f"; done',
  'find src -name "*.ts" -exec rm {} \\;',
  'mv -f notes.txt src/b.ts',
  'cp src/b.ts notes.txt',
  'cp bin/run.sh src',
  'echo x > notes.txt',
  ': > src/b.ts',
  'cat src/a.ts > .env',
  'truncate -s 0 src/b.ts notes.txt',
  'ln -sf src/a.ts notes.txt',
  'git show HEAD:src/b.ts > src/b.ts',
  'git checkout . && git clean -fdq',
  'git reset -q --hard && git clean -fdq && git stash clear',
  'git -C src checkout -- .',
  'git -c core.pager=cat checkout -q -- "*.ts"',
  'sh -c "git checkout -- ."',
] as const;

export interface Tried {
  readonly command: string;
  readonly situation: string;
  readonly seed: number;
  readonly answer: 'saved' | 'nothing lost' | 'refused';
  /** What is not as it was; empty where all is well. */
  readonly problems: readonly string[];
}

/** One generated repository, one command: judged, run and restored. */
export async function tryOut(seed: number, folder: string, env: Readonly<Record<string, string>>): Promise<Tried> {
  const dice = new Dice(seed);
  const situation = situations[seed % situations.length]!;
  const command = discards[dice.roll(discards.length)]!;
  const top = path.join(folder, `run-${seed}`);
  mkdirSync(top);
  const repository = new MessyRepository(top, env, dice, situation);
  try {
    return { command, situation, seed, ...(await outcome(repository, command, env)) };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

async function outcome(
  repository: MessyRepository,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<Tried, 'answer' | 'problems'>> {
  const site = siteAt({ env, clock: Date, requestedByName: false }, placeOf(repository.cwd));
  const folder = repository.gitFolder();
  const call = {
    event: 'PreToolUse' as const,
    tool: 'Bash',
    input: { command },
    cwd: repository.cwd,
    sessionId: 'campaign',
    dialect: 'claude' as const,
    raw: {},
    scratchpadDir: undefined,
  };
  const answered = await guard.decide(call, site);
  const rulings: readonly Ruling[] = 'kind' in answered ? [answered] : answered;
  const problems: string[] = [];
  if (spawnSync('cat', [repository.bait]).status === 0) problems.push('a program of the repository was started');
  if (repository.gitFolder() !== folder) problems.push('the judgement changed the git folder');
  repository.tame();
  const before = repository.state();
  const refusal = rulings.find(({ kind }) => kind === 'deny');
  if (refusal !== undefined) return { answer: 'refused', problems: [...problems, `refused: ${refusal.reason}`] };
  const saved = rulings.some(({ kind }) => kind === 'context');
  spawnSync('bash', ['-c', command], { cwd: repository.cwd, env, encoding: 'utf8' });
  if (!saved) return { answer: 'nothing lost', problems: [...problems, ...lostIn(before, repository)] };
  for (const snapshot of await snapshotsOf(site.git!)) {
    const git = siteAt({ env, clock: Date, requestedByName: false }, placeOf(repository.cwd)).git!;
    const content = await manifestOf(git, snapshot);
    const occasion = { at: Date.now(), session: '', command: 'gatehouse rescue restore' };
    const gitAt = (directory: string) => siteAt({ env, clock: Date, requestedByName: false }, placeOf(directory)).git;
    const first = await restore(git, content, { request: { overwrite: false }, occasion, gitAt });
    // What the command itself wrote there is in no commit: the person says so.
    const done =
      first.conflicts.length === 0
        ? first
        : await restore(git, content, { request: { overwrite: true }, occasion, gitAt });
    for (const { path: name, why } of done.conflicts) problems.push(`conflict at ${name}: ${why}`);
  }
  const after = repository.state();
  return { answer: 'saved', problems: [...problems, ...lost(before, after)] };
}

/** A command that lost nothing may only have changed what git has. */
function lostIn(before: Readonly<Record<string, string>>, repository: MessyRepository): readonly string[] {
  const after = repository.state();
  return lost(before, after).flatMap((line) => {
    const name = /^file ([^]*?)(?: is gone|: (?:file|link|folder) )/.exec(line)?.[1];
    if (/^(?:head|index|ref|config|worktrees)/.test(line)) return [];
    if (name === undefined) return [line];
    if (Object.values(after).includes(before[`file ${name}`] ?? '')) return [];
    return isInGit(repository, before[`file ${name}`] ?? '', name) ? [] : [line];
  });
}

function isInGit(repository: MessyRepository, was: string, name: string): boolean {
  if (was.startsWith('folder')) return true;
  const [, mode, hash] = was.split(' ');
  const own = Buffer.from(name, 'latin1').toString();
  // A worktree that was removed was clean: its branch has everything.
  const held = own.startsWith('wt/') ? `side:${own.slice(3)}` : `:${own}`;
  const text = spawnSync('git', ['show', held], { cwd: repository.cwd, env: repository.env }).stdout;
  if (was.startsWith('link')) return was === `link ${text.toString('latin1')}`;
  const shown = spawnSync('sha1sum', { input: text, encoding: 'utf8' }).stdout;
  return mode !== undefined && hash !== undefined && shown.startsWith(hash);
}

function differences(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    if (is === undefined) return [`${name} is gone (${was ?? ''})`];
    return was === undefined ? [`appeared: ${name} (${is})`] : [`${name}: ${was}\n   now: ${is}`];
  });
}

/** What a command adds stays. */
const lost = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): readonly string[] =>
  differences(before, after).filter((line) => !line.startsWith('appeared'));

/** Goes on until that many discards were kept and taken back; `each` hears of every one. */
export async function campaign(saved: number, first: number, each: (tried: Tried) => void): Promise<void> {
  const fresh = freshEnvironment('rescue');
  const env = { ...fresh.env, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
  try {
    for (let seed = first, count = 0; count < saved; seed++) {
      const tried = await tryOut(seed, fresh.folder, env);
      if (tried.answer === 'saved') count++;
      each(tried);
    }
  } finally {
    rmSync(fresh.folder, { recursive: true, force: true });
  }
}
