import type { Plane, ReviewState } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { settle } from './owed';
import { roundsAreOver, roundsThatCloseNothing } from './progress';
import { tasksUnderWay } from './tasks';
import type { ReviewKind } from './vocabulary';
import { changesOf, type Changes } from './changes';
import { commands, dues, type ReviewDuty, type Step } from './duties';

/** The session that asks, and the background tasks that its client still runs, where the client says. */
export interface Asker {
  readonly session: string;
  readonly running: ReadonlySet<string> | undefined;
}

/** Judges by the state file and what git says about it. */
export async function findingFromState(state: ReviewState, asker: Asker, site: Site): Promise<ReviewDuty> {
  const flagged = [
    ...(state.has_code_change ? (['code'] as const) : []),
    ...(state.has_doc_change ? (['doc'] as const) : []),
  ];
  if (flagged.length === 0) return { kind: 'fine', reason: 'All steps completed' };
  return judged(flagged, asker, site);
}

/** Git tracks the state file: its flags are not evidence, so whatever is dirty owes its review. */
export async function findingFromShipped(asker: Asker, site: Site): Promise<ReviewDuty> {
  return judged(['code', 'doc'], asker, site, true);
}

async function judged(planes: readonly Plane[], asker: Asker, site: Site, mustBeDirty = false): Promise<ReviewDuty> {
  const open = await openDues(planes, site);
  for (const plane of planes) if (open[plane].length === 0) await settle(site, plane);
  // When every review is passed, git need not be asked what changed.
  if (planes.every((plane) => open[plane].length === 0)) return { kind: 'fine', reason: 'All steps completed' };
  const changes = await changesOf(planes, site);
  if (changes.kind === 'unknown') site.note(`the state file is trusted: ${changes.why}`);
  const owing = planes.filter((plane) => owes(plane, changes, mustBeDirty));
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
    const counts = roundsThatCloseNothing(kind, asker.session, site);
    return counts === undefined ? [] : [`${kind.replace('_', ' ')}: ${counts.join(' → ')} findings`];
  });
  if (stuck.length > 0) {
    const reason = `Three review rounds in a row resolved nothing (${stuck.join(', ')}): a person should look, do not retry`;
    return { kind: 'exceeded', reason, key: reason };
  }
  return { kind: 'missing', steps, key: keyOf(steps, changes, site) };
}

/** A bare flag over a clean tree owes nothing: there is nothing to review. */
function owes(plane: Plane, changes: Changes, mustBeDirty: boolean): boolean {
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
    const asked = dues[plane].map(async (kind) => ({ kind, status: await site.evidence.status(kind) }));
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

/** Reviews that are still out. A client that lists its background tasks knows which of them have ended. */
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
