import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import path from 'node:path';
import { hashOf } from '../project/place';
import { type Git, readStatus } from '../project/git';
import {
  type BytePath,
  type Content,
  type Entry,
  Manifest,
  type IndexEntry,
  inTree,
  isBelow,
  parentOf,
  shownPath,
} from './content';
import { headOf, type GitAt, sparseFiles } from './gather';
import { heldIds, indexAt, refExists, restoreGone, returnTo, withFilters, writeIndex } from './index-file';
import type { Snapshot } from './manifest';
import { restoreRefs, restoreStashes, restoreState } from './refs';
import { writeSnapshot, type Occasion } from './snapshot';
import { WorktreeFiles } from './worktree-files';
import { messageOf } from '../project/text';

export interface RestoreRequest {
  /** Only these files, or what is below them; everything if it is absent. */
  readonly paths?: readonly BytePath[] | undefined;
  /** Also over what nothing else holds; it is kept in a snapshot first. */
  readonly overwrite: boolean;
}

export interface Restored {
  /** What was brought back: files, refs and stashes, for people. */
  readonly restored: readonly string[];
  /** What was not restored, and why. */
  readonly conflicts: readonly { readonly path: string; readonly why: string }[];
  readonly notes: readonly string[];
  /** The snapshot that takes this back. */
  readonly undo: string | undefined;
}

/** The manifest is in a parent commit of its own, after the last commit (if there was one) and the index. */
export async function manifestOf(git: Git, { ref }: Pick<Snapshot, 'ref'>): Promise<Content> {
  const read = (parent: number) => git.ask(['cat-file', 'blob', `${ref}^${parent}:manifest.json`]);
  const text = await read(3).catch(() => read(2));
  return Manifest.parse(JSON.parse(text));
}

/** Brings back what a snapshot holds. What would be overwritten is kept first; what nothing else holds stays. */
export async function restore(
  from: Git,
  content: Content,
  {
    request,
    occasion,
    gitAt,
  }: { readonly request: RestoreRequest; readonly occasion: Occasion; readonly gitAt: GitAt },
): Promise<Restored> {
  const git = await worktreeOf(from, content, gitAt);
  const all = request.paths === undefined;
  const before = headOf(git);
  const notes = all ? await returnTo(git, content.head) : [];
  const tree = new WorktreeFiles(git.root, hashOf(git.repository));
  const wanted = ({ path }: { readonly path: BytePath }) =>
    request.paths === undefined || request.paths.some((top) => isBelow(path, top));
  const files = content.files.filter(wanted);
  const index = all ? content.index : [];
  const plan = await planFor(git, tree, files, index, request.overwrite);
  const undo = await keepFirst(git, tree, { ...plan, head: before }, occasion);
  const entries = plan.files.map(({ entry }) => entry);
  const bytes = await blobs(git, entries);
  const conflicts = [...plan.conflicts];
  const restored: string[] = [];
  const made = new Set<BytePath>();
  // What has to be absent makes room for what comes back.
  for (const entry of entries.filter(({ kind }) => kind === 'absent')) {
    rmSync(inTree(git.root, entry.path), { force: true });
    restored.push(shownPath(entry.path));
  }
  for (const entry of entries.filter(({ kind }) => kind === 'file' || kind === 'link')) {
    const why = writeEntry(git.root, entry, bytes.get(entry.id), made);
    if (why === undefined) restored.push(shownPath(entry.path));
    else conflicts.push({ path: shownPath(entry.path), why });
  }
  restoreFolders(git.root, content.folders.filter(wanted), made);
  if (plan.index.length > 0) await writeIndex(git, plan.index);
  if (all) {
    restored.push(...(await restoreGone(git, content)));
    restored.push(...(await restoreStashes(git, content.stashes)));
    const refs = await restoreRefs(git, content.refs);
    restored.push(...refs.restored);
    conflicts.push(...refs.conflicts);
    if (conflicts.length === 0) restoreState(git, content);
  }
  return { restored, conflicts, notes, undo };
}

