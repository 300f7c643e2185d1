import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Whole lines that were added to a file, or the fact that the file was replaced. */
export type Added = { readonly kind: 'lines'; readonly lines: readonly string[] } | { readonly kind: 'replaced' };

/**
 * Follows a file that only grows until it is truncated or replaced. It may not exist yet. A line is read when it is
 * complete.
 */
export class LogTail {
  private end = 0;
  private inode: number | undefined;

  constructor(private readonly file: string) {
    this.skip();
  }

  added(): Added {
    const { inode, end } = this;
    const lines = this.opened((fd, size, ino) => {
      if (ino !== inode || size < end) return undefined;
      const text = readRange(fd, end, size);
      const whole = text.lastIndexOf(10) + 1;
      this.end = end + whole;
      return text
        .subarray(0, whole)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
    });
    if (lines !== undefined) return { kind: 'lines', lines };
    const gone = inode === undefined;
    this.skip();
    return gone && this.inode === undefined ? { kind: 'lines', lines: [] } : { kind: 'replaced' };
  }

  /** Continues from the current end of the file. */
  private skip(): void {
    this.inode = undefined;
    this.end = 0;
    this.opened((fd, size, ino) => {
      this.inode = ino;
      this.end = lastNewline(fd, size);
    });
  }

  private opened<R>(use: (fd: number, size: number, inode: number) => R): R | undefined {
    let fd: number;
    try {
      fd = openSync(this.file, 'r');
    } catch {
      return undefined;
    }
    try {
      const { size, ino } = fstatSync(fd);
      return use(fd, size, ino);
    } finally {
      closeSync(fd);
    }
  }
}

const pieceBytes = 64 * 1024;

function lastNewline(fd: number, size: number): number {
  for (let until = size; until > 0; until = Math.max(0, until - pieceBytes)) {
    const from = Math.max(0, until - pieceBytes);
    const at = readRange(fd, from, until).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}

function readRange(fd: number, from: number, until: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, until - from));
  let filled = 0;
  while (filled < buffer.length) {
    const size = readSync(fd, buffer, filled, buffer.length - filled, from + filled);
    if (size === 0) break;
    filled += size;
  }
  return buffer.subarray(0, filled);
}
