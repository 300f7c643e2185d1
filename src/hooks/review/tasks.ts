import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';
import type { ReviewKind } from './vocabulary';

const kinds = ['code_review', 'doc_review', 'precommit'] as const satisfies readonly ReviewKind[];

const Task = lazySchema(() =>
  z.object({
    task: z.string(),
    session: z.string(),
    /** What it was started as; a reviewer's answer may turn out to be of another kind. */
    kinds: z.array(z.enum(kinds)),
    /** The command that runs it; absent for a reviewer's tool. */
    command: z.optional(z.string()),
    /** Why a person has to accept its pass, if that was known when it began. */
    doubt: z.optional(z.string()),
    at: z.number(),
    /** The content it began on, by plane. */
    code: z.optional(z.string()),
    doc: z.optional(z.string()),
  }),
);
export type ReviewTask = z.infer<typeof Task>;

const Book = lazySchema(() => z.looseObject({ v: z.literal(1), tasks: z.array(Task) }));

const bookOf = (site: Site) => site.own('background-reviews', Book, { sealed: true });
const keptTasks = 10;
/** After this long without a result, it counts as abandoned. */
const patienceMs = 2 * 60 * 60_000;

/** A review went on in the background: its flags are in progress from here on. */
export async function handOver(
  site: Site,
  task: Pick<ReviewTask, 'task' | 'session' | 'kinds' | 'command' | 'doubt'>,
): Promise<void> {
  const [code, doc] = await Promise.all([site.evidence.digest('code'), site.evidence.digest('doc')]);
  const entry: ReviewTask = {
    ...task,
    at: site.clock.now(),
    ...(code.kind === 'whole' ? { code: code.value } : {}),
    ...(doc.kind === 'whole' ? { doc: doc.value } : {}),
  };
  await bookOf(site).update((now) => {
    const others = living(now?.tasks ?? [], site).filter((old) => old.task !== task.task);
    return { ...now, v: 1, tasks: [...others, entry].slice(-keptTasks) };
  });
  for (const kind of task.kinds) await site.evidence.begin(kind, task.task, task.session);
}

/** Takes a task off the list; only one caller gets each task. */
export async function takeTask(site: Site, task: string, session: string): Promise<ReviewTask | undefined> {
  const book = bookOf(site);
  const isMine = (old: ReviewTask) => old.task === task && old.session === session;
  const reading = book.read();
  if (reading.kind !== 'ok' || !living(reading.value.tasks, site).some(isMine)) return undefined;
  let taken: ReviewTask | undefined;
  await book.update((now) => {
    taken = living(now?.tasks ?? [], site).find(isMine);
    return now && { ...now, tasks: living(now.tasks, site).filter((old) => !isMine(old)) };
  });
  return taken;
}

/** Reviews of this session that are still out. */
export function tasksUnderWay(site: Site, session: string): readonly ReviewTask[] {
  const reading = bookOf(site).read();
  return reading.kind === 'ok' ? living(reading.value.tasks, site).filter((task) => task.session === session) : [];
}

function living(tasks: readonly ReviewTask[], site: Site): readonly ReviewTask[] {
  return tasks.filter((task) => site.clock.now() - task.at < patienceMs);
}
