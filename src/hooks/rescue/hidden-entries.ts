import { readBytes } from '../project/read-file';
import type { BytePath } from './content';

/** An entry of the index that `git status` never reports: assumed unchanged, or left out of a sparse checkout. */
export interface HiddenEntry {
  readonly path: BytePath;
  /** The blob that the index holds. */
  readonly id: string;
}

const largest = { maxBytes: 512 * 1024 * 1024 };

/**
 * Reads them from the index file, without starting git. Undefined if the file is of a kind that only git reads:
 * split, sparse, or of a later version.
 */
export function hiddenEntries(file: string, idLength: 20 | 32): readonly HiddenEntry[] | undefined {
  const index = readBytes(file, largest);
  if (index === undefined) return [];
  try {
    return scan(index, idLength);
  } catch {
    return undefined;
  }
}

const submodule = 0o160000;
const folder = 0o040000;
const assumed = 0x8000;
const extended = 0x4000;
const skipped = 0x4000;

function scan(index: Buffer, idLength: 20 | 32): readonly HiddenEntry[] | undefined {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const found: HiddenEntry[] = [];
  let previous = '';
  const end = walk(index, version, idLength, (entry) => {
    const { start, nameAt, nameEnd, flags, more, strip } = entry;
    const mode = index.readUInt32BE(start + 24);
    const isHidden = (flags & assumed) !== 0 || (more & skipped) !== 0;
    if (version === 4)
      previous = previous.slice(0, previous.length - strip) + index.toString('latin1', nameAt, nameEnd);
    if (mode === folder) throw new RangeError('a sparse index');
    if (!isHidden || mode === submodule) return;
    const path = version === 4 ? previous : index.toString('latin1', nameAt, nameEnd);
    found.push({ path, id: index.toString('hex', start + 40, start + 40 + idLength) });
  });
  return isSplit(index, end, idLength) ? undefined : found;
}

interface Raw {
  readonly start: number;
  readonly nameAt: number;
  readonly nameEnd: number;
  readonly flags: number;
  readonly more: number;
  /** Version 4: how many letters of the name before this one fall away. */
  readonly strip: number;
}

/** Calls back for each entry; returns where the extensions begin. */
function walk(index: Buffer, version: number, idLength: number, each: (entry: Raw) => void): number {
  const count = index.readUInt32BE(8);
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    at += 40 + idLength;
    const flags = index.readUInt16BE(at);
    const more = flags & extended ? index.readUInt16BE(at + 2) : 0;
    at += flags & extended ? 4 : 2;
    let strip = 0;
    if (version === 4) {
      let byte = index.readUInt8(at++);
      strip = byte & 0x7f;
      while (byte & 0x80) {
        byte = index.readUInt8(at++);
        strip = (strip + 1) * 128 + (byte & 0x7f);
      }
    }
    const stated = flags & 0x0fff;
    const nameEnd = version === 4 || stated === 0x0fff ? index.indexOf(0, at) : at + stated;
    if (nameEnd < at || nameEnd >= index.length || index[nameEnd] !== 0) throw new RangeError('no name');
    each({ start, nameAt: at, nameEnd, flags, more, strip });
    at = version === 4 ? nameEnd + 1 : start + Math.ceil((nameEnd + 1 - start) / 8) * 8;
  }
  return at;
}

function isSplit(index: Buffer, entriesEnd: number, idLength: number): boolean {
  for (let at = entriesEnd; at + 8 <= index.length - idLength;) {
    if (index.toString('latin1', at, at + 4) === 'link') return true;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return false;
}
