import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { Git } from '../../project/git';
import { placeOf } from '../../project/place';

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
