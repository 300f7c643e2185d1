import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { Git } from '../../project/git';
import { lazyObject } from '../../project/lazy-schema';
import { placeOf } from '../../project/place';
import type { StateFile } from '../../state/state-file';

/** Size, times and file number: while they stay, the content does. */
export type StatKey = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number];

/** How a path looks from outside: enough to see that it changed, without reading it. */
export interface FileStat {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'missing' | 'other';
  readonly key: StatKey;
  readonly executable: boolean;
  /** The link's target, or the commit that a nested repository is on. */
  readonly text: string;
}

const noKey: StatKey = [0, 0, 0, 0];
const quietly = { throwIfNoEntry: false } as const;

export function fileStatAt(root: string, relative: string): FileStat {
  // Joined by hand: this runs thousands of times, and git's paths need no tidying.
  const file = `${root}/${relative}`;
  const stat = { path: relative, key: noKey, executable: false, text: '' };
  try {
    const stats = lstatSync(file, quietly);
    if (stats === undefined) return { ...stat, kind: 'missing' };
    if (stats.isFile()) {
      return { ...stat, kind: 'file', key: statKeyOf(stats), executable: (stats.mode & 0o100) !== 0 };
    }
    if (stats.isSymbolicLink()) return { ...stat, kind: 'link', text: readlinkSync(file) };
    if (stats.isDirectory()) return { ...stat, kind: 'folder', text: commitAt(file) };
  } catch {
    // Behind a folder that may not be entered, or gone between two questions.
  }
  return { ...stat, kind: 'other' };
}

/** False if the file was written so recently that another change might not change its times. */
export function isSettled(key: StatKey, seenAt: number): boolean {
  const newest = Math.max(key[1], key[2]);
  const coarse = newest % 1000 === 0;
  return seenAt - newest > (coarse ? 2_100 : 100);
}

/** Numbers per packed path: its stat key, and whether it may be run. */
const width = 5;

/** `packStats` of these paths, without an object for each of thousands of files. */
export function packedStatsAt(root: string, paths: readonly string[]): Uint8Array {
  const packed = new Float64Array(paths.length * width);
  let at = 0;
  for (const relative of paths) {
    const stats = plainStats(`${root}/${relative}`);
    if (stats?.isFile() === true) {
      packed[at] = stats.size;
      packed[at + 1] = stats.mtimeMs;
      packed[at + 2] = stats.ctimeMs;
      packed[at + 3] = stats.ino;
      packed[at + 4] = stats.mode & 0o100;
    } else pack(packed, at, fileStatAt(root, relative));
    at += width;
  }
  return new Uint8Array(packed.buffer);
}

export function packStats(stats: readonly FileStat[]): Uint8Array {
  const packed = new Float64Array(stats.length * width);
  stats.forEach((stat, index) => pack(packed, index * width, stat));
  return new Uint8Array(packed.buffer);
}

function pack(packed: Float64Array, at: number, { kind, key, executable, text }: FileStat): void {
  if (kind === 'file') {
    packed.set(key, at);
    packed[at + 4] = executable ? 0o100 : 0;
    return;
  }
  // No file has a size below nothing.
  packed[at] = -1;
  const says = createHash('sha256').update(`${kind} ${text}`).digest();
  for (let index = 1; index < width; index++) packed[at + index] = says.readUIntBE(index * 6, 6);
}

function plainStats(file: string): Stats | undefined {
  try {
    return lstatSync(file, quietly);
  } catch {
    return undefined;
  }
}

const statKeyOf = (stats: Stats): StatKey => [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];

function commitAt(folder: string): string {
  const place = placeOf(folder);
  if (place.repository === undefined || place.root !== place.cwd) return '';
  // Its commit is all that is asked here, so no way to start a program is needed.
  return new Git(place.root, place.repository, () => Promise.reject(new Error('not asked'))).commit() ?? '';
}

/** What a path in the worktree holds, as git would record it. */
export type Held =
  | { readonly kind: 'content'; readonly mode: string; readonly id: string }
  | { readonly kind: 'nothing' }
  /** Another worktree of the same repository, with its own evidence. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Ids of files by path, each good as long as the file's stat key is the same. */
