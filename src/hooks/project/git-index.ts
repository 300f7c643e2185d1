import path from 'node:path';
import { hashOf, type Repository } from './place';
import { readBytes, stampOf } from './read-file';

/*
 * Git's index, read without starting git: versions 2 to 4, both object formats. Just enough of it to say whether a path is
 * tracked, and which entries `git status` never reports.
 */

/** Answers by index file, good for as long as its stamp is the same. */
const known = new Map<string, { readonly stamp: string; readonly answers: Map<string, boolean> }>();

/** Of a repository with millions of files. */
const largestIndex = { maxBytes: 512 * 1024 * 1024 };

const indexOf = ({ gitDir }: Repository): string => path.join(gitDir, 'index');
const idLengthOf = (repository: Repository): number => (hashOf(repository) === 'sha256' ? 32 : 20);

/** Does git track this path (relative to the worktree, with slashes)? */
export function isTracked(repository: Repository | undefined, relative: string): boolean {
  if (repository === undefined) return false;
  const file = indexOf(repository);
  const stamp = stampOf(file);
  if (stamp === undefined) return false;
  let cached = known.get(file);
  if (cached?.stamp !== stamp) {
    cached = { stamp, answers: new Map() };
    known.set(file, cached);
  }
  const answer = cached.answers.get(relative) ?? holds(repository, file, relative.toLowerCase());
  cached.answers.set(relative, answer);
  return answer;
}

/**
 * Is the path in an index file, or in the one that it shares entries with? Letter case is ignored: on some file systems
 * `.Claude` is `.claude`. An index that cannot be read counts as holding it, and one that cannot be understood is
 * searched for the name as it stands: too careful is the safe side.
 */
function holds(repository: Repository, file: string, wanted: string, isShared = false): boolean {
  const index = readBytes(file, largestIndex);
  if (index === undefined) return true;
  const idLength = idLengthOf(repository);
  const length = Buffer.byteLength(wanted);
  const first = wanted.charCodeAt(0) | 0x20;
  try {
    const entries = new Entries(index, idLength);
    while (entries.next()) {
      const mayBe = entries.nameEnd - entries.nameAt === length || entries.isPacked;
      if (mayBe && (entries.firstLetter | 0x20) === first && entries.name.toLowerCase() === wanted) return true;
    }
    const shared = isShared ? undefined : sharedId(index, entries.end, idLength);
    return (
      shared !== undefined && holds(repository, path.join(repository.gitDir, `sharedindex.${shared}`), wanted, true)
    );
  } catch {
    return index.toString('latin1').toLowerCase().includes(wanted);
  }
}

/** An entry that `git status` never reports: assumed unchanged, or left out of a sparse checkout. */
export interface HiddenEntry {
  /** One letter a byte. */
  readonly path: string;
  /** The blob that the index holds. */
  readonly id: string;
}

const submodule = 0o160000;
const folder = 0o040000;
const assumed = 0x8000;
const extended = 0x4000;
const skipped = 0x4000;

/** Undefined if the index is of a kind that only git reads: split, sparse, or of a later version. */
export function hiddenEntries(repository: Repository): readonly HiddenEntry[] | undefined {
  const index = readBytes(indexOf(repository), largestIndex);
  if (index === undefined) return [];
  const idLength = idLengthOf(repository);
  const found: HiddenEntry[] = [];
  try {
    const entries = new Entries(index, idLength);
    while (entries.next()) {
      const { start, flags, more } = entries;
      const mode = index.readUInt32BE(start + 24);
      if (mode === folder) return undefined;
      const isHidden = (flags & assumed) !== 0 || (more & skipped) !== 0;
      if (!isHidden || mode === submodule) continue;
      found.push({ path: entries.name, id: index.toString('hex', start + 40, start + 40 + idLength) });
    }
    return sharedId(index, entries.end, idLength) === undefined ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Goes through the entries of an index. Throws where the file is not as git writes it. */
class Entries {
  /** Where the entry begins, its two words of flags, and where its name stands. */
  start = 0;
  flags = 0;
  more = 0;
  nameAt = 0;
  nameEnd = 0;
  /** Where the next entry begins; after the last one, where the extensions begin. */
  end = 12;
  /** In version 4 a name is stored as what differs from the name before it. */
  readonly isPacked: boolean;
  private unpacked = '';
  private left: number;

  constructor(
    private readonly index: Buffer,
    private readonly idLength: number,
  ) {
    const version = index.readUInt32BE(4);
    if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new RangeError('another format');
    this.isPacked = version === 4;
    this.left = index.readUInt32BE(8);
  }

  next(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    const { index, isPacked } = this;
    this.start = this.end;
    let at = this.start + 40 + this.idLength;
    this.flags = index.readUInt16BE(at);
    const isExtended = (this.flags & extended) !== 0;
    this.more = isExtended ? index.readUInt16BE(at + 2) : 0;
    at += isExtended ? 4 : 2;
    let strip = 0;
    if (isPacked) {
      // Git's variable width number, as pack offsets have it.
      let byte = index.readUInt8(at++);
      strip = byte & 0x7f;
      while (byte & 0x80) {
        byte = index.readUInt8(at++);
        strip = (strip + 1) * 128 + (byte & 0x7f);
      }
    }
    const stated = this.flags & 0x0fff;
    const end = isPacked || stated === 0x0fff ? index.indexOf(0, at) : at + stated;
    if (end < at || end >= index.length || index[end] !== 0) throw new RangeError('no name');
    this.nameAt = at;
    this.nameEnd = end;
    if (isPacked) {
      const kept = this.unpacked.slice(0, this.unpacked.length - strip);
      this.unpacked = kept + index.toString('latin1', at, end);
    }
    this.end = isPacked ? end + 1 : this.start + Math.ceil((end + 1 - this.start) / 8) * 8;
    return true;
  }

  get name(): string {
    return this.isPacked ? this.unpacked : this.index.toString('latin1', this.nameAt, this.nameEnd);
  }

  get firstLetter(): number {
    return this.isPacked ? this.unpacked.charCodeAt(0) : (this.index[this.nameAt] ?? 0);
  }
}

/** The id in the `link` extension: most entries then lie in another file. */
function sharedId(index: Buffer, entriesEnd: number, idLength: number): string | undefined {
  for (let at = entriesEnd; at + 8 <= index.length - idLength;) {
    if (index.toString('latin1', at, at + 4) === 'link') return index.toString('hex', at + 8, at + 8 + idLength);
    at += 8 + index.readUInt32BE(at + 4);
  }
  return undefined;
}
