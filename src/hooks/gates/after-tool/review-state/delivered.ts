import { planeOf } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import type { PostToolUse, UserPromptSubmit } from '../../../protocol/call';
import { readTaskOutput, type Delivery } from '../../../review/delivery';
import { route } from '../../../review/routing';
import { takeTask, type ReviewTask } from '../../../review/tasks';
import { toolOutput } from '../../../review/tool-output';
import { noteMatches, outputIsOpen, silence, type ReviewOutcome } from './read-review';
import { readText } from '../../../project/read-file';

/** What brings a background task's words. */
type Carrier = UserPromptSubmit | PostToolUse;

/** A review came back from the background. */
export function deliveredReview(delivery: Delivery, call: UserPromptSubmit, site: Site): Promise<ReviewOutcome> {
  return hear(delivery, call, site);
}

/** The agent asked for the output of a task; undefined where that is none that could be a review. */
export function askedReview(call: PostToolUse, site: Site): Promise<ReviewOutcome> | undefined {
  const delivery = readTaskOutput(call.response);
  return delivery === undefined || delivery.running === true ? undefined : hear(delivery, call, site);
}

async function hear(delivery: Delivery, call: Carrier, site: Site): Promise<ReviewOutcome> {
  const task = await takeTask(site, delivery.task, call.sessionId);
  if (task === undefined) return { changes: [], reason: `task ${delivery.task} is not a review still in progress` };
  const heard = await hearTask(delivery, task, call, site);
  for (const kind of task.kinds) await site.evidence.forget(kind, task.task);
  return heard;
}

async function hearTask(delivery: Delivery, task: ReviewTask, call: Carrier, site: Site): Promise<ReviewOutcome> {
  if (!delivery.completed) return { changes: [], reason: `task ${task.task} ended without a result` };
  const output = toolOutput(delivery.result ?? written(delivery.outputFile));
  const { kinds, command } = task;
  const text = output.kind === 'text' ? output.text : '';
  const routing = route(text, command === undefined ? { source: 'reviewer' } : { source: 'command', kinds, command });
  noteMatches(routing.matches, site);
  const author = { kind: 'task', name: command ?? 'a task in the background' } as const;
  const changes: ReviewOutcome['changes'][number][] = [];
  // A command that failed passed nothing, whatever it printed.
  const ended = delivery.exitCode ?? 0;
  for (const change of routing.changes.filter(({ verdict }) => ended === 0 || verdict === 'fail')) {
    const { kind, verdict, rule, findings } = change;
    const newer = (await site.evidence.status(kind)).receipt;
    if (newer !== undefined && newer.at >= task.at) {
      site.note(`${kind} got a newer verdict while task ${task.task} ran: this one came too late`);
      continue;
    }
    const begun = task[planeOf[kind]];
    const digest = begun === undefined ? undefined : ({ kind: 'whole', value: begun } as const);
    const open = command === undefined && delivery.result === undefined ? outputIsOpen : undefined;
    const doubt = verdict === 'pass' ? (task.doubt ?? open) : undefined;
    await site.evidence.record(kind, { verdict, rule, call, findings, task: task.task, digest, author, doubt });
    await setBack(kind, verdict, begun, site);
    changes.push(change);
  }
  return { changes, reason: changes.length > 0 ? '' : silence(routing, output) };
}

/** The public file knows no content, so a pass for changed content is not written to it. */
async function setBack(
  kind: keyof typeof planeOf,
  verdict: string,
  begun: string | undefined,
  site: Site,
): Promise<void> {
  if (verdict !== 'pass' || begun === undefined) return;
  const now = await site.evidence.digest(planeOf[kind]);
  if (now.kind === 'whole' && now.value !== begun) await site.evidence.invalidate(planeOf[kind]);
}

const tailBytes = 2 * 1024 * 1024;

function written(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readText(file, { lastBytes: tailBytes });
}
