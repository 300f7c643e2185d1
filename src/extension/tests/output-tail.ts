import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { testCounts } from '../../hooks/test-runs/test-output';

const pieceBytes = 256 * 1024;

/** Follows a file that grows, from its beginning. It may not be there yet; cut short, it is read again from the start. */
export class OutputTail {
  private end = 0;
  private decoder = new StringDecoder('utf8');

  constructor(private readonly file: string) {}

  /** What came since the last look; a character that is half there waits for its other half. */
  added(): string {
    let fd: number;
    try {
      fd = openSync(this.file, 'r');
    } catch {
      return '';
    }
    try {
      if (fstatSync(fd).size < this.end) {
        this.end = 0;
        this.decoder = new StringDecoder('utf8');
      }
      const buffer = Buffer.alloc(pieceBytes);
      let text = '';
      for (;;) {
        const size = readSync(fd, buffer, 0, pieceBytes, this.end);
        if (size === 0) return text;
        this.end += size;
        text += this.decoder.write(buffer.subarray(0, size));
      }
    } finally {
      closeSync(fd);
    }
  }
}

export interface FailingTest {
  readonly name: string;
  /** What the suite said about it. */
  readonly message: string;
}

const shownLines = 25;

/** The tests that an output names as failed, each with the lines that follow its last mention. */
export function failingTests(output: string): readonly FailingTest[] {
  const { failing = [], failed = 0 } = testCounts(output) ?? {};
  // Some reporters repeat the names of suites below the tests.
  const names = failing.slice(0, Math.max(failed, 1));
  // eslint-disable-next-line no-control-regex -- colours of a terminal say nothing in a message
  const lines = output.replace(/\u001b\[[0-9;]*m/g, '').split(/\r?\n/);
  const mentions = new Map(names.map((name) => [name, lines.findLastIndex((line) => line.includes(name))]));
  const starts = [...mentions.values()].sort((one, other) => one - other);
  return names.map((name) => {
    const start = mentions.get(name) ?? -1;
    if (start < 0) return { name, message: name };
    const next = starts.find((one) => one > start) ?? lines.length;
    const text = lines.slice(start, Math.min(next, start + shownLines));
    return { name, message: text.join('\n').trim() };
  });
}
