import { randomBytes } from 'node:crypto';
import type { Git } from '../project/git';
import { sha256 } from '../project/sha256';
import { messageOf } from '../project/text';
import { type BytePath, bytesOf, type Content, type Entry, quotedPath } from './content';
import { gather, type Gathered, type GitAt } from './gather';
import { listFormat, namespace, outdated, readList, type Snapshot, type Summary } from './manifest';
import { CannotHold } from './worktree-files';

/** Content of a worktree that one step of a command may take away. */
export interface Discard {
  /**
   * `discard`: git replaces files with a version it has · `clean`: git deletes untracked files ·
   * `remove`: files are deleted or overwritten by another program.
   */
  readonly how: 'discard' | 'clean' | 'remove';
  readonly changes?: boolean;
  readonly index?: boolean;
  readonly untracked?: boolean;
  readonly ignored?: boolean;
  /** What is in submodules and in repositories inside this one goes too. */
  readonly inner?: boolean;
  /** Where relative pathspecs start. */
  readonly cwd: string;
  /** As git reads them; undefined for everything. */
  readonly pathspecs?: readonly string[] | undefined;
  /** From the top, where whole paths are removed. */
  readonly removed?: readonly BytePath[];
  /** Kept only along with what is lost elsewhere: the command moves it to another place. */
  readonly along?: boolean;
}

/** What a command may take away from one worktree and its repository. */
export interface Threat {
  /** The top of the worktree. */
  readonly root: string;
  readonly discards: readonly Discard[];
  readonly stashes: boolean;
  /** Names of refs that are deleted, full or short. */
  readonly refs: readonly string[];
  /** The whole worktree goes away. */
  readonly worktree: boolean;
}

/** Why a snapshot is taken. */
export interface Occasion {
  readonly at: number;
  readonly session: string;
  /** Without secrets. */
  readonly command: string;
  readonly undo?: boolean;
}

/** The bytes may be many; the gate has its own deadline. */
const writeMs = 4_500;

/**
 * Writes a snapshot. Everything goes through one `git fast-import`: it reads no filter and no attribute, and touches
 * neither the index nor HEAD nor the worktree. The commit's tree is the worktree, its parents are the last commit, the
 * index, what git has no place for, and whatever must stay reachable.
 */
export async function writeSnapshot(
  git: Git,
  { content, bytes }: Pick<Gathered, 'content' | 'bytes'>,
  occasion: Occasion,
): Promise<Snapshot> {
  const id = `${stamp(occasion.at)}-${randomBytes(3).toString('hex')}`;
  const ref = `${namespace}${id}`;
  const summary = summaryOf(content, occasion);
  const input = new Import(ref, occasion.at, bytes).of(content, summary);
  const args = '-c core.compression=1 -c pack.compression=1 fast-import --quiet --done --depth=0'.split(' ');
  await git.ask(args, { input, timeoutMs: writeMs }).catch((error: unknown) => {
    throw new CannotHold(`the snapshot could not be written (${messageOf(error)})`);
  });
  return { ...summary, id, ref };
}

function summaryOf(content: Content, { at, session, command, undo }: Occasion): Summary {
  return {
    v: 1,
    at,
    session,
    command: command.slice(0, 2_000),
    root: content.root,
    ...(content.head.commit === undefined ? {} : { base: content.head.commit }),
    files: new Set([...content.files, ...content.index].map(({ path }) => path)).size,
    stashes: content.stashes.length,
    refs: content.refs.map(({ name }) => name).slice(0, 20),
    bytes: bytesOf(content),
    digest: sha256(JSON.stringify(content)).slice(0, 32),
    ...(content.worktree === true ? { worktree: true } : {}),
    ...(undo === true ? { undo } : {}),
  };
}

function stamp(at: number): string {
  const digits = new Date(at).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
}

class Import {
  private readonly chunks: (string | Buffer)[] = [];
  private readonly who: string;

  constructor(
    private readonly ref: string,
    at: number,
    private readonly bytes: ReadonlyMap<string, Buffer>,
  ) {
    this.who = `Gatehouse <gatehouse@localhost> ${Math.floor(at / 1000)} +0000`;
  }

