import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Plane, ReviewState } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { fileInProject, owed, clearOwed } from './owed';
import {
  commands,
  requiredReviews,
  type ReviewDuty,
  roundsAreOver,
  roundsWithoutProgress,
  type Step,
} from './progress';
import { tasksUnderWay } from './background-review';
import type { ReviewKind } from './vocabulary';

/** The session that asks, and the background tasks that its client still runs, if the client says. */
export interface Asker {
  readonly session: string;
  readonly running: ReadonlySet<string> | undefined;
}

/** Judges by the state file and what git says about it. */
export async function dutyFromState(state: ReviewState, asker: Asker, site: Site): Promise<ReviewDuty> {
  const flagged = [
    ...(state.has_code_change ? (['code'] as const) : []),
    ...(state.has_doc_change ? (['doc'] as const) : []),
  ];
  if (flagged.length === 0) return { kind: 'fine', reason: 'All steps completed' };
  return dutyOf(flagged, asker, site);
}

/** Git tracks the state file, so its flags are no evidence: every changed file owes a review. */
export const dutyFromShippedState = async (asker: Asker, site: Site): Promise<ReviewDuty> =>
  dutyOf(['code', 'doc'], asker, site, true);

async function dutyOf(planes: readonly Plane[], asker: Asker, site: Site, mustBeDirty = false): Promise<ReviewDuty> {
  const open = await openDues(planes, site);
  for (const plane of planes) if (open[plane].length === 0) await clearOwed(site, plane);
  // When every review is passed, git need not be asked what changed.
  if (planes.every((plane) => open[plane].length === 0)) return { kind: 'fine', reason: 'All steps completed' };
  const changes = await changesOf(planes, site);
  if (changes.kind === 'unknown') site.note(`the state file is trusted: ${changes.why}`);
  const owing = planes.filter((plane) => isOwed(plane, changes, mustBeDirty));
  const steps = owing.flatMap((plane) => open[plane].map((due) => stepOf(due, plane, changes)));
  if (steps.length === 0)
    return { kind: 'fine', reason: owing.length === 0 ? 'No changes to review' : 'All steps completed' };
  const running = underWay(asker, site);
  if (running.length > 0) return { kind: 'waiting', reason: `A review is in progress: ${running.join(', ')}` };
  const over = steps.flatMap(({ kind }) => {
    const round = roundsAreOver(kind, asker.session, site);
    return round === undefined ? [] : [`${kind.replace('_', ' ')} ${round}/${site.config.settings.review.maxRounds}`];
  });
  if (over.length > 0) {
    const reason = `Max review rounds exceeded (${over.join(', ')}): escalate to a person, do not retry`;
    return { kind: 'exceeded', reason, key: reason };
  }
  const stuck = steps.flatMap(({ kind }) => {
    const counts = roundsWithoutProgress(kind, asker.session, site);
    return counts === undefined ? [] : [`${kind.replace('_', ' ')}: ${counts.join(' → ')} findings`];
  });
  if (stuck.length > 0) {
    const reason = `Three review rounds in a row resolved nothing (${stuck.join(', ')}): a person should look, do not retry`;
    return { kind: 'exceeded', reason, key: reason };
  }
  return { kind: 'missing', steps, key: keyOf(steps, changes, site) };
}

/** Is a review owed? Not if nothing changed, and not if that is unknown and `mustBeDirty` is set. */
function isOwed(plane: Plane, changes: Changes, mustBeDirty: boolean): boolean {
  if (changes.kind === 'unknown') return !mustBeDirty;
  const { dirty, committed } = changes.planes[plane];
  return dirty || committed;
}

interface Due {
  readonly kind: ReviewKind;
  readonly why: string;
}

/** The reviews of each plane that do not count as done. */
async function openDues(planes: readonly Plane[], site: Site): Promise<Readonly<Record<Plane, readonly Due[]>>> {
  const open = async (plane: Plane) => {
    if (!planes.includes(plane)) return [];
    const asked = requiredReviews[plane].map(async (kind) => ({ kind, status: await site.evidence.status(kind) }));
    const statuses = await Promise.all(asked);
    return statuses.flatMap(({ kind, status }) => (status.trusted ? [] : [{ kind, why: status.reason }]));
  };
  const [code, doc] = await Promise.all([open('code'), open('doc')]);
  return { code, doc };
}

function stepOf({ kind, why }: Due, plane: Plane, changes: Changes): Step {
  const committed = changes.kind === 'known' && !changes.planes[plane].dirty;
  return { kind, command: commands[kind], why: committed ? `${why} The edits were committed meanwhile.` : why };
}

/** Reviews that are still running, according to the client's list of background tasks. */
function underWay({ session, running }: Asker, site: Site): readonly string[] {
  return tasksUnderWay(site, session)
    .map(({ task }) => task)
    .filter((task) => running?.has(task) !== false);
}

/** The same findings: the same reviews are owed, and neither a file nor a flag has changed. */
function keyOf(steps: readonly Step[], changes: Changes, site: Site): string {
  const reading = site.evidence.review.read();
  const flags = reading.kind === 'ok' ? reading.value.updated_at : reading.kind;
  const content = changes.kind === 'known' ? changes.print : 'unknown';
  return [...steps.map(({ kind }) => kind), flags, content].join(' ');
}

/** What git says about the files of a plane that was asked about. */
interface PlaneChange {
  /** Files that differ from the last commit, tracked or new. */
  readonly dirty: boolean;
  /** Edits that a hook saw were committed before they were reviewed. */
  readonly committed: boolean;
}

type Changes =
  | {
      readonly kind: 'known';
      readonly planes: Readonly<Record<Plane, PlaneChange>>;
      /** Equal as long as nothing visible changes: which files differ, and the state of the first of them. */
      readonly print: string;
    }
  /** Git is missing, slow, or this is no repository: the state file is trusted. */
  | { readonly kind: 'unknown'; readonly why: string };

const statusMs = 10_000;

async function changesOf(planes: readonly Plane[], site: Site): Promise<Changes> {
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

/** Committing edits does not settle the review that they owe; reverting them does. */
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
    // The old commit is gone: nothing shows that the edits were reverted.
    return true;
  }
}
