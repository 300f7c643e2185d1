import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const pieceBytes = 64 * 1024;

/**
 * Reads a log of one record per line: the newest records first, older ones on demand, and what is added later. The file
 * may not exist yet, be cut, or be replaced by a new one.
 */
export class LogTail<T> {
  /** Where the part that was read begins and ends. */
  private start = 0;
  private end = 0;
  private inode: number | undefined;

  constructor(
    private readonly file: string,
    /** Undefined for a line that is no record. */
    private readonly parse: (line: string) => T | undefined,
  ) {}

  /** What was added since the last call, oldest first. `restarted` where the file is another one than before. */
  added(limit: number): { readonly records: readonly T[]; readonly restarted: boolean } {
    return (
      this.opened((fd, size, inode) => {
        const restarted = this.inode !== inode || size < this.end;
        if (!restarted) return { records: this.forward(fd, size), restarted: false };
        this.inode = inode;
        this.end = lastNewline(fd, size);
        this.start = this.end;
        return { records: this.backward(fd, limit), restarted: true };
      }) ?? { records: [], restarted: this.forget() }
    );
  }

  /** Up to `limit` records before everything that was read so far, oldest first. */
  older(limit: number): readonly T[] {
    return this.opened((fd, _size, inode) => (inode === this.inode ? this.backward(fd, limit) : [])) ?? [];
  }

  get hasOlder(): boolean {
    return this.start > 0;
  }

  private forward(fd: number, size: number): readonly T[] {
    const until = lastNewline(fd, size, this.end);
    const text = read(fd, this.end, until).toString('utf8');
    this.end = until;
    return this.records(text);
  }

  private backward(fd: number, limit: number): readonly T[] {
    let text = Buffer.alloc(0);
    let from = this.start;
    let newlines = 0;
    while (from > 0 && newlines <= limit) {
      const piece = read(fd, Math.max(0, from - pieceBytes), from);
      from -= piece.length;
      newlines += count(piece);
      text = Buffer.concat([piece, text]);
    }
    const lines = text.toString('latin1').split('\n');
    if (lines.at(-1) === '') lines.pop();
    const kept = from === 0 && lines.length <= limit ? lines : lines.slice(-limit);
    this.start -= kept.reduce((sum, line) => sum + line.length + 1, 0);
    return this.records(Buffer.from(kept.join('\n'), 'latin1').toString('utf8'));
  }

  private records(text: string): readonly T[] {
    return text.split('\n').flatMap((line) => {
      const record = line === '' ? undefined : this.parse(line);
      return record === undefined ? [] : [record];
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

  private forget(): boolean {
    const had = this.inode !== undefined;
    this.inode = undefined;
    this.start = this.end = 0;
    return had;
  }
}

function read(fd: number, from: number, until: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, until - from));
  let filled = 0;
  while (filled < buffer.length) {
    const size = readSync(fd, buffer, filled, buffer.length - filled, from + filled);
    if (size === 0) break;
    filled += size;
  }
  return buffer.subarray(0, filled);
}

/** A line that is being written has no newline yet: it is read when it is whole. */
function lastNewline(fd: number, size: number, floor = 0): number {
  for (let until = size; until > floor; until = Math.max(floor, until - pieceBytes)) {
    const from = Math.max(floor, until - pieceBytes);
    const at = read(fd, from, until).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
  }
  return floor;
}

function count(piece: Buffer): number {
  let newlines = 0;
  for (const byte of piece) if (byte === 10) newlines += 1;
  return newlines;
}
