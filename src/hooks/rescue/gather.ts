import { statSync } from 'node:fs';
import path from 'node:path';
import { type Git, readStatus, type StatusEntry } from '../project/git';
import { isReplaceable } from '../source/file-kind';
import { placeOf, hashOf } from '../project/place';
import { readBytes, namesIn } from '../project/read-file';
import {
  type BytePath,
  type Content,
  type Entry,
  type IndexEntry,
  inTree,
  isBelow,
  parentOf,
  shownPath,
} from './content';
import { hiddenEntries, type HiddenEntry } from '../project/git-index';
import { refsNamed, stashesOf } from './refs';
import type { Discard, Threat } from './snapshot';
import { CannotHold, WorktreeFiles } from './worktree-files';

/** What would be lost, with the bytes of the files. */
export interface Gathered {
  readonly content: Content;
  readonly bytes: ReadonlyMap<string, Buffer>;
  /** Would anything be lost? */
  readonly isLost: boolean;
}

/** Finds the repository of a directory. */
export type GitAt = (directory: string) => Git | undefined;

/**
 * What a command would take away that nothing else holds. Rejects with `CannotHold` for what no snapshot can keep, and
 * with another error if git does not answer.
 */
export async function gather(git: Git, threat: Threat, gitAt: GitAt): Promise<Gathered> {
  const collecting = new Collection(git, gitAt);
  const [, stashes, refs] = await Promise.all([
    collecting.addAll(threat.discards),
    threat.stashes ? stashesOf(git) : [],
    threat.refs.length > 0 ? refsNamed(git, threat.refs) : noRefs,
  ]);
  const { files, index, folders } = collecting;
  const content: Content = {
    root: threat.root,
    head: headOf(git),
    files: [...files.values()],
    index: [...index.values()],
    folders: [...folders].map(([folder, mode]) => ({ path: folder, mode: mode & 0o7777 })),
    stashes,
    refs: refs.isLost ? refs.all : [],
    state: threat.discards.some((discard) => discard.index === true) ? stateOf(git, threat.worktree) : [],
    gone: [...new Set(threat.discards.flatMap(goneIn))],
    ...(threat.worktree ? { worktree: true } : {}),
  };
  return { content, bytes: collecting.tree.contents, isLost: collecting.isLost || stashes.length > 0 || refs.isLost };
}

const noRefs: Awaited<ReturnType<typeof refsNamed>> = { all: [], isLost: false };

export const headOf = (git: Git): Content['head'] => {
  const branch = git.branch();
  return { ref: branch === undefined ? undefined : `refs/heads/${branch}`, commit: git.commit() };
};

/** Where whole files may go; pathspecs with a meaning of their own are left out. */
function goneIn(
  { how, cwd, pathspecs }: Discard,
  _at: number,
  { length }: { readonly length: number },
): readonly string[] {
  if (how === 'clean' || pathspecs === undefined || length > 50) return [];
  const folder = path.relative(placeOf(cwd).root, cwd);
  return pathspecs.flatMap((text) =>
    text.startsWith(':(top,') ? [text] : text.startsWith(':') ? [] : [`:(top)${path.posix.join(folder, text)}`],
  );
}

/** Files of the git folder that say what is going on. */
const stateFiles =
  'MERGE_HEAD MERGE_MSG MERGE_MODE CHERRY_PICK_HEAD REVERT_HEAD SQUASH_MSG AUTO_MERGE REBASE_HEAD'.split(' ');
const stateFolders = ['rebase-merge', 'rebase-apply', 'sequencer'];

/** What makes a linked worktree a sparse one. */
export const sparseFiles = ['config.worktree', 'info/sparse-checkout'];

function stateOf({ repository: { gitDir } }: Git, worktree: boolean): Content['state'] {
  const inFolders = stateFolders.flatMap((folder) =>
    namesIn(path.join(gitDir, folder)).map((name) => `${folder}/${name}`),
  );
  return [...stateFiles, ...inFolders, ...(worktree ? sparseFiles : [])].flatMap((name) => {
    const bytes = readBytes(path.join(gitDir, name), { maxBytes: 1024 * 1024 });
    return bytes === undefined ? [] : [{ name, text: bytes.toString('latin1') }];
  });
}

/** `git status` of a large worktree on a slow disk. */
const statusMs = 4_000;
const usualMode = 0o755;

class Collection {
  readonly files = new Map<BytePath, Entry>();
  readonly index = new Map<BytePath, IndexEntry>();
  readonly folders = new Map<BytePath, number>();
  readonly tree: WorktreeFiles;
  isLost = false;
  private readonly seen = new Set<BytePath>();
  private hidden: Promise<readonly HiddenEntry[]> | undefined;

  constructor(
    private readonly git: Git,
    private readonly gitAt: GitAt,
  ) {
    this.tree = new WorktreeFiles(git.root, hashOf(git.repository));
  }

