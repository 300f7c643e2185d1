import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { Git } from '../../project/git';
import { late } from '../../project/late';
import { placeOf } from '../../project/place';
import type { StateFile } from '../state-file';

/** Size, times and file number: while they stay, the content does. */
export type Marks = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number];

/** How a path looks from outside: enough to see that it changed, without reading it. */
export interface Look {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder' | 'missing' | 'other';
  readonly marks: Marks;
  readonly executable: boolean;
  /** The link's target, or the commit that a nested repository stands on. */
  readonly text: string;
}

const noMarks: Marks = [0, 0, 0, 0];
const quietly = { throwIfNoEntry: false } as const;

export function lookAt(root: string, relative: string): Look {
  // Joined by hand: this runs thousands of times, and git's paths need no tidying.
  const file = `${root}/${relative}`;
  const look = { path: relative, marks: noMarks, executable: false, text: '' };
  try {
    const stats = lstatSync(file, quietly);
    if (stats === undefined) return { ...look, kind: 'missing' };
    if (stats.isFile()) {
      return { ...look, kind: 'file', marks: marksOf(stats), executable: (stats.mode & 0o100) !== 0 };
    }
    if (stats.isSymbolicLink()) return { ...look, kind: 'link', text: readlinkSync(file) };
    if (stats.isDirectory()) return { ...look, kind: 'folder', text: commitAt(file) };
  } catch {
    // Behind a folder that may not be entered, or gone between two questions.
  }
  return { ...look, kind: 'other' };
}

/** False while the file is so young that it could change again without its times showing it. */
export function settled(marks: Marks, seenAt: number): boolean {
  const newest = Math.max(marks[1], marks[2]);
  const coarse = newest % 1000 === 0;
  return seenAt - newest > (coarse ? 2_100 : 100);
}

/** Numbers per path in a glance: the marks, and whether it may be run. */
const width = 5;

/** What `glancesOf` says about the looks at these paths, without an object for each of thousands of files. */
export function glanceAt(root: string, paths: readonly string[]): Uint8Array {
  const glances = new Float64Array(paths.length * width);
  let at = 0;
  for (const relative of paths) {
    const stats = plainStats(`${root}/${relative}`);
    if (stats?.isFile() === true) {
      glances[at] = stats.size;
      glances[at + 1] = stats.mtimeMs;
      glances[at + 2] = stats.ctimeMs;
      glances[at + 3] = stats.ino;
      glances[at + 4] = stats.mode & 0o100;
    } else put(glances, at, lookAt(root, relative));
    at += width;
  }
  return new Uint8Array(glances.buffer);
}

export function glancesOf(looks: readonly Look[]): Uint8Array {
  const glances = new Float64Array(looks.length * width);
  looks.forEach((look, index) => put(glances, index * width, look));
  return new Uint8Array(glances.buffer);
}

function put(glances: Float64Array, at: number, { kind, marks, executable, text }: Look): void {
  if (kind === 'file') {
    glances.set(marks, at);
    glances[at + 4] = executable ? 0o100 : 0;
    return;
  }
  // No file has a size below nothing.
  glances[at] = -1;
  const says = createHash('sha256').update(`${kind} ${text}`).digest();
  for (let index = 1; index < width; index++) glances[at + index] = says.readUIntBE(index * 6, 6);
}

function plainStats(file: string): Stats | undefined {
  try {
    return lstatSync(file, quietly);
  } catch {
    return undefined;
  }
}

function marksOf(stats: Stats): Marks {
  return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
}

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
  /** A further worktree of this same repository: another place, with evidence of its own. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Ids of files by path, each good as long as the file's marks are the same. */
export const IdCache = late(() =>
  z.object({
    v: z.literal(1),
    files: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()])),
  }),
);
export type IdCache = z.infer<typeof IdCache>;

export interface Wanted {
  readonly look: Look;
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
    const reading = this.cache.read();
    const before = reading.kind === 'ok' ? reading.value.files : {};
    const files: Wanted[] = [];
    for (const want of wanted) {
      if (want.look.kind === 'file') files.push(want);
      else held.set(want.look.path, this.withoutReading(want));
    }
    const known = new Map<string, string>();
    for (const { look } of files) {
      const entry = before[look.path];
      if (entry !== undefined && look.marks.every((mark, index) => mark === entry[index]))
        known.set(look.path, entry[4]);
    }
    const unknown = files.filter(({ look }) => !known.has(look.path));
    const ids = await this.hash(unknown.map(({ look }) => look.path));
    unknown.forEach(({ look }, index) => known.set(look.path, ids[index] ?? ''));
    for (const { look, mode } of files) {
      held.set(look.path, { kind: 'content', mode: this.modeOf(mode, look), id: known.get(look.path) ?? '' });
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

  private withoutReading({ look }: Wanted): Held {
    switch (look.kind) {
      case 'link':
        return { kind: 'content', mode: '120000', id: blobId(look.text, this.git.commit()?.length ?? 40) };
      case 'folder':
        if (this.isOwnWorktree(look.path)) return { kind: 'elsewhere' };
        return look.text === ''
          ? { kind: 'unreadable', reason: `${look.path} is a repository without a commit` }
          : { kind: 'content', mode: '160000', id: look.text };
      case 'missing':
        return { kind: 'nothing' };
      case 'other':
      case 'file':
        return { kind: 'unreadable', reason: `${look.path} cannot be read, or is not a plain file` };
    }
  }

  private isOwnWorktree(relative: string): boolean {
    return placeOf(path.join(this.git.root, relative)).repository?.commonDir === this.git.repository.commonDir;
  }

  private modeOf(stated: string, look: Look): string {
    if (stated !== '') return stated;
    return look.executable && this.modesCount ? '100755' : '100644';
  }

  private async remember(files: readonly Wanted[], ids: ReadonlyMap<string, string>, seenAt: number): Promise<void> {
    const next: IdCache = { v: 1, files: {} };
    for (const { look } of files) {
      if (look.path === '__proto__' || !settled(look.marks, seenAt)) continue;
      next.files[look.path] = [...look.marks, ids.get(look.path) ?? ''];
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
