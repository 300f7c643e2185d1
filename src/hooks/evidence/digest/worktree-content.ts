import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod/mini';
import { attempt } from '../../project/functions';
import { type Git, readStatus, type StatusEntry } from '../../project/git';
import { lazyObject } from '../../project/lazy-schema';
import type { Digest, Plane } from '../evidence';
import { isOutsideContent } from '../public-names';
import type { StateFile } from '../../state/state-file';
import { ownFile } from '../../state/stored-files';
import { digestPlanes, readListing, planeOfPath, type Content, type IndexEntry } from './content';
import {
  FileIds,
  IdCache,
  packedStatsAt,
  packStats,
  fileStatAt,
  isSettled,
  type Held,
  type Wanted,
  type FileStat,
} from './file-stat';

import { SideIndex } from './side-index';
import { readText, stampOf, changedAt } from '../../project/read-file';
import { messageOf } from '../../project/text';

const askMs = 20_000;
/** Fewer files are looked at sooner than git is started. */
const fewFiles = 1_000;
const statusArgs = 'status --porcelain=v2 -z --untracked-files=all --ignore-submodules=none --no-renames'.split(' ');

/** The digests of last time, and everything they were made from except the files' bytes. */
const Last = lazyObject(() => ({
  v: z.literal(1),
  from: z.string(),
  code: z.string(),
  doc: z.string(),
  /** The paths that were looked at, without those that the side index covers. */
  paths: z.array(z.string()),
  sideIndex: z.optional(z.string()),
}));
type Last = z.infer<typeof Last>;

/** Why a content has no digest. */
class Incomplete extends Error {}

/**
 * Reads the content of one worktree. Git says which files differ from the index; only those are read, each only when
 * its times moved. Nothing is written to the repository, not even a refreshed index.
 */
export class WorktreeContent {
  private readonly last: StateFile<Last>;
  private readonly sideIndex: SideIndex;
  private readonly ids: FileIds;
  private readonly indexFile: string;
  private asked: Promise<Record<Plane, Digest>> | undefined;

  constructor(
    private readonly git: Git,
    home: string,
    private readonly docExtensions: readonly string[],
  ) {
    this.last = ownFile(home, 'digests.json', Last, { layout: 'compact', sealed: true });
    this.sideIndex = new SideIndex(git, home);
    this.ids = new FileIds(
      git,
      ownFile(home, 'file-ids.json', IdCache, { layout: 'compact', limit: 64 * 1024 * 1024, sealed: true }),
      countsModes(git.repository.commonDir),
    );
    this.indexFile = path.join(git.repository.gitDir, 'index');
  }

  /** The digests alone. Several who ask at the same moment get one answer: git is asked once. */
  digests(): Promise<Record<Plane, Digest>> {
    this.asked ??= this.currentDigests().finally(() => (this.asked = undefined));
    return this.asked;
  }

  /** If nothing changed since last time, no file is read, the index is not listed, and git's output is not parsed. */
  private async currentDigests(): Promise<Record<Plane, Digest>> {
    try {
      const last = this.last.value();
      const agreed = last?.sideIndex === undefined ? Promise.resolve(true) : this.sideIndex.isUnchanged(last.sideIndex);
      const answer = await this.askGit(last?.paths ?? []);
      if ((await agreed) && last?.from === answer.fingerprint) return { code: whole(last.code), doc: whole(last.doc) };
      return (await this.contentOf(this.see(answer))).digests;
    } catch (error) {
      return partial(error);
    }
  }

  /** The digests and what the worktree holds beyond its last commit. */
  async read(): Promise<Content> {
    try {
      return await this.contentOf(this.see(await this.askGit([])));
    } catch (error) {
      const overlays = { code: new Map(), doc: new Map() };
      return { digests: partial(error), head: undefined, overlays, files: [], changedAt: { code: 0, doc: 0 } };
    }
  }

  /** When one of these files was last written, and which one, by the file system's clock. */
  lastWrite(files: readonly string[], plane: Plane, counts: (file: string) => boolean): LastWrite {
    const last = { at: 0, file: '' };
    for (const file of files) {
      if (isOutsideContent(file) || planeOfPath(file, this.docExtensions) !== plane) continue;
      // 0 also if it cannot be seen.
      const at = attempt(() => changedAt(`${this.git.root}/${file}`)) ?? 0;
      if (at > last.at && counts(file)) Object.assign(last, { at, file });
    }
    return last;
  }