  /** All git commands run in parallel; their results are used in order. */
  async addAll(discards: readonly Discard[]): Promise<void> {
    const asked = discards.map((discard) => ({ discard, output: this.status(discard) }));
    for (const { output } of asked) output.catch(() => undefined);
    // While git looks, so do we.
    if (discards.some(({ changes }) => changes === true)) (this.hidden ??= this.readHidden()).catch(() => undefined);
    for (const { discard, output } of asked) await this.add(discard, output);
  }

  private async add(discard: Discard, asked: Promise<string>): Promise<void> {
    const inner = new Set<BytePath>();
    const empty = this.emptyFolders(discard, inner);
    const before = this.isLost;
    for (const entry of readStatus(await asked)) this.take(entry, discard, inner);
    // Unchanged files that are named go along with what is lost: a restore brings back all of it.
    for (const file of discard.removed ?? []) {
      if (this.tree.stats(file)?.isDirectory() === false) this.keep(file, false);
    }
    for (const folder of empty) this.folders.set(folder, this.tree.stats(folder)?.mode ?? usualMode);
    if (discard.changes === true) await this.addHidden(discard);
    for (const repository of inner) await this.addRepository(repository);
    if (discard.along === true) this.isLost = before;
  }

  private status({ how, cwd, pathspecs, untracked, ignored, inner }: Discard): Promise<string> {
    const others = untracked === true || ignored === true;
    const args = [
      'status',
      '--porcelain=v2',
      '-z',
      '--no-renames',
      `--ignore-submodules=${inner === true && how !== 'clean' ? 'none' : 'dirty'}`,
      `--untracked-files=${others ? 'all' : 'no'}`,
      `--ignored=${ignored === true ? 'matching' : 'no'}`,
      '--',
      ...(pathspecs ?? []),
    ];
    return this.git.ask(args, { cwd, encoding: 'latin1', timeoutMs: statusMs });
  }

  private take(entry: StatusEntry, discard: Discard, inner: Set<BytePath>): void {
    const { path: file, kind, submodule } = entry;
    if (submodule !== 'none') this.takeSubmodule(entry, discard);
    else if (kind === 'tracked' || kind === 'conflict') this.takeTracked(entry, discard);
    else if ((kind === 'untracked' ? discard.untracked : discard.ignored) !== true) return;
    else if (!file.endsWith('/')) this.takeOther(file, kind === 'ignored');
    else this.takeFolder(file.slice(0, -1), kind === 'ignored', discard, inner);
  }

  private takeTracked(entry: StatusEntry, discard: Discard): void {
    const { path: file, staged, worktree, kind, stages } = entry;
    const intent = kind === 'tracked' && worktree === 'A';
    const isStaged = kind === 'conflict' || staged !== '.' || intent;
    if (discard.index === true && isStaged) {
      this.index.set(file, { path: file, stages, ...(intent ? { intent } : {}) });
      this.isLost = true;
    }
    if (discard.changes !== true) return;
    const differs = kind === 'conflict' || worktree !== '.' || (discard.index === true && isStaged);
    // A missing file is not lost; a restore must not create it.
    if (differs) this.keep(file, !(discard.how === 'remove' && worktree === 'D'));
    if (worktree === 'D' && discard.how === 'discard') this.keepInTheWay(file);
  }

  /** Git removes what stands where it puts a file: a file in the place of its folder, a folder in its own place. */
  private keepInTheWay(file: BytePath): void {
    if (this.tree.stats(file)?.isDirectory() === true) {
      for (const inner of this.tree.walk(file, () => true).files) this.keep(inner);
    }
    for (let folder = parentOf(file); folder !== '.'; folder = parentOf(folder)) {
      const stats = this.tree.stats(folder);
      if (stats?.isDirectory() === true) return;
      if (stats !== undefined) this.keep(folder);
    }
  }

  private takeSubmodule({ path: file, staged, worktree, submodule, stages }: StatusEntry, discard: Discard): void {
    if (discard.index === true && staged !== '.') {
      this.index.set(file, { path: file, stages });
      this.isLost = true;
    }
    if (discard.inner === true && submodule === 'dirty') {
      throw new CannotHold(`the submodule ${shownPath(file)} has changes of its own`);
    }
    const commit = this.gitAt(inTree(this.git.root, file).toString())?.commit();
    if (discard.changes === true && worktree !== '.' && worktree !== 'D' && commit !== undefined) {
      this.files.set(file, { path: file, kind: 'submodule', mode: 0, id: commit, size: 0 });
    }
  }

  private takeOther(file: BytePath, ignored: boolean): void {
    if (!isReplaceable(file, ignored)) this.keep(file);
  }

