import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

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
