import type { Git } from '../project/git';
import { gather, type Gathered, type GitAt } from './gather';
import { listFormat, namespace, outdated, readList, type Snapshot } from './manifest';
import { summaryOf, writeSnapshot, type Occasion } from './snapshot';
import type { Threat } from './threat';

/** What a command would take from one repository. */
export interface Loss {
  readonly git: Git;
  readonly gathered: Gathered;
}

/** What would be lost now; empty where nothing would be. */
export async function lossesOf(threats: readonly Threat[], gitAt: GitAt): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  for (const threat of threats) {
    const git = gitAt(threat.root);
    if (git === undefined) throw new Error(`there is no repository at ${threat.root}`);
    const gathered = await gather(git, threat, gitAt);
    if (gathered.isLost) losses.push({ git, gathered });
  }
  return losses;
}

/** Keeps it. The same state is kept once; what is too old goes. */
export async function keep({ git, gathered }: Loss, occasion: Occasion): Promise<Snapshot> {
  const known = await snapshotsOf(git);
  const { digest } = summaryOf(gathered.content, occasion);
  const same = known.find((snapshot) => snapshot.digest === digest && snapshot.undo !== true);
  const [written] = await Promise.all([same ?? writeSnapshot(git, gathered, occasion), prune(git, known, occasion.at)]);
  return written;
}

export async function snapshotsOf(git: Git): Promise<readonly Snapshot[]> {
  return readList(await git.ask(['for-each-ref', listFormat, namespace]));
}

async function prune(git: Git, known: readonly Snapshot[], now: number): Promise<void> {
  const gone = outdated(known, now);
  if (gone.length > 0) await drop(git, gone).catch(() => undefined);
}

/** The objects go with git's next clean-up. */
async function drop(git: Git, snapshots: readonly Pick<Snapshot, 'ref'>[]): Promise<void> {
  await git.ask(['update-ref', '--stdin'], { input: snapshots.map(({ ref }) => `delete ${ref}\n`).join('') });
}
