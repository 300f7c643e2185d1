import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash_hex as sipHash } from 'siphash';
import { makeFolder, readFile } from '../project/read-file';
import { type Format, unparsed } from './state-file';
import { codeOf } from '../project/functions';

/**
 * A document that only Gatehouse writes: its last key is a seal over everything before it. A script that writes the
 * file without Gatehouse's key leaves a document that does not count.
 */
export function sealedFormat<T>(inner: Format<T>, folder: string): Format<T> {
  return {
    parse: (text, mtimeMs) => {
      const { body, seal } = split(text);
      const key = readKey(folder);
      if (seal === undefined || key === undefined || !sameSeal(seal, sealOf(body, key))) {
        return unparsed('it was not written by Gatehouse');
      }
      return inner.parse(body, mtimeMs);
    },
    print: (value, before) => {
      const body = inner.print(value, before === undefined ? undefined : split(before).body);
      const seal = sealOf(body, readKey(folder) ?? newKey(folder));
      const end = body.endsWith(readable.end) ? readable : compact;
      return `${body.slice(0, -end.end.length)}${end.name}"${seal}"${end.end}`;
    },
  };
}

/** The seal of a text, to be stored in a separate file. */
export const sealText = (text: string, folder: string): string => sealOf(text, readKey(folder) ?? newKey(folder));

/**
 * A short text's keyed checksum (SipHash), for what a hook without the host looks at in every call: node's crypto would
 * take it three milliseconds to load.
 */
export function checksum(text: string, folder: string): string {
  const key = readKey(folder) ?? newKey(folder);
  return sipHash(new Uint32Array(Uint8Array.from(key).buffer, keyBytes / 2, 4), text);
}

/** The seal that a text says it has, right or not. */
export const sealIn = (text: string): string | undefined => split(text).seal ?? /^([0-9a-f]{64})\n/.exec(text)?.[1];

/** The end of a document, and the text in front of its seal. */
const readable = { name: ',\n  "seal": ', end: '\n}\n' };
const compact = { name: ',"seal":', end: '}\n' };
const sealed = /,(?:\n {2}"seal": |"seal":)"([0-9a-f]{64})"(\n?\}\n)$/;
/** No seal is longer than this, with the text around it. */
const sealLength = 100;
const keyFile = 'seal.key';
const keyBytes = 32;

function split(text: string): { readonly body: string; readonly seal: string | undefined } {
  const from = Math.max(0, text.length - sealLength);
  const found = sealed.exec(text.slice(from));
  return found === null
    ? { body: text, seal: undefined }
    : { body: `${text.slice(0, from + found.index)}${found[2] ?? ''}`, seal: found[1] };
}

const sealOf = (body: string, key: Buffer): string => createHmac('sha256', key).update(body).digest('hex');

const sameSeal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function readKey(folder: string): Buffer | undefined {
  const read = readFile(path.join(folder, keyFile), { maxBytes: keyBytes });
  return read.kind === 'bytes' && read.bytes.length === keyBytes ? read.bytes : undefined;
}

/** Two processes may need the first key at once, and one may die while it writes: what was written whole first counts. */
function newKey(folder: string): Buffer {
  const file = path.join(folder, keyFile);
  makeFolder(folder, 0o700);
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      writeFileSync(file, randomBytes(keyBytes), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const key = readKey(folder);
    if (key !== undefined) return key;
    rmSync(file, { force: true, recursive: true });
  }
  throw new Error(`${file} cannot be written`);
}

/**
 * Tells the running host, which remembers the documents under seal, that this process of Gatehouse is about to write one.
 * The host looks who it is. Undefined if no host runs.
 */
export function announce(file: string, text: string): Promise<void> | undefined {
  const seal = sealIn(text);
  const folder = path.dirname(file);
  // A worktree's documents lie two folders below Gatehouse's home, the others in it.
  const homes = [folder, path.resolve(folder, '../..')];
  const home = homes.find((one) => existsSync(path.join(one, 'host/endpoint')));
  if (seal === undefined || home === undefined) return undefined;
  return import(/* webpackMode: "eager" */ '../host/client').then(({ sendAnnouncement }) =>
    sendAnnouncement(home, file, seal),
  );
}

/** The public files that say whether a flag is passed. */
export const flagFiles = ['.claude_review_state.json', '.claude/.test-status', '.claude/.proof-status'] as const;
export type FlagFile = (typeof flagFiles)[number];

export const isFlagFile = (relative: string): relative is FlagFile =>
  (flagFiles as readonly string[]).includes(relative);

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
