import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../../hooks/evidence/atomic-file';
import { flagFiles, isFlagFile, OwnWrites } from '../../hooks/evidence/own-writes';
import { receiptsFile } from '../../hooks/evidence/receipts';
import type { Folder } from '../store/folder';

/** What a person can take back: the state files as they were before an act, while nothing else has written them since. */
export class Undo {
  private readonly before: readonly string[];
  private after: readonly string[] = [];

  constructor(private readonly folder: Folder) {
    this.before = this.texts();
  }

  /** The act is done: what is there from now on is its work. */
  acted(): this {
    this.after = this.texts();
    return this;
  }

  /** False where something changed the files since: then nothing is taken back. */
  run(): boolean {
    if (this.texts().some((text, index) => text !== this.after[index])) return false;
    this.files.forEach(({ file, relative, boundary, mode }, index) => {
      const text = this.before[index] ?? '';
      if (text === this.after[index]) return;
      const own = isFlagFile(relative) ? new OwnWrites(this.folder.home, relative) : undefined;
      own?.begin(text);
      if (text === '') rmSync(file, { force: true });
      else writeWhole(file, text, { boundary, mode, directoryMode: 0o755, durable: false }, () => true);
      own?.settle(text);
    });
    return true;
  }

  private get files() {
    const { root, home } = this.folder;
    return [
      ...flagFiles.map((relative) => ({ relative, file: path.join(root, relative), boundary: root, mode: 0o644 })),
      { relative: receiptsFile, file: path.join(home, receiptsFile), boundary: home, mode: 0o600 },
    ];
  }

  private texts(): readonly string[] {
    return this.files.map(({ file }) => readOrEmpty(file));
  }
}

/** A file that is not there reads as empty: no state file is ever written empty. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