  /** Asks git; while it works, the files that differed last time are looked at. */
  private async askGit(likely: readonly string[]): Promise<Answer> {
    const seenAt = Date.now();
    const index = stamp(this.indexFile);
    const head = this.git.commit();
    const asked = this.git.ask(statusArgs, { timeoutMs: askMs });
    const packed = packedStatsAt(this.git.root, likely);
    const output = await asked;
    return { seenAt, index, head, output, fingerprint: this.fingerprintOf(index, output, packed) };
  }

  private fingerprintOf(index: string, output: string, packed: Uint8Array): string {
    const hash = createHash('sha256').update(`${index}\0${this.docExtensions.join(',')}\0${output}\0`);
    return hash.update(packed).digest('hex');
  }

  /** How the files that differ look from outside. */
  private see(answer: Answer): Seen {
    const status = readStatus(answer.output);
    const changed = status.filter(
      (entry) => (entry.kind === 'untracked' || entry.worktree !== '.') && !isOutsideContent(entry.path),
    );
    return { ...answer, status, looks: changed.map((entry) => fileStatAt(this.git.root, entry.path)) };
  }

  private async contentOf(seen: Seen): Promise<Content> {
    const { status, looks: stats, seenAt } = seen;
    refuse(status);
    const modes = new Map(status.map((entry) => [entry.path, entry.mode]));
    const wanted = stats.map((stat): Wanted => ({ stat, mode: modes.get(stat.path) ?? '' }));
    const [listing, held] = await Promise.all([
      this.git.ask(['ls-files', '-s', '-v', '-z'], { timeoutMs: askMs }).then(readListing),
      this.ids.idsOf(wanted, seenAt),
    ]);
    const hidden = listing
      .filter((entry) => entry.unwatched !== 'no' && !isOutsideContent(entry.path))
      .map((entry) => ({ entry, stat: fileStatAt(this.git.root, entry.path), mode: entry.mode }));
    const heldHidden = await this.ids.idsOf(hidden, undefined);
    if (stamp(this.indexFile) !== seen.index) throw new Incomplete('git was changing the index at the same moment');
    const worktree = new Map<string, string | null>();
    for (const look of stats) lay(worktree, look.path, held.get(look.path));
    for (const { entry, stat } of hidden) layHidden(worktree, entry, stat, heldHidden.get(stat.path));
    const digests = digestPlanes(listing, worktree, this.docExtensions);
    if (hidden.length === 0 && stats.every((stat) => stat.kind !== 'file' || isSettled(stat.key, seenAt))) {
      await this.remember(seen, digests);
    }
    return {
      digests,
      head: seen.head,
      overlays: this.overlays(status, worktree),
      files: listing.map((entry) => entry.path),
      changedAt: this.changedAt(stats),
    };
  }

  private changedAt(stats: readonly FileStat[]): Content['changedAt'] {
    const changedAt = { code: 0, doc: 0 };
    for (const { path: file, key } of stats) {
      const plane = planeOfPath(file, this.docExtensions);
      changedAt[plane] = Math.max(changedAt[plane], key[1], key[2]);
    }
    return changedAt;
  }

  private async remember({ index, output, looks: stats, status }: Seen, digests: Record<Plane, Digest>): Promise<void> {
    const { code, doc } = digests;
    if (code.kind !== 'whole' || doc.kind !== 'whole') return;
    const untracked = new Set(status.flatMap((entry) => (entry.kind === 'untracked' ? [entry.path] : [])));
    const isNew = (stat: FileStat) => stat.kind === 'file' && untracked.has(stat.path);
    const sideIndex = await this.sideIndexOf(stats.filter(isNew));
    const compared = sideIndex === undefined ? stats : stats.filter((stat) => !isNew(stat));
    const from = this.fingerprintOf(index, output, packStats(compared));
    const paths = compared.map((stat) => stat.path);
    await this.last.update(() => ({ v: 1, from, code: code.value, doc: doc.value, paths, sideIndex }));
  }

