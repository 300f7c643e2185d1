import { linkSync, readdirSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import type { Script } from 'node:vm';
import { readWhole } from './loader';
import { makeFolder } from './project/read-file';
import { processState } from './project/process-state';
import { codeOf } from './project/functions';

interface Compiled {
  /** The file's name, followed by a stamp of its version. */
  readonly name: string;
  readonly stamp: string;
  readonly script: Script;
  /** The size of the cached code; 0 if the file had to be compiled. */
  readonly size: number;
}

/**
 * Machine code that earlier hooks compiled, in Gatehouse's home: a folder for each version of node and each installed
 * runner. It only saves time: parsing and compiling is a large part of a short run. Damaged code would crash the process,
 * so each file holds its code twice and counts only if both halves are equal; and a run that was killed leaves a mark, so
 * that the next one deletes the folder.
 */
export class CodeCache {
  readonly compiled: Compiled[] = [];
  readonly #folder: string;
  readonly #event: string;
  readonly #mark: string;
  #trusted = false;

  constructor(home: string, runner: string, event: string) {
    this.#folder = `${home}/cache/${process.version}-${process.arch}-${sumOf(runner)}`;
    // Each event has its own cache, so that no run reads code that it never calls.
    this.#event = /^\w*$/.test(event) ? event : '';
    this.#mark = `${this.#folder}/${markStart}${process.pid}`;
    try {
      this.#trusted = this.open();
    } catch {
      // The code is compiled again.
    }
  }

  /** Is there code that only this person can have written? If so, marks this run as using it. */
  private open(): boolean {
    const stats = statSync(this.#folder, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (process.getuid !== undefined && (stats.uid !== process.getuid() || (stats.mode & 0o022) !== 0)) return false;
    const names = readdirSync(this.#folder);
    if (names.some((name) => name.startsWith(markStart) && hasEnded(name))) {
      rmSync(this.#folder, { recursive: true, force: true });
      return false;
    }
    const [code] = names.filter((name) => !name.startsWith(markStart));
    if (code === undefined) return false;
    try {
      // A hard link is about a hundred times faster than a new file.
      linkSync(`${this.#folder}/${code}`, this.#mark);
    } catch {
      writeFileSync(this.#mark, '', { mode: 0o600 });
    }
    return true;
  }

  read(name: string, stamp: string): Buffer | undefined {
    if (!this.#trusted) return undefined;
    const file = `${this.#folder}/${this.fileOf(name, stamp)}`;
    try {
      const { content } = readWhole(file);
      const half = content.length / 2;
      const code = content.subarray(0, half);
      return Number.isInteger(half) && half > 0 && code.equals(content.subarray(half)) ? code : undefined;
    } catch (error) {
      // Whatever is there instead would block the next write.
      if (codeOf(error) !== 'ENOENT') rmSync(file, { recursive: true, force: true });
      return undefined;
    }
  }

  /**
   * Saves the compiled code for the next run, after the reply. Every 16th run also adds functions that were compiled
   * since.
   */
  save(): void {
    const again = process.pid % 16 === 0;
    try {
      if (this.compiled.some(({ size }) => size === 0 || again)) this.write(again);
    } catch {
      // Without a writable home the next run is as slow as this one.
    }
    try {
      if (this.#trusted) unlinkSync(this.#mark);
    } catch {
      // The next run compiles again.
    }
  }

  private write(again: boolean): void {
    makeFolder(this.#folder);
    const names = readdirSync(this.#folder);
    for (const { name, stamp, script, size } of this.compiled) {
      if (size > 0 && !again) continue;
      const code = script.createCachedData();
      if (code.length <= size) continue;
      const file = this.fileOf(name, stamp);
      const draft = `${this.#folder}/tmp-${process.pid}`;
      try {
        writeFileSync(draft, Buffer.concat([code, code]), { mode: 0o600 });
        renameSync(draft, `${this.#folder}/${file}`);
      } finally {
        rmSync(draft, { force: true });
      }
      const outdated = names.filter((other) => other !== file && other.startsWith(this.fileOf(name, '')));
      for (const other of outdated) rmSync(`${this.#folder}/${other}`, { force: true });
    }
  }

  private fileOf(name: string, stamp: string): string {
    return `${this.#event}-${name}-${stamp}`;
  }
}

const markStart = 'running-';

const hasEnded = (mark: string): boolean => processState(Number(mark.slice(markStart.length))) === 'ended';

/** A hash of the runner's path, without node's crypto, which takes long to load. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return sum.toString(16);
}
