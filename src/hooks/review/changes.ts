import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Plane } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { owed } from './owed';
import { fileInProject } from './project-file';

/** What git says about the files of a plane that was asked about. */
interface PlaneChange {
  /** Files that differ from the last commit, tracked or new. */
  readonly dirty: boolean;
  /** Edits that a hook saw were committed before they were reviewed. */
  readonly committed: boolean;
}

export type Changes =
  | {
      readonly kind: 'known';
      readonly planes: Readonly<Record<Plane, PlaneChange>>;
      /** The same as long as nothing visible changes: which files differ, and how the first of them look. */
      readonly print: string;
    }
  /** Git is missing, slow, or this is no repository: the state file's word stands. */
  | { readonly kind: 'unknown'; readonly why: string };

const statusMs = 10_000;

export async function changesOf(planes: readonly Plane[], site: Site): Promise<Changes> {
  if (site.git === undefined) return { kind: 'unknown', why: 'not in a git repository' };
  try {
    const status = await site.git.ask(['status', '--porcelain=v1', '-z', '-uall'], { timeoutMs: statusMs });
    const dirty = dirtyPlanes(status, planes, site);
    const known = async (plane: Plane): Promise<PlaneChange> => ({
      dirty: dirty.has(plane),
      committed: planes.includes(plane) && !dirty.has(plane) && (await wereCommitted(plane, site)),
    });
    return {
      kind: 'known',
      planes: { code: await known('code'), doc: await known('doc') },
      print: fingerprintOf(status, site),
    };
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message.slice(0, 200) : 'git failed' };
  }
}

const lookedAt = 200;

function fingerprintOf(status: string, site: Site): string {
  const hash = createHash('sha256').update(`${site.git?.commit() ?? ''}\0${status}`);
  let at = 0;
  for (let count = 0; count < lookedAt && at < status.length; count++) {
    const end = status.indexOf('\0', at);
    const file = path.join(site.root, status.slice(at + 3, end === -1 ? undefined : end));
    const stats = lstatSync(file, { throwIfNoEntry: false });
    hash.update(stats === undefined ? '-' : `${stats.size} ${stats.mtimeMs} `);
    if (end === -1) break;
    at = end + 1;
  }
  return hash.digest('hex');
}

/** Records are `XY path`; a rename or copy has its old path in a record of its own. Names come as they are. */
function dirtyPlanes(status: string, asked: readonly Plane[], site: Site): ReadonlySet<Plane> {
  const dirty = new Set<Plane>();
  for (let at = 0; at < status.length && !asked.every((plane) => dirty.has(plane));) {
    let end = status.indexOf('\0', at);
    if (end === -1) end = status.length;
    add(status.slice(at + 3, end), dirty, site);
    if (/[RC]/.test(status.slice(at, at + 2))) {
      const next = status.indexOf('\0', end + 1);
      const old = next === -1 ? status.length : next;
      add(status.slice(end + 1, old), dirty, site);
      end = old;
    }
    at = end + 1;
  }
  return dirty;
}

function add(name: string, dirty: Set<Plane>, site: Site): void {
  const file = fileInProject(name, site);
  if (file !== undefined) dirty.add(file.plane);
}

/** A commit does not pay for the review that its edits owed; taking the edits back does. */
async function wereCommitted(plane: Plane, site: Site): Promise<boolean> {
  const debt = owed(site, plane);
  const head = site.git?.commit();
  if (debt === undefined || head === undefined || debt.head === head) return false;
  if (debt.head === undefined) return true;
  try {
    const args = ['diff', '--name-only', '--no-renames', '-z', debt.head, head];
    const names = (await site.git?.ask(args, { timeoutMs: statusMs })) ?? '';
    return names.split('\0').some((name) => fileInProject(name, site)?.plane === plane && name !== '');
  } catch {
    // The commit of then is gone: nothing shows that the edits were taken back.
    return true;
  }
}