  /**
   * Git takes note of many new files, which its status only names: at the changed ones it looks anyhow, and for as long
   * as we do. What it noted has to be what was looked at: its stats before and after are the same.
   */
  private async sideIndexOf(files: readonly FileStat[]): Promise<string | undefined> {
    if (files.length < fewFiles) return undefined;
    const paths = files.map((stat) => stat.path);
    const sideIndex = await this.sideIndex.remember(paths);
    const same = sideIndex !== undefined && Buffer.compare(packedStatsAt(this.git.root, paths), packStats(files)) === 0;
    return same ? sideIndex : undefined;
  }

  private overlays(status: readonly StatusEntry[], worktree: ReadonlyMap<string, string | null>): Content['overlays'] {
    const overlays = { code: new Map<string, string | null>(), doc: new Map<string, string | null>() };
    const add = (file: string, now: string | null, committed: string | undefined) => {
      if (now === (committed ?? null)) return;
      overlays[planeOfPath(file, this.docExtensions)].set(file, now);
    };
    const tracked = status.filter((entry) => entry.kind === 'tracked' && !isOutsideContent(entry.path));
    for (const { path: file, stages, committed } of tracked) {
      const now = worktree.get(file);
      const [staged] = stages;
      const unchanged = staged === undefined ? null : `${staged.mode} ${staged.id}`;
      add(file, now === undefined ? unchanged : now, committed && `${committed.mode} ${committed.id}`);
    }
    const named = new Set(tracked.map((entry) => entry.path));
    for (const [file, now] of worktree) if (!named.has(file)) add(file, now, undefined);
    return overlays;
  }
}

export interface LastWrite {
  readonly at: number;
  readonly file: string;
}

interface Answer {
  readonly seenAt: number;
  readonly index: string;
  readonly head: string | undefined;
  /** What `git status` printed. */
  readonly output: string;
  /** Another one whenever the content could be another. */
  readonly fingerprint: string;
}

interface Seen extends Answer {
  readonly status: readonly StatusEntry[];
  /** In the order of the changed entries. */
  readonly looks: readonly FileStat[];
}

function refuse(status: readonly StatusEntry[]): void {
  const conflict = status.find((entry) => entry.kind === 'conflict');
  if (conflict !== undefined) throw new Incomplete(`${conflict.path} has an unresolved conflict`);
  const dirty = status.find((entry) => entry.submodule === 'dirty');
  if (dirty !== undefined) throw new Incomplete(`the submodule ${dirty.path} has changes of its own`);
  const odd = status.find((entry) => entry.path.includes('\uFFFD'));
  if (odd !== undefined) throw new Incomplete(`the name of ${odd.path} is not valid UTF-8`);
}

function lay(worktree: Map<string, string | null>, file: string, held: Held | undefined): void {
  switch (held?.kind) {
    case 'content':
      worktree.set(trimmed(file), `${held.mode} ${held.id}`);
      return;
    case 'nothing':
      worktree.set(file, null);
      return;
    case 'unreadable':
      throw new Incomplete(held.reason);
    case 'elsewhere':
    case undefined:
      return;
  }
}

/** A file that git was told to ignore in the worktree: its current content counts; a missing one counts only if git expects it. */
function layHidden(
  worktree: Map<string, string | null>,
  entry: IndexEntry,
  stat: FileStat,
  held: Held | undefined,
): void {
  if (stat.kind === 'missing' && entry.unwatched === 'skipped') return;
  lay(worktree, stat.path, held);
}

/** Git writes a nested repository with a slash at its end, and adds it without one. */
const trimmed = (file: string): string => (file.endsWith('/') ? file.slice(0, -1) : file);

const whole = (value: string): Digest => ({ kind: 'whole', value });

function partial(error: unknown): Record<Plane, Digest> {
  const message = messageOf(error);
  const reason = message.replace(/^git \S+: (?:fatal: )?/, 'git says: ');
  return { code: { kind: 'partial', reason }, doc: { kind: 'partial', reason } };
}

const stamp = (file: string): string => stampOf(file) ?? 'none';

/** Whether this clone records the executable bit (`core.fileMode`). */
const countsModes = (commonDir: string): boolean =>
  !/^\s*filemode\s*=\s*(?:false|no|off|0)\s*$/im.test(readText(path.join(commonDir, 'config')) ?? '');
