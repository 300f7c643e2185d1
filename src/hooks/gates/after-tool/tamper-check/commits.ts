import { findTrace } from '../../../pipeline/decision-log';
import { wasAllowedOnce } from '../../../pipeline/dispatch';
import { judge } from '../../../pipeline/judge';
import type { Site } from '../../../pipeline/site';
import { shellCommand } from '../../../protocol/tools';
import { gitCommand } from '../../../shell/git';
import { readingAt } from '../../../shell/shared-reading';
import { changedDuring, type Finding, type Finished, type Look } from './finding';
import type { Head } from './head';
import { headFiles } from './watched-files';

/**
 * A commit that a call made without its command showing it, and that the guard refuses where it is shown. The harness
 * takes it back; the files and the index stay as they are.
 */
export async function hiddenCommits(
  { call, by, repairs }: Look,
  before: Head,
  site: Site,
): Promise<readonly Finding[]> {
  const { git } = site;
  const now = git?.commit();
  if (git === undefined || now === undefined || before.commit === undefined) return [];
  if (!headFiles(git.repository).some((file) => changedDuring(call, file)) || showsCommit(call, site)) return [];
  const branch = git.branch();
  const left = [branch, before.branch].filter((name) => name !== undefined);
  const others = ['--remotes', ...left.map((name) => `--exclude=${name}`), '--branches'];
  const made = await git.ask(['rev-list', '--count', now, '--not', before.commit, ...others]).catch(() => '0');
  if (Number(made) === 0 || wasAllowed(call, site)) return [];
  const refusal = await refusalOfCommit(call, site);
  if (refusal === undefined) return [];
  const told = `A commit was made behind Gatehouse's back by ${by}, and would have been refused: ${refusal}`;
  // Someone may commit in another window while the call runs: only the strictest profile takes it for the agent's.
  const sameBranch = before.branch === branch || branch === undefined;
  const back = repairs && site.config.profile === 'harness' && sameBranch;
  if (back && (await takeBack(before.commit, now, before.branch, site))) {
    const text = `${told} It was taken back; the files are as they were. If it was yours: git reset --soft ${now.slice(0, 10)}`;
    return [{ file: 'HEAD', text }];
  }
  return [{ file: 'HEAD', text: `${told} To take it back: git reset --soft ${before.commit.slice(0, 10)}` }];
}

/** The guard has judged a commit that it saw. */
function showsCommit(call: Finished, site: Site): boolean {
  const command = shellCommand(call);
  if (command === undefined) return false;
  return readingAt(command, site).invocations.some((one) => {
    const { name = '' } = gitCommand(one) ?? {};
    return /^(?:commit|merge|pull|cherry-pick|revert|am|rebase|subtree)$/.test(name);
  });
}

function wasAllowed({ toolUseId }: Finished, { home }: Site): boolean {
  if (toolUseId === undefined) return false;
  const judged = findTrace(home, '"event":"PreToolUse"', `"toolUseId":${JSON.stringify(toolUseId)}`);
  return judged !== undefined && wasAllowedOnce(judged);
}

/** What the guard says to a plain commit now. */
async function refusalOfCommit(call: Finished, { env, clock }: Site): Promise<string | undefined> {
  const input = { command: 'git commit -m "…"' };
  const { done } = await judge(
    { ...call, event: 'PreToolUse', tool: 'Bash', input },
    { env, clock, only: undefined, dry: true },
  );
  // What follows is for the agent.
  return done.answer.decision === 'deny' ? done.answer.reason?.split('\n', 1)[0] : undefined;
}

/** Where the call left the branch behind the commit, the branch goes back as well. */
async function takeBack(before: string, now: string, left: string | undefined, { git }: Site): Promise<boolean> {
  if (git === undefined) return false;
  const words = ['update-ref', '-m', 'gatehouse: take back a commit that no evidence stands for'];
  const set = (ref: readonly string[]) =>
    git.ask([...words, ...ref, before, now]).then(
      () => true,
      () => false,
    );
  if (git.branch() !== undefined) return set(['HEAD']);
  const branch = left === undefined || (await set([`refs/heads/${left}`]));
  return (await set(['--no-deref', 'HEAD'])) && branch;
}
