import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { readFile } from '../project/read-file';
import { type BytePath, type Entry, inTree, shownPath } from './content';
import { attempt } from '../project/functions';

/** What a snapshot cannot hold, in words for the agent and the person. */
export class CannotHold extends Error {
  override readonly name = 'CannotHold';
}

/** No snapshot holds more: writing it would keep the agent waiting. */
const limits = { bytes: 64 * 1024 * 1024, files: 20_000 };
const shortLook = 100_000;
const shownLimit = `${limits.bytes / 1024 / 1024} MB`;

/** Reads files of one worktree, with their bytes, up to the limits of a snapshot. */
export class WorktreeFiles {
  readonly contents = new Map<string, Buffer>();
  private bytes = 0;
  private files = 0;

  constructor(
    private readonly root: string,
    private readonly algorithm: 'sha1' | 'sha256' = 'sha1',
  ) {}

  /** Undefined for what is no file: a pipe, a socket, a device. A folder is no file of its name either. */
  read(path: BytePath): Entry | undefined {
    const stats = this.stats(path);
    if (stats === undefined || stats.isDirectory()) return { path, kind: 'absent', mode: 0, id: '', size: 0 };
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(inTree(this.root, path), { encoding: 'buffer' });
      return this.kept(path, 'link', 0o777, target);
    }
    if (!stats.isFile()) return undefined;
    if (stats.size > limits.bytes - this.bytes) throw tooLarge(path);
    const reading = readFile(inTree(this.root, path), { maxBytes: limits.bytes, noLink: true });
    if (reading.kind === 'missing') return { path, kind: 'absent', mode: 0, id: '', size: 0 };
    if (reading.kind === 'unreadable') throw new CannotHold(`${shownPath(path)}: ${reading.problem}`);
    return this.kept(path, 'file', stats.mode & 0o7777, reading.bytes);
  }

  /** Does the worktree hold these bytes there, as git keeps them? */
  holds(path: BytePath, id: string): boolean {
    const stats = this.stats(path);
    if (stats === undefined) return false;
    if (stats.size > limits.bytes) return false;
    const link = stats.isSymbolicLink() ? readlinkSync(inTree(this.root, path), { encoding: 'buffer' }) : undefined;
    const reading = link === undefined ? readFile(inTree(this.root, path), { maxBytes: limits.bytes }) : undefined;
    const bytes = link ?? (reading?.kind === 'bytes' ? reading.bytes : undefined);
    return bytes !== undefined && this.idOf(bytes) === id;
  }

  /** Every file below a folder, and the folders without any. `enter` says which folders are looked into. */
  walk(
    folder: BytePath,
    enter: (folder: BytePath) => boolean,
  ): { readonly files: readonly BytePath[]; readonly empty: readonly BytePath[] } {
    const files: BytePath[] = [];
    const empty: BytePath[] = [];
    const waiting = [folder];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const names = list(this.root, next);
      if (names.length === 0 && next !== '') empty.push(next);
      for (const entry of names) {
        const inner = next === '' ? entry.name : `${next}/${entry.name}`;
        if (entry.isDirectory()) {
          if (enter(inner)) waiting.push(inner);
        } else files.push(inner);
      }
      if (files.length > limits.files) {
        throw new CannotHold(`${shownPath(folder)} holds more than ${limits.files} files`);
      }
    }
    return { files, empty };
  }

  isEmpty(folder: BytePath): boolean {
    return list(this.root, folder).length === 0;
  }

  /** Folders with nothing in them, as far as a short look finds them. */
  emptyFolders(top: BytePath, enter: (folder: BytePath) => boolean): readonly BytePath[] {
    const empty: BytePath[] = [];
    const waiting = [top];
    let looked = 0;
    for (let next = waiting.pop(); next !== undefined && looked < shortLook; next = waiting.pop()) {
      const names = list(this.root, next);
      looked += names.length;
      if (names.length === 0 && next !== '') empty.push(next);
      for (const entry of names) {
        const inner = next === '' ? entry.name : `${next}/${entry.name}`;
        if (entry.isDirectory() && enter(inner)) waiting.push(inner);
      }
    }
    return empty;
  }

  /** Undefined if nothing is there, or a piece of the path is a file. */
  stats(path: BytePath): Stats | undefined {
    return attempt(() => lstatSync(inTree(this.root, path), { throwIfNoEntry: false }));
  }

  private kept(path: BytePath, kind: 'file' | 'link', mode: number, bytes: Buffer): Entry {
    this.bytes += bytes.length;
    this.files += 1;
    if (this.bytes > limits.bytes) throw tooLarge(path);
    if (this.files > limits.files) throw new CannotHold(`more than ${limits.files} files would be lost`);
    const id = this.idOf(bytes);
    this.contents.set(id, bytes);
    return { path, kind, mode, id, size: bytes.length };
  }

  private idOf(bytes: Buffer): string {
    return createHash(this.algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  }
}

const tooLarge = (path: BytePath): CannotHold =>
  new CannotHold(`what would be lost is larger than ${shownLimit} (${shownPath(path)})`);

const list = (root: string, folder: BytePath) =>
  attempt(() => readdirSync(inTree(root, folder), { withFileTypes: true, encoding: 'latin1' })) ?? [];
