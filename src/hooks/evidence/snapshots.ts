import { rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { emptyTree, type Git } from '../project/git';
import { lazyObject } from '../project/lazy-schema';
import { planeOfPath, type Content, type Overlay } from './digest/content';
import type { Plane } from './evidence';
import { isOutsideContent } from './public-names';
import { ownFile } from '../state/stored-files';
import { sha256 } from '../project/sha256';
import { namesIn } from '../project/read-file';

/** The files as they were when a pass was earned: a commit, and what differed from it. Enough to name what changed since. */
const Snapshot = lazyObject(() => ({
  v: z.literal(1),
  head: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
  over: z.array(z.tuple([z.string(), z.union([z.string(), z.null()])])),
}));
type Snapshot = z.infer<typeof Snapshot>;

/** With more differing files than this no snapshot is kept: naming them all would help no reader. */
const keptPaths = 5_000;

/** The contents that receipts were earned on, one small file per content. */
export class Snapshots {
  private readonly folder: string;

  constructor(
    home: string,
    private readonly git: Git,
    private readonly docExtensions: readonly string[],
  ) {
    this.folder = path.join(home, 'snapshots');
  }

  async keep(plane: Plane, content: Content): Promise<void> {
    const digest = content.digests[plane];
    const overlay = content.overlays[plane];
    if (digest.kind !== 'whole' || overlay.size > keptPaths) return;
    const snapshot: Snapshot = {
      v: 1,
      ...(content.head === undefined ? {} : { head: content.head }),
      over: [...overlay],
    };
    await this.file(digest.value).update((now) => (now === undefined ? snapshot : undefined));
  }

  /** Removes the snapshots that no receipt names any more. */
  prune(digests: ReadonlySet<string>): void {
    const kept = new Set([...digests].map((digest) => `${nameOf(digest)}.json`));
    for (const name of namesIn(this.folder)) {
      if (name.endsWith('.json') && !kept.has(name)) rmSync(path.join(this.folder, name), { force: true });
    }
  }

  /** The files of a plane that changed since the receipt's content; undefined if its snapshot or commit is gone. */
  async changedSince(digest: string, plane: Plane, now: Content): Promise<readonly string[] | undefined> {
    const reading = this.file(digest).read();
    if (reading.kind !== 'ok' || now.digests[plane].kind !== 'whole') return undefined;
    const before: Overlay = new Map(reading.value.over);
    const commits = await this.between(reading.value.head, now.head, plane);
    if (commits === undefined) return undefined;
    const after = now.overlays[plane];
    const changed = new Set([...before.keys(), ...after.keys(), ...commits.keys()]);
    const files = [...changed].filter((file) => {
      const commit = commits.get(file);
      const unchanged = Symbol(file);
      const earlier = before.has(file)
        ? before.get(file)
        : (commit?.before ?? (commit === undefined ? unchanged : null));
      const current = after.has(file) ? after.get(file) : (commit?.after ?? (commit === undefined ? unchanged : null));
      return earlier !== current;
    });
    return files.sort();
  }

  private async between(from: string | undefined, to: string | undefined, plane: Plane): Promise<Commits | undefined> {
    if (from === to) return new Map();
    if (to === undefined) return undefined;
    const empty = to.length === 64 ? emptyTree.sha256 : emptyTree.sha1;
    try {
      const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', from ?? empty, to];
      const output = await this.git.ask(args, { timeoutMs: 10_000 });
      return readRaw(output, (file) => planeOfPath(file, this.docExtensions) === plane && !isOutsideContent(file));
    } catch {
      // The earlier commit no longer exists (a rebase, a shallow clone).
      return undefined;
    }
  }

  private file(digest: string) {
    return ownFile(this.folder, nameOf(digest), Snapshot, { layout: 'compact' });
  }
}

const nameOf = (digest: string): string => sha256(digest).slice(0, 32);

type Commits = ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>;

function readRaw(output: string, wanted: (file: string) => boolean): Commits {
  const commits = new Map<string, { before: string | null; after: string | null }>();
  const parts = output.split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before = '', after = '', beforeId = '', afterId = ''] = (parts[at] ?? '').slice(1).split(' ');
    const file = parts[at + 1] ?? '';
    if (!wanted(file)) continue;
    commits.set(file, { before: held(before, beforeId), after: held(after, afterId) });
  }
  return commits;
}

const held = (mode: string, id: string): string | null => (mode === '000000' ? null : `${mode} ${id}`);
