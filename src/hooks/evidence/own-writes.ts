import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../project/make-folder';
import { sealText } from './seal';

/** The public files that say whether a flag is passed. */
export const flagFiles = ['.claude_review_state.json', '.claude/.test-status', '.claude/.proof-status'] as const;
export type FlagFile = (typeof flagFiles)[number];

export function isFlagFile(relative: string): relative is FlagFile {
  return (flagFiles as readonly string[]).includes(relative);
}

/**
 * What Gatehouse last left in a public file, as seals: one a line. While a write is under way the text before it is
 * still Gatehouse's own. A file that is not there has the seal of an empty text.
 */
export class OwnWrites {
  private readonly file: string;

  constructor(
    private readonly home: string,
    private readonly relative: string,
  ) {
    this.file = path.join(home, 'own-writes', relative.replace(/[^\w.-]/g, '_'));
  }

  begin(text: string): void {
    this.keep([...this.seals(), this.sealOf(text)]);
  }

  settle(text: string): void {
    this.keep([this.sealOf(text)]);
  }

  /** Did another program write this file? False for a file that Gatehouse has never written. */
  isForeign(text: string): boolean {
    const seals = this.seals();
    if (seals.length > 0) return !seals.includes(this.sealOf(text));
    if (text !== '') this.settle(text);
    return false;
  }

  private sealOf(text: string): string {
    return sealText(`${this.relative}\n${text}`, this.home);
  }

  private seals(): readonly string[] {
    try {
      return readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }

  private keep(seals: readonly string[]): void {
    try {
      makeFolder(path.dirname(this.file));
      writeFileSync(this.file, `${seals.join('\n')}\n`, { mode: 0o600 });
    } catch {
      // Receipts still say what a flag is worth; only a change by something else goes unseen.
    }
  }
}