  /** The input of `git fast-import`. */
  of(content: Content, summary: Summary): readonly Buffer[] {
    const { head, files, index, stashes, refs } = content;
    this.commit(1, 'The index', head.commit, []);
    this.stage(index);
    this.commit(2, 'What a tree of git has no place for', undefined, []);
    this.file('100644', 'manifest.json', JSON.stringify({ v: 1, ...content }));
    for (const { stages } of index) {
      for (const { mode, id, stage } of stages)
        if (stage > 0 && mode !== '160000') this.line(`M ${mode} ${id} conflicts/${id}`);
    }
    for (const entry of files) if (entry.inner === true) this.blob(entry, `inner/${entry.id}`);
    const kept = [':1', ':2', ...stashes.map(({ id }) => id), ...refs.map(({ commit }) => commit)];
    const merged = [...new Set(kept)].filter((id) => id !== head.commit);
    this.commit(3, subject(summary), head.commit, merged);
    this.stage(index);
    for (const entry of files) {
      if (entry.inner === true) continue;
      if (entry.kind === 'absent') this.drop(entry.path);
      else if (entry.kind === 'submodule') this.line(`M 160000 ${entry.id} ${quotedPath(entry.path)}`);
      else this.blob(entry, quotedPath(entry.path));
    }
    this.line('done');
    return this.chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk));
  }

  /** Begins a commit on the one ref: the last one is what stays. */
  private commit(mark: number, message: string, from: string | undefined, merged: readonly string[]): void {
    // What an earlier commit left on the ref is not this one's parent.
    this.line(`reset ${this.ref}`);
    this.line(`commit ${this.ref}\nmark :${mark}\ncommitter ${this.who}`);
    this.data(Buffer.from(message));
    if (from !== undefined) this.line(`from ${from}`);
    for (const id of merged) this.line(`merge ${id}`);
  }

  /** The index as a tree; a path in conflict has none. */
  private stage(index: Content['index']): void {
    for (const { path, stages } of index) {
      const whole = stages.find(({ stage }) => stage === 0);
      if (whole === undefined) this.drop(path);
      else this.line(`M ${whole.mode} ${whole.id} ${quotedPath(path)}`);
    }
  }

  private blob(entry: Entry, path: string): void {
    const bytes = this.bytes.get(entry.id);
    if (bytes === undefined) throw new CannotHold('a file changed while it was read');
    const mode = entry.kind === 'link' ? '120000' : (entry.mode & 0o100) !== 0 ? '100755' : '100644';
    this.line(`M ${mode} inline ${path}`);
    this.data(bytes);
  }

  private file(mode: string, path: string, text: string): void {
    this.line(`M ${mode} inline ${path}`);
    this.data(Buffer.from(text));
  }

  private drop(path: BytePath): void {
    this.line(`D ${quotedPath(path)}`);
  }

  private data(bytes: Buffer): void {
    this.line(`data ${bytes.length}`);
    if (bytes.length > 0) this.chunks.push(bytes);
    this.line('');
  }

  private line(text: string): void {
    this.chunks.push(`${text}\n`);
  }
}

function subject(summary: Summary): string {
  const command = summary.command.replace(/\s+/g, ' ').slice(0, 72);
  return `Rescue before: ${command}\n\n${JSON.stringify(summary)}\n`;
}

/** What a command would take from one repository. */
export interface Loss {
  readonly git: Git;
  readonly gathered: Gathered;
}

/** What would be lost now; empty if nothing would be. */
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
export async function keepSnapshot({ git, gathered }: Loss, occasion: Occasion): Promise<Snapshot> {
  const known = await snapshotsOf(git);
  const { digest } = summaryOf(gathered.content, occasion);
  const same = known.find((snapshot) => snapshot.digest === digest && snapshot.undo !== true);
  const [written] = await Promise.all([same ?? writeSnapshot(git, gathered, occasion), prune(git, known, occasion.at)]);
  return written;
}

export const snapshotsOf = async (git: Git): Promise<readonly Snapshot[]> =>
  readList(await git.ask(['for-each-ref', listFormat, namespace]));

async function prune(git: Git, known: readonly Snapshot[], now: number): Promise<void> {
  const gone = outdated(known, now);
  if (gone.length > 0) await drop(git, gone).catch(() => undefined);
}

/** The objects go with git's next clean-up. */
async function drop(git: Git, snapshots: readonly Pick<Snapshot, 'ref'>[]): Promise<void> {
  await git.ask(['update-ref', '--stdin'], { input: snapshots.map(({ ref }) => `delete ${ref}\n`).join('') });
}
