import { findTrace } from '../../../pipeline/decision-log';
import { wasAllowedOnce, decideCall } from '../../../pipeline/decide-call';
import type { Site } from '../../../pipeline/site';
import type { FinishedCall } from '../../../protocol/call';
import { projectHome } from '../../../project/home';
import { shellCommand } from '../../../protocol/tools';
import { gitCommand } from '../../../shell/effects';
import type { Invocation } from '../../../shell/invocation';
import { readingAt } from '../../../shell/shared-reading';
import { changedDuring, type Look, refFiles, startOf, type Tampering } from '../tamper-check';
import type { Refs } from './settle';
import { headOf, worktreeFolders, worktreeOf } from '../../../project/place';

/** A branch, or a worktree without one, that is on a commit which was not there before the call. */
interface Moved {
  readonly ref: string;
  /** Absent if the branch is new. */
  readonly from: string | undefined;
  readonly to: string;
  /** The other worktree that has it checked out. */
  readonly worktree: string | undefined;
}

/** More branches than this move at once where a repository is rewritten or fetched, and no commit is made. */
const mostRefs = 50;

/**
 * Commits that a call made although its command did not show it, and that the guard would have blocked. The profile
 * harness takes them back; the files and the index stay as they are.
 */
export async function hiddenCommits(
  look: Look,
  before: Refs,
  now: Refs,
  refs: readonly string[],
  site: Site,
): Promise<readonly Tampering[]> {
  const { call } = look;
  const { git } = site;
  if (git === undefined || wasAllowed(call, site) || showsCommit(call, site)) return [];
  if (!refFiles(git.repository).some((file) => changedDuring(call, file))) return [];
  const findings: Tampering[] = [];
  const own = await hiddenHere(look, before, now, site);
  if (own !== undefined) findings.push(own);
  const here = [now.branch, before.branch].flatMap((name) => (name === undefined ? [] : [`refs/heads/${name}`]));
  const others = refs.filter((ref) => !here.includes(ref) && ref !== git.repository.gitDir).slice(0, mostRefs);
  for (const ref of others) {
    const moved = { ref, from: before.tips[ref], to: now.tips[ref] ?? '', worktree: worktreeWith(ref, site) };
    const found = await hiddenElsewhere(look, moved, before, site);
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

/** What is checked out here. */
async function hiddenHere(
  { call, by, repairs }: Look,
  before: Refs,
  now: Refs,
  site: Site,
): Promise<Tampering | undefined> {
  if (now.commit === undefined || before.commit === undefined || now.commit === before.commit) return undefined;
  if (!(await isNew(now.commit, before, site))) return undefined;
  const refusal = await refusalOfCommit(call, call.cwd, site);
  if (refusal === undefined) return undefined;
  const told = `A commit was made behind Gatehouse's back by ${by}, and would have been blocked: ${refusal}`;
  // A person may commit in another window meanwhile, so only the strictest profile attributes the commit to the agent.
  const sameBranch = before.branch === now.branch || now.branch === undefined;
  const back = repairs && site.config.profile === 'harness' && sameBranch;
  if (back && (await takeBack(before.commit, now.commit, before.branch, site))) {
    const text = `${told} The commit was undone; your files are unchanged. If the commit was yours: git reset --soft ${now.commit.slice(0, 10)}`;
    return { file: 'HEAD', text };
  }
  return { file: 'HEAD', text: `${told} To undo it: git reset --soft ${before.commit.slice(0, 10)}` };
}

/** A branch that is not checked out here, or another worktree. */
async function hiddenElsewhere(
  { call, by, repairs }: Look,
  moved: Moved,
  before: Refs,
  site: Site,
): Promise<Tampering | undefined> {
  const { ref, to, worktree } = moved;
  if (!(await isNew(to, before, site)) || hasOwnSession(worktree, call, site)) return undefined;
  const refusal = await refusalOfCommit(call, worktree ?? call.cwd, site);
  if (refusal === undefined) return undefined;
  const where = ref.startsWith('refs/heads/') ? `on the branch ${ref.slice('refs/heads/'.length)}` : `in ${worktree}`;
  const told = `A commit was made ${where} behind Gatehouse's back by ${by}, and would have been blocked: ${refusal}`;
  const back = repairs && site.config.profile === 'harness' && (await setBack(moved, site));
  const text = back
    ? `${told} It was undone. If the commit was yours: git branch kept ${to.slice(0, 10)}`
    : `${told} It is commit ${to.slice(0, 10)}.`;
  return { file: ref, text };
}

/** Was this commit on no branch and no remote before the call? */
async function isNew(commit: string, before: Refs, { git }: Site): Promise<boolean> {
  const known = [...new Set([...Object.values(before.tips), ...(before.commit === undefined ? [] : [before.commit])])];
  const made = await git?.ask(['rev-list', '--count', commit, '--not', ...known, '--remotes']).catch(() => '0');
  return Number(made ?? 0) > 0;
}

/** The guard has judged a commit that it saw. */
function showsCommit(call: FinishedCall, site: Site): boolean {
  const command = shellCommand(call);
  return command !== undefined && readingAt(command, site).invocations.some((one) => bringsCommits(one));
}

function bringsCommits(one: Invocation): boolean {
  const { name = '' } = gitCommand(one) ?? {};
  if (/^(?:commit|merge|pull|fetch|cherry-pick|revert|am|rebase|subtree)$/.test(name)) return true;
  return one.program === 'gh' && one.args.slice(0, 2).every(({ value }, at) => value === ['pr', 'checkout'][at]);
}

function wasAllowed({ toolUseId }: FinishedCall, { home }: Site): boolean {
  if (toolUseId === undefined) return false;
  const judged = findTrace(home, '"event":"PreToolUse"', `"toolUseId":${JSON.stringify(toolUseId)}`);
  return judged !== undefined && wasAllowedOnce(judged);
}

/** The guard's answer to a plain commit there now. */
async function refusalOfCommit(call: FinishedCall, cwd: string, { env, clock }: Site): Promise<string | undefined> {
  const input = { command: 'git commit -m "…"' };
  const { done } = await decideCall(
    { ...call, cwd, event: 'PreToolUse', tool: 'Bash', input },
    { env, clock, only: undefined, dry: true },
  );
  // What follows is for the agent.
  return done.answer.decision === 'deny' ? done.answer.reason?.split('\n', 1)[0] : undefined;
}

/** The top folder of the other worktree that is there. */
function worktreeWith(ref: string, { git, root }: Site): string | undefined {
  if (git === undefined) return undefined;
  const { commonDir } = git.repository;
  const isThere = (folder: string) => folder === ref || headOf(folder) === `ref: ${ref}`;
  const linked = worktreeFolders(commonDir).find(isThere);
  if (linked !== undefined) return worktreeOf(linked);
  const main = git.mainWorktree();
  return main !== root && isThere(commonDir) ? main : undefined;
}

/** Another session worked in that worktree during the call; its commits were checked there. */
function hasOwnSession(worktree: string | undefined, call: FinishedCall, { env }: Site): boolean {
  if (worktree === undefined) return false;
  const last = findTrace(projectHome(env, worktree), '"event":"PreToolUse"');
  return last !== undefined && last.session !== call.sessionId && last.at >= startOf(call);
}

const because = ['update-ref', '-m', 'gatehouse: undo a commit without the required evidence'];

/** If the branch still points to the commit, it is reset as well. */
async function takeBack(before: string, now: string, left: string | undefined, { git }: Site): Promise<boolean> {
  if (git === undefined) return false;
  const set = (ref: readonly string[]) => succeeds(git.ask([...because, ...ref, before, now]));
  if (git.branch() !== undefined) return set(['HEAD']);
  const branch = left === undefined || (await set([`refs/heads/${left}`]));
  return (await set(['--no-deref', 'HEAD'])) && branch;
}

/** A branch goes back to where it stood; a new one goes, unless a worktree has it checked out. */
async function setBack({ ref, from, to, worktree }: Moved, { git }: Site): Promise<boolean> {
  if (git === undefined) return false;
  if (ref.startsWith('refs/')) {
    if (from !== undefined) return succeeds(git.ask([...because, ref, from, to]));
    return worktree === undefined && succeeds(git.ask(['update-ref', '-d', ref, to]));
  }
  if (from === undefined || worktree === undefined) return false;
  return succeeds(git.ask([...because, '--no-deref', 'HEAD', from, to], { cwd: worktree }));
}

function succeeds(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  );
}
