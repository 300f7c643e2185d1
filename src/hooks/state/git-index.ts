import { statSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '../project/place';
import { readBytes } from '../project/read-file';

interface Known {
  readonly stamp: string;
  readonly answers: Map<string, boolean>;
}

const known = new Map<string, Known>();

/** Of a repository with millions of files. */
const largestIndex = { maxBytes: 512 * 1024 * 1024 };

/**
 * Does git track this path (relative to the worktree, with slashes)? Read from the index file itself; one answer is
 * good for as long as the index is the same file.
 */
export function isTracked(repository: Repository | undefined, relative: string): boolean {
  if (repository === undefined) return false;
  const file = path.join(repository.gitDir, 'index');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const stamp = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(':');
  let cached = known.get(file);
  if (cached?.stamp !== stamp) {
    cached = { stamp, answers: new Map() };
    known.set(file, cached);
  }
  const answer = cached.answers.get(relative) ?? lookUp(repository, file, relative);
  cached.answers.set(relative, answer);
  return answer;
}

/** An index that cannot be understood is searched for the name as it stands: too careful is the safe side. */
function lookUp(repository: Repository, file: string, relative: string): boolean {
  const bytes = readBytes(file, largestIndex);
  if (bytes === undefined) return true;
  return indexHolds(bytes, relative, idLength(repository), (shared) =>
    readBytes(path.join(repository.gitDir, `sharedindex.${shared}`), largestIndex),
  );
}

function idLength(repository: Repository): number {
  const config = readBytes(path.join(repository.commonDir, 'config'))?.toString('utf8') ?? '';
  return /^\s*objectformat\s*=\s*sha256/im.test(config) ? 32 : 20;
}

/**
 * Just enough of git's index format (versions 2 to 4, both object formats, split indexes) to say whether a path is in
 * it, without starting git. Letter case is ignored: on some file systems `.Claude` is `.claude`.
 */
function indexHolds(
  index: Buffer,
  relative: string,
  idLength: number,
  shared: (id: string) => Buffer | undefined,
): boolean {
  const wanted = relative.toLowerCase();
  try {
    const { found, end, version } = scan(index, wanted, idLength);
    if (found) return true;
    if (version === 0) return roughly(index, wanted);
    const base = sharedId(index, end, idLength);
    if (base === undefined) return false;
    const bytes = shared(base);
    return bytes === undefined ? true : indexHolds(bytes, relative, idLength, () => undefined);
  } catch {
    return roughly(index, wanted);
  }
}

function scan(index: Buffer, wanted: string, idLength: number): { found: boolean; end: number; version: number } {
  if (index.toString('latin1', 0, 4) !== 'DIRC') return { found: false, end: 0, version: 0 };
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return { found: false, end: 0, version: 0 };
  const count = index.readUInt32BE(8);
  const first = wanted.charCodeAt(0);
  let at = 12;
  let previous = '';
  const length = Buffer.byteLength(wanted);
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    at += 40 + idLength;
    const flags = index.readUInt16BE(at);
    at += flags & 0x4000 ? 4 : 2;
    if (version === 4) {
      const [strip, name] = varint(index, at);
      const end = index.indexOf(0, name);
      if (end < 0) throw new RangeError('unterminated name');
      previous = previous.slice(0, previous.length - strip) + index.toString('latin1', name, end);
      at = end + 1;
      if (lower(previous) === wanted) return { found: true, end: at, version };
      continue;
    }
    const stated = flags & 0x0fff;
    const end = stated < 0x0fff ? at + stated : index.indexOf(0, at);
    if (end < at || end >= index.length) throw new RangeError('unterminated name');
    if (end - at === length && ((index[at] ?? 0) | 0x20) === (first | 0x20)) {
      if (lower(index.toString('latin1', at, end)) === wanted) return { found: true, end, version };
    }
    at = start + Math.ceil((end + 1 - start) / 8) * 8;
  }
  return { found: false, end: at, version };
}

/** Git's variable width number, as pack offsets have it. */
function varint(index: Buffer, from: number): readonly [number, number] {
  let at = from;
  let byte = index.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = index.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}

/** The id in the `link` extension: most entries then lie in another file. */
function sharedId(index: Buffer, entriesEnd: number, idLength: number): string | undefined {
  for (let at = entriesEnd; at + 8 <= index.length - idLength;) {
    const size = index.readUInt32BE(at + 4);
    if (index.toString('latin1', at, at + 4) === 'link') return index.toString('hex', at + 8, at + 8 + idLength);
    at += 8 + size;
  }
  return undefined;
}

const roughly = (index: Buffer, wanted: string): boolean => lower(index.toString('latin1')).includes(wanted);

const lower = (text: string): string => text.toLowerCase();