export const IdCache = lazyObject(() => ({
  v: z.literal(1),
  files: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()])),
}));
export type IdCache = z.infer<typeof IdCache>;

export interface Wanted {
  readonly stat: FileStat;
  /** The mode that git already found; empty for a file that git does not know. */
  readonly mode: string;
}

/** Gives paths of one worktree the ids that git would give them, reading only files that changed since last time. */
export class FileIds {
  constructor(
    private readonly git: Git,
    private readonly cache: StateFile<IdCache>,
    private readonly modesCount: boolean,
  ) {}

  /** `seenAt`: when the files were looked at; undefined for files that are not worth remembering. */
  async idsOf(wanted: readonly Wanted[], seenAt: number | undefined): Promise<Map<string, Held>> {
    const held = new Map<string, Held>();
    if (wanted.length === 0) return held;
    const before = this.cache.value()?.files ?? {};
    const files: Wanted[] = [];
    for (const want of wanted) {
      if (want.stat.kind === 'file') files.push(want);
      else held.set(want.stat.path, this.withoutReading(want));
    }
    const known = new Map<string, string>();
    for (const { stat } of files) {
      const entry = before[stat.path];
      if (entry !== undefined && stat.key.every((mark, index) => mark === entry[index])) known.set(stat.path, entry[4]);
    }
    const unknown = files.filter(({ stat }) => !known.has(stat.path));
    const ids = await this.hash(unknown.map(({ stat }) => stat.path));
    unknown.forEach(({ stat }, index) => known.set(stat.path, ids[index] ?? ''));
    for (const { stat, mode } of files) {
      held.set(stat.path, { kind: 'content', mode: this.modeOf(mode, stat), id: known.get(stat.path) ?? '' });
    }
    if (unknown.length > 0 && seenAt !== undefined) await this.remember(files, known, seenAt);
    return held;
  }

  /** Asks git, so that line endings and filters are as they would be in a commit. */
  private async hash(paths: readonly string[]): Promise<readonly string[]> {
    if (paths.length === 0) return [];
    const input = paths.map((file) => `${quoted(file)}\n`).join('');
    const output = await this.git.ask(['hash-object', '--stdin-paths'], { input, timeoutMs: 30_000 });
    const ids = output.trimEnd().split('\n');
    if (ids.length !== paths.length) throw new Error('git hash-object: unexpected output');
    return ids;
  }

  private withoutReading({ stat }: Wanted): Held {
    switch (stat.kind) {
      case 'link':
        return { kind: 'content', mode: '120000', id: blobId(stat.text, this.git.commit()?.length ?? 40) };
      case 'folder':
        if (this.isOwnWorktree(stat.path)) return { kind: 'elsewhere' };
        return stat.text === ''
          ? { kind: 'unreadable', reason: `${stat.path} is a repository without a commit` }
          : { kind: 'content', mode: '160000', id: stat.text };
      case 'missing':
        return { kind: 'nothing' };
      case 'other':
      case 'file':
        return { kind: 'unreadable', reason: `${stat.path} cannot be read, or is not a plain file` };
    }
  }

  private isOwnWorktree(relative: string): boolean {
    return placeOf(path.join(this.git.root, relative)).repository?.commonDir === this.git.repository.commonDir;
  }

  private modeOf(stated: string, stat: FileStat): string {
    if (stated !== '') return stated;
    return stat.executable && this.modesCount ? '100755' : '100644';
  }

  private async remember(files: readonly Wanted[], ids: ReadonlyMap<string, string>, seenAt: number): Promise<void> {
    const next: IdCache = { v: 1, files: {} };
    for (const { stat } of files) {
      if (stat.path === '__proto__' || !isSettled(stat.key, seenAt)) continue;
      next.files[stat.path] = [...stat.key, ids.get(stat.path) ?? ''];
    }
    await this.cache.update(() => next);
  }
}

/** Git reads a line that begins with a quote as a quoted name; only then can a name hold a line break. */
function quoted(file: string): string {
  if (!file.startsWith('"') && !/[\n\r]/.test(file)) return file;
  const inner = file.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${inner}"`;
}

function blobId(text: string, idLength: number): string {
  const bytes = Buffer.from(text, 'utf8');
  return createHash(idLength === 64 ? 'sha256' : 'sha1')
    .update(`blob ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex');
}
