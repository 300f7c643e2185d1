import type { Plane, ReviewState } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { settle } from './owed';
import { tasksUnderWay } from './tasks';
import { changesOf, type Changes } from './changes';
import { commands, dues, type Finding, type Step } from './findings';

/** The session that asks, and the background tasks that its client still runs, where the client says. */
export interface Asker {
  readonly session: string;
  readonly running: ReadonlySet<string> | undefined;
}

/** Judges by the state file and what git says about it. */
export async function findingFromState(state: ReviewState, asker: Asker, site: Site): Promise<Finding> {
  const flagged = [
    ...(state.has_code_change ? (['code'] as const) : []),
    ...(state.has_doc_change ? (['doc'] as const) : []),
  ];
  if (flagged.length === 0) return { kind: 'fine', reason: 'All steps completed' };
  return judged(flagged, asker, site);
}

/** Git tracks the state file: its flags are not evidence, so whatever is dirty owes its review. */
export async function findingFromShipped(asker: Asker, site: Site): Promise<Finding> {
  return judged(['code', 'doc'], asker, site, true);
}

async function judged(planes: readonly Plane[], asker: Asker, site: Site, mustBeDirty = false): Promise<Finding> {
  const changes = await changesOf(planes, site);
  if (changes.kind === 'unknown') site.note(`the state file is trusted: ${changes.why}`);
  const owing = planes.filter((plane) => owes(plane, changes, mustBeDirty));
  const steps: Step[] = [];
  for (const plane of owing) {
    const open = await openSteps(plane, changes, site);
    if (open.length === 0) await settle(site, plane);
    steps.push(...open);
  }
  if (steps.length === 0) {
    const idle = planes.filter((plane) => !owing.includes(plane));
    return { kind: 'fine', reason: idle.length === planes.length ? 'No changes to review' : 'All steps completed' };
  }
  const running = underWay(asker, site);
  if (running.length > 0) return { kind: 'waiting', reason: `A review is in progress: ${running.join(', ')}` };
  return { kind: 'missing', steps, key: await keyOf(steps, owing, site) };
}

/** A bare flag over a clean tree owes nothing: there is nothing to review. */
function owes(plane: Plane, changes: Changes, mustBeDirty: boolean): boolean {
  if (changes.kind === 'unknown') return !mustBeDirty;
  const { dirty, committed } = changes.planes[plane];
  return dirty || committed;
}

async function openSteps(plane: Plane, changes: Changes, site: Site): Promise<readonly Step[]> {
  const committed = changes.kind === 'known' && !changes.planes[plane].dirty;
  const steps: Step[] = [];
  for (const kind of dues[plane]) {
    const { trusted, reason } = await site.evidence.standing(kind);
    if (trusted) continue;
    steps.push({
      kind,
      command: commands[kind],
      why: committed ? `${reason} The edits were committed meanwhile.` : reason,
    });
  }
  return steps;
}

/** Reviews that are still out. A client that lists its background tasks knows which of them have ended. */
function underWay({ session, running }: Asker, site: Site): readonly string[] {
  return tasksUnderWay(site, session)
    .map(({ task }) => task)
    .filter((task) => running?.has(task) !== false);
}

async function keyOf(steps: readonly Step[], planes: readonly Plane[], site: Site): Promise<string> {
  const names = steps.map(({ kind }) => kind).join(' ');
  const contents = await Promise.all(planes.map((plane) => site.evidence.digest(plane)));
  return [names, ...contents.map((digest) => (digest.kind === 'whole' ? digest.value : 'unknown'))].join('|');
}
