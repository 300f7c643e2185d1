import { simpleGit, type SimpleGit } from 'simple-git';
import { execIn } from '../project/exec';
import { Git, harmlessSettings, emptyTree } from '../project/git';
import { placeOf, type Place, hashOf } from '../project/place';
import { bytePath, type BytePath, type Content, type Entry, shownPath } from './content';
import { listFormat, namespace, readList, type Snapshot } from './manifest';
import { manifestOf, restore, type Restored, type RestoreRequest } from './restore';
import { WorktreeFiles } from './worktree-files';
import type { Env } from '../project/home';

/** How many lines a snapshot holds beyond the last commit, and how many of the commit it does not. */
export interface Lines {
  readonly added: number;
  readonly removed: number;
}

/** A file of a snapshot, compared with the current file. */
export interface KeptFile {
  /** For people. */
  readonly path: string;
  readonly bytes: BytePath;
  readonly kind: Entry['kind'] | 'staged';
  readonly size: number;
  readonly id: string;
  readonly now: 'same' | 'different' | 'missing';
}

/** The snapshots of one repository, for the command line and the editor. */
export class RescueHistory {
  private readonly history: SimpleGit;
  private readonly lines = new Map<string, Promise<Lines>>();

  private constructor(
    private readonly git: Git,
    private readonly env: Env,
  ) {
    const { PATH, HOME, USERPROFILE, SYSTEMROOT } = env;
    const named = Object.entries({ PATH, HOME, USERPROFILE, SYSTEMROOT, LC_ALL: 'C' });
    this.history = simpleGit({
      baseDir: git.root,
      trimmed: false,
      config: [...harmlessSettings],
      // These settings keep the programs from running that a repository names.
      unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
    }).env(Object.fromEntries(named.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))));
  }

  /** Undefined outside a repository. */
  static at(env: Env, place: Place): RescueHistory | undefined {
    const git = gitAt(env, place.cwd);
    return git === undefined ? undefined : new RescueHistory(git, env);
  }

  /** Newest first. */
  async list(): Promise<readonly Snapshot[]> {
    return readList(await this.history.raw(['for-each-ref', listFormat, namespace]));
  }

  /** By its id, the beginning of it, or `latest`. */
  async find(id: string): Promise<Snapshot | undefined> {
    const all = await this.list();
    if (id === 'latest') return all.find(({ undo }) => undo !== true) ?? all[0];
    const fitting = all.filter((snapshot) => snapshot.id.startsWith(id));
    return all.find((snapshot) => snapshot.id === id) ?? (fitting.length === 1 ? fitting[0] : undefined);
  }

  /** A snapshot never changes: it is counted once. */
  linesOf(snapshot: Snapshot): Promise<Lines> {
    const known = this.lines.get(snapshot.id) ?? this.count(snapshot);
    this.lines.set(snapshot.id, known);
    return known;
  }

  private async count({ ref, base }: Snapshot): Promise<Lines> {
    const from = base ?? emptyTree[hashOf(this.git.repository)];
    const output = await this.history.raw(['diff-tree', '-r', '--numstat', '--no-renames', from, ref, '--']);
    let added = 0;
    let removed = 0;
    for (const [, more, less] of output.matchAll(/^(\d+)\t(\d+)\t/gm)) {
      added += Number(more);
      removed += Number(less);
    }
    return { added, removed };
  }

  content(snapshot: Snapshot): Promise<Content> {
    return manifestOf(this.git, snapshot);
  }

  /** Its files, each with what lies there now. */
  async files(snapshot: Snapshot): Promise<readonly KeptFile[]> {
    const { root, files, index } = await this.content(snapshot);
    const tree = new WorktreeFiles(root, hashOf(this.git.repository));
    const kept = files.map(({ path, kind, size, id }): KeptFile => {
      const there = tree.stats(path);
      const isThere = there !== undefined && !there.isDirectory();
      const same = kind === 'absent' ? !isThere : isThere && (kind === 'submodule' || tree.holds(path, id));
      const now = same ? 'same' : isThere ? 'different' : 'missing';
      return { path: shownPath(path), bytes: path, kind, size, id, now };
    });
    const named = new Set(files.map(({ path }) => path));
    const staged = index.flatMap(({ path, stages }): readonly KeptFile[] => {
      const id = stages[0]?.id ?? '';
      return named.has(path) ? [] : [{ path: shownPath(path), bytes: path, kind: 'staged', size: 0, id, now: 'same' }];
    });
    return [...kept, ...staged].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The bytes of a file of a snapshot; none if it was deleted. */
  async bytes(file: Pick<KeptFile, 'id' | 'kind'>): Promise<Buffer> {
    if (file.id === '' || file.kind === 'submodule') return Buffer.alloc(0);
    return (await this.history.binaryCatFile(['blob', file.id])) as Buffer;
  }

  async restore(
    snapshot: Snapshot,
    wanted: { readonly paths?: readonly string[]; readonly overwrite: boolean },
  ): Promise<Restored> {
    const request: RestoreRequest = { overwrite: wanted.overwrite, paths: wanted.paths?.map(bytePath) };
    const occasion = { at: Date.now(), session: '', command: `gatehouse rescue restore ${snapshot.id}` };
    const at = (directory: string) => gitAt(this.env, directory);
    return restore(this.git, await this.content(snapshot), { request, occasion, gitAt: at });
  }

  /** Their objects go with git's next clean-up. */
  async drop(snapshots: readonly Snapshot[]): Promise<void> {
    for (const { ref } of snapshots) await this.history.raw(['update-ref', '-d', ref]);
  }
}

export const sizeOf = (snapshots: readonly Snapshot[]): number => snapshots.reduce((sum, { bytes }) => sum + bytes, 0);

function gitAt(env: Env, directory: string): Git | undefined {
  const { root, repository } = placeOf(directory);
  return repository === undefined ? undefined : new Git(root, repository, execIn(env));
}