  /** A folder that git names as one: ignored as a whole, or a repository of its own. */
  private takeFolder(
    folder: BytePath,
    ignored: boolean,
    { removed, inner: deep }: Discard,
    inner: Set<BytePath>,
  ): void {
    const tops = (removed ?? [folder]).flatMap((top) =>
      isBelow(folder, top) ? [folder] : isBelow(top, folder) ? [top] : [],
    );
    const enter = (name: BytePath) => {
      if (isReplaceable(name, ignored) || this.isMarked(name)) return false;
      if (this.tree.stats(`${name}/.git`) === undefined) return true;
      if (deep === true) inner.add(name);
      return false;
    };
    for (const top of tops) {
      if (this.tree.stats(top)?.isDirectory() !== true) this.takeOther(top, ignored);
      else if (enter(top)) {
        const { files, empty } = this.tree.walk(top, enter);
        for (const file of files) this.takeOther(file, ignored);
        for (const name of empty) this.folders.set(name, this.tree.stats(name)?.mode ?? usualMode);
      }
    }
  }

  /** Tools mark the folders that they fill. */
  private isMarked(folder: BytePath): boolean {
    return ['CACHEDIR.TAG', 'pyvenv.cfg'].some((name) => this.tree.stats(`${folder}/${name}`) !== undefined);
  }

  /** Git lists no folders without files, and nothing inside a submodule. */
  private emptyFolders({ how, untracked, removed }: Discard, inner: Set<BytePath>): readonly BytePath[] {
    const tops = how === 'remove' ? (removed ?? []) : how === 'clean' || untracked === true ? [''] : [];
    const enter = (name: BytePath) => {
      const isStore = path.posix.basename(name) === '.git';
      if (isStore && how === 'remove') inner.add(parentOf(name));
      return !isStore && !isReplaceable(name, true) && !this.isMarked(name);
    };
    return tops.flatMap((top) =>
      top !== '' && (this.tree.stats(top)?.isDirectory() !== true || !enter(top))
        ? []
        : this.tree.emptyFolders(top, enter),
    );
  }

  private async addHidden({ removed }: Discard): Promise<void> {
    for (const { path: file, id } of await (this.hidden ??= this.readHidden())) {
      const concerned = removed === undefined || removed.some((top) => isBelow(file, top));
      if (concerned && this.tree.stats(file) !== undefined && !this.tree.holds(file, id)) this.keep(file);
    }
  }

  private async readHidden(): Promise<readonly HiddenEntry[]> {
    const own = hiddenEntries(this.git.repository);
    if (own !== undefined) return own;
    const output = await this.git.ask(['ls-files', '-v', '-s', '-z'], { encoding: 'latin1' });
    const entries = output.split('\0').flatMap((record) => {
      const [, mark = '', mode = '', id = '', file = ''] = /^(\S) (\d+) ([0-9a-f]+) \d\t([^]+)$/.exec(record) ?? [];
      return mark === 'H' || file === '' ? [] : [{ mark, mode, path: file, id }];
    });
    return entries.filter(({ mark, mode }) => /[a-zS]/.test(mark) && mode !== '160000');
  }

  /** A repository of its own goes with the folder: its files are kept, unless another place holds all of it. */
  private async addRepository(folder: BytePath): Promise<void> {
    const place = inTree(this.git.root, folder).toString();
    if (!statSync(path.join(place, '.git')).isDirectory()) {
      throw new CannotHold(`${shownPath(folder)} is a worktree or a submodule of its own`);
    }
    const own = this.gitAt(place);
    if (own !== undefined && own.root !== this.git.root && (await isElsewhere(own))) return;
    const { files, empty } = this.tree.walk(folder, (name) => !isReplaceable(name, true));
    for (const file of files) {
      this.keep(file);
      const kept = this.files.get(file);
      if (kept !== undefined) this.files.set(file, { ...kept, inner: true });
    }
    for (const name of empty) this.folders.set(name, this.tree.stats(name)?.mode ?? usualMode);
  }

  private keep(file: BytePath, lost = true): void {
    this.isLost ||= lost;
    if (this.files.has(file)) return;
    const entry = this.tree.read(file);
    if (entry === undefined) return;
    this.files.set(file, entry);
    for (let folder = parentOf(file); folder !== '.' && !this.seen.has(folder); folder = parentOf(folder)) {
      this.seen.add(folder);
      const stats = this.tree.stats(folder);
      if (stats?.isDirectory() !== true) continue;
      const mode = stats.mode & 0o7777;
      if (mode !== usualMode || this.tree.isEmpty(folder)) this.folders.set(folder, mode);
    }
  }
}

/** Is everything of this repository committed, and all commits on a remote? */
async function isElsewhere(git: Git): Promise<boolean> {
  try {
    const [changes, commits] = await Promise.all([
      git.ask(['status', '--porcelain', '--untracked-files=all', '--ignore-submodules=none']),
      git.ask(['rev-list', '--max-count=1', '--all', 'HEAD', '--not', '--remotes', '--']),
    ]);
    return changes === '' && commits === '';
  } catch {
    return false;
  }
}