interface Plan {
  readonly files: readonly { readonly entry: Entry; readonly now: Entry }[];
  readonly index: readonly IndexEntry[];
  readonly indexNow: readonly IndexEntry[];
  readonly conflicts: readonly { readonly path: string; readonly why: string }[];
}

async function planFor(
  git: Git,
  tree: WorktreeFiles,
  files: readonly Entry[],
  index: readonly IndexEntry[],
  overwrite: boolean,
): Promise<Plan> {
  const unsaved = await unsavedIn(git);
  const conflicts: { path: string; why: string }[] = [];
  const paths = files.flatMap(({ path, kind }) => (kind === 'submodule' ? [] : [path]));
  const changing: { entry: Entry; now: Entry }[] = [];
  const held = overwrite ? new Set<string>() : await heldIds(git, tree, paths);
  for (const entry of files) {
    if (entry.kind === 'submodule') continue;
    const blocked = linkOnTheWay(tree, entry.path);
    if (blocked !== undefined) {
      conflicts.push({ path: shownPath(entry.path), why: `${shownPath(blocked)} is a link now` });
      continue;
    }
    const now = tree.read(entry.path) ?? { path: entry.path, kind: 'absent', mode: 0, id: '', size: 0 };
    if (now.kind === entry.kind && now.id === entry.id && now.mode === entry.mode) continue;
    const isOwn = now.kind !== 'absent' && now.id !== entry.id && !held.has(now.id);
    if (!overwrite && isOwn && unsaved.worktree(entry.path)) {
      conflicts.push({ path: shownPath(entry.path), why: 'it has changes of its own now' });
      continue;
    }
    changing.push({ entry, now });
  }
  const staged = index.map(({ path }) => path);
  const indexNow = staged.length === 0 ? [] : await indexAt(git, staged);
  const staging = index.filter((entry, at) => {
    const now = indexNow[at];
    if (JSON.stringify(now?.stages) === JSON.stringify(entry.stages)) return entry.intent === true;
    if (overwrite || !unsaved.index(entry.path)) return true;
    conflicts.push({ path: shownPath(entry.path), why: 'something else is staged there now' });
    return false;
  });
  return { files: changing, index: staging, indexNow, conflicts };
}

/** Where the worktree and the index hold something that git does not hold elsewhere. */
async function unsavedIn(git: Git) {
  const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching'];
  const entries = readStatus(await git.ask(args, { encoding: 'latin1', timeoutMs: 30_000 }));
  const worktree = new Set<BytePath>();
  const folders: BytePath[] = [];
  const index = new Set<BytePath>();
  for (const { path, kind, staged, worktree: state } of entries) {
    if (path.endsWith('/')) folders.push(path.slice(0, -1));
    else if (kind === 'untracked' || kind === 'ignored' || kind === 'conflict' || state !== '.') worktree.add(path);
    if (kind === 'conflict' || (kind === 'tracked' && staged !== '.')) index.add(path);
  }
  return {
    worktree: (path: BytePath) => worktree.has(path) || folders.some((folder) => isBelow(path, folder)),
    index: (path: BytePath) => index.has(path),
  };
}

/** A link in the place of a folder would lead what is written out of the worktree. */
function linkOnTheWay(tree: WorktreeFiles, path: BytePath): BytePath | undefined {
  for (let folder = parentOf(path); folder !== '.'; folder = parentOf(folder))
    if (tree.stats(folder)?.isSymbolicLink() === true) return folder;
  return undefined;
}

/** The state that the restore changes, so that it can be taken back. */
async function keepFirst(
  git: Git,
  tree: WorktreeFiles,
  plan: Plan & { readonly head: Content['head'] },
  occasion: Occasion,
): Promise<string | undefined> {
  if (plan.files.length === 0 && plan.index.length === 0) return undefined;
  const content: Content = {
    root: git.root,
    head: plan.head,
    files: plan.files.map(({ now }) => now),
    index: plan.indexNow,
    folders: [],
    stashes: [],
    refs: [],
    state: [],
    gone: [],
  };
  return (await writeSnapshot(git, { content, bytes: tree.contents }, { ...occasion, undo: true })).id;
}

