import type { Plane, ReviewState } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import type { Stop } from '../../../protocol/call';
import { settle } from '../../../review/owed';
import { tasksUnderWay } from '../../../review/tasks';
import { changesOf, type Changes } from './changes';
import { commands, dues, type Finding, type Step } from './findings';

/** Judges by the state file and what git says about it. */
export async function findingFromState(state: ReviewState, call: Stop, site: Site): Promise<Finding> {
  const flagged = [
    ...(state.has_code_change ? (['code'] as const) : []),
    ...(state.has_doc_change ? (['doc'] as const) : []),
  ];
  if (flagged.length === 0) return { kind: 'fine', reason: 'All steps completed' };
  return judged(flagged, call, site);
}

/** Git tracks the state file: its flags are not evidence, so whatever is dirty owes its review. */
export async function findingFromShipped(call: Stop, site: Site): Promise<Finding> {
  return judged(['code', 'doc'], call, site, true);
}

async function judged(planes: readonly Plane[], call: Stop, site: Site, mustBeDirty = false): Promise<Finding> {
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
  const running = underWay(call, site);
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

/** Tasks that are still out. A client that lists its background tasks knows which of them have ended. */
function underWay(call: Stop, site: Site): readonly string[] {
  const tasks = tasksUnderWay(site, call.sessionId);
  if (!Array.isArray(call.raw.background_tasks)) return tasks.map(({ task }) => task);
  const running = new Set(call.backgroundTasks.flatMap((task) => runningId(task)));
  return tasks.filter(({ task }) => running.has(task)).map(({ task }) => task);
}

function runningId(task: unknown): readonly string[] {
  if (typeof task !== 'object' || task === null) return [];
  const { id, status } = task as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && (status === undefined || status === 'running') ? [id] : [];
}

async function keyOf(steps: readonly Step[], planes: readonly Plane[], site: Site): Promise<string> {
  const names = steps.map(({ kind }) => kind).join(' ');
  const contents = await Promise.all(planes.map((plane) => site.evidence.digest(plane)));
  return [names, ...contents.map((digest) => (digest.kind === 'whole' ? digest.value : 'unknown'))].join('|');
}