/** The bytes of all files and links. */
async function blobs(git: Git, entries: readonly Entry[]): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(entries.flatMap(({ kind, id }) => (kind === 'file' || kind === 'link' ? [id] : [])))];
  const found = await git.blobs(ids);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new Error(`the snapshot is damaged: ${missing} is missing`);
  return found;
}

/** Writes a file beside its place and renames it there; says why it could not be. */
function writeEntry(root: string, entry: Entry, bytes: Buffer | undefined, made: Set<BytePath>): string | undefined {
  if (bytes === undefined) return 'the snapshot is damaged';
  const target = inTree(root, entry.path);
  try {
    makeFolder(root, parentOf(entry.path), made);
    makeRoom(target);
    const beside = inTree(root, `${entry.path}.${randomBytes(4).toString('hex')}`);
    if (entry.kind === 'link') symlinkSync(bytes, beside);
    else {
      writeFileSync(beside, bytes, { flag: 'wx', mode: 0o600 });
      chmodSync(beside, entry.mode);
    }
    renameSync(beside, target);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function makeFolder(root: string, folder: BytePath, made: Set<BytePath>): void {
  if (folder === '.' || made.has(folder)) return;
  const place = inTree(root, folder);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return;
  if (stats !== undefined) throw new Error(`${shownPath(folder)} is a file now`);
  makeFolder(root, parentOf(folder), made);
  mkdirSync(place);
  made.add(folder);
}

/** A folder without files gives way to a file of its name. */
function makeRoom(target: Buffer): void {
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(target, { encoding: 'latin1' }))
    makeRoom(Buffer.concat([target, Buffer.from('/'), Buffer.from(name, 'latin1')]));
  rmdirSync(target);
}

/** Folders without files, and the modes of those that were made again. */
function restoreFolders(root: string, folders: Content['folders'], made: Set<BytePath>): void {
  const deepestLast = [...folders].sort((a, b) => a.path.length - b.path.length);
  for (const { path } of deepestLast) {
    try {
      makeFolder(root, path, made);
    } catch {
      // A file has taken its place.
    }
  }
  for (const { path, mode } of deepestLast.reverse()) if (made.has(path)) chmodSync(inTree(root, path), mode);
}

/** The worktree of a snapshot. If it was removed, it is added again at the same path. */
async function worktreeOf(git: Git, content: Content, gitAt: GitAt): Promise<Git> {
  const { root, worktree } = content;
  if (root === git.root) return git;
  const isGone = !existsSync(root) && worktree === true;
  if (isGone) await add(git, content);
  const there = gitAt(root);
  if (there?.root !== root || there.repository.commonDir !== git.repository.commonDir)
    throw new Error(`the snapshot is of the worktree ${root}, which no longer exists`);
  if (isGone) await fill(there, content);
  return there;
}

async function add(git: Git, { root, head: { ref, commit } }: Content): Promise<void> {
  const branch = ref?.replace('refs/heads/', '');
  const has = ref !== undefined && (await refExists(git, ref));
  const at = has && branch !== undefined ? [root, branch] : ['--detach', root, commit ?? 'HEAD'];
  await git.ask(['worktree', 'add', '--force', '--quiet', '--no-checkout', ...at]);
}

/** A new worktree takes over which files the other one leaves out; this one has its own. */
async function fill(git: Git, { state }: Content): Promise<void> {
  for (const name of sparseFiles) {
    const file = path.join(git.repository.gitDir, name);
    const kept = state.find((one) => one.name === name);
    rmSync(file, { force: true });
    if (kept === undefined) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, kept.text, 'latin1');
  }
  await git.ask(['reset', '--quiet', '--hard'], { env: withFilters, timeoutMs: 60_000 });
}
