import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazyLooseObject, lazyObject } from '../project/lazy-schema';
import type { ReviewKind } from './vocabulary';

/** The client's report of a finished background task, which comes as a prompt. */
export interface TaskReport {
  readonly task: string;
  readonly completed: boolean;
  /** It goes on: nothing ended yet. */
  readonly running?: boolean;
  /** The exit status of a command, if it is said. */
  readonly exitCode?: number;
  /** What the task gave back; undefined if it is in a file. */
  readonly result: string | undefined;
  readonly outputFile: string | undefined;
}

/**
 * Reads a task notification. It must be the whole prompt: a notification that is quoted in a prompt, or pasted behind
 * other words, is ordinary text.
 */
export function readTaskReport(prompt: string): TaskReport | undefined {
  const envelope = /^\s*<task-notification>\n([\s\S]*)<\/task-notification>\s*$/.exec(prompt)?.[1];
  // Two notifications cannot be told apart from one that quotes another.
  if (envelope?.includes('<task-notification>') !== false) return undefined;
  const resultAt = envelope.indexOf('<result>');
  // The result is the reviewer's text: tags in it are not the client's.
  const head = resultAt === -1 ? envelope : envelope.slice(0, resultAt);
  const task = field(head, 'task-id');
  if (task === undefined) return undefined;
  const closing = envelope.lastIndexOf('</result>');
  const result = resultAt === -1 || closing < resultAt ? undefined : envelope.slice(resultAt + 8, closing);
  return { task, completed: field(head, 'status') === 'completed', result, outputFile: field(head, 'output-file') };
}

const Asked = lazyLooseObject(() => ({
  task: z.looseObject({
    task_id: z.string(),
    status: z.string(),
    output: z.optional(z.unknown()),
    result: z.optional(z.unknown()),
    exitCode: z.optional(z.nullable(z.number())),
  }),
}));

/** A task's output that the agent asked for: the same as the report, once the task has ended. */
export function readTaskOutput(response: unknown): TaskReport | undefined {
  if (typeof response === 'string') return fromTags(response);
  const asked = Asked.safeParse(response);
  if (!asked.success) return undefined;
  const { task_id, status, result, output, exitCode } = asked.data.task;
  const text = [result, output].find((said) => typeof said === 'string' && said !== '');
  return reportOf(task_id, status, typeof text === 'string' ? text : '', exitCode ?? NaN);
}

const reportOf = (task: string, status: string, result: string, exitCode: number): TaskReport => ({
  task,
  completed: status === 'completed',
  running: status === 'running' || status === 'pending',
  result,
  outputFile: undefined,
  ...(Number.isNaN(exitCode) ? {} : { exitCode }),
});

/** The same as the agent reads it. */
function fromTags(text: string): TaskReport | undefined {
  // What the task printed comes last, and its tags are not the client's.
  const at = text.indexOf('<output>');
  const head = at === -1 ? text : text.slice(0, at);
  const task = field(head, 'task_id');
  const status = field(head, 'status');
  if (task === undefined || status === undefined) return undefined;
  const end = text.lastIndexOf('</output>');
  const result = at === -1 || end < at ? '' : text.slice(at + 8, end);
  return reportOf(task, status, result, Number(field(head, 'exit_code') ?? NaN));
}

function field(text: string, name: string): string | undefined {
  const opening = `<${name}>`;
  const start = text.indexOf(opening);
  const end = text.indexOf(`</${name}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end).trim();
}

const kinds = ['code_review', 'doc_review', 'precommit'] as const satisfies readonly ReviewKind[];

const Task = lazyObject(() => ({
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
}));
export type ReviewTask = z.infer<typeof Task>;

const TaskList = lazyLooseObject(() => ({ v: z.literal(1), tasks: z.array(Task) }));

const tasksFile = (site: Site) => site.own('background-reviews', TaskList, { sealed: true });
const keptTasks = 10;
/** After this long without a result, it counts as abandoned. */
const abandonedAfterMs = 2 * 60 * 60_000;

/** A review went on in the background: its flags are in progress from here on. */
export async function noteBackgroundReview(
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
  await tasksFile(site).update((now) => {
    const others = current(now?.tasks ?? [], site).filter((old) => old.task !== task.task);
    return { ...now, v: 1, tasks: [...others, entry].slice(-keptTasks) };
  });
  for (const kind of task.kinds) await site.evidence.begin(kind, task.task, task.session);
}

/** Takes a task off the list; only one caller gets each task. */
export async function takeTask(site: Site, task: string, session: string): Promise<ReviewTask | undefined> {
  const file = tasksFile(site);
  const isMine = (old: ReviewTask) => old.task === task && old.session === session;
  if (!current(file.value()?.tasks ?? [], site).some(isMine)) return undefined;
  let taken: ReviewTask | undefined;
  await file.update((now) => {
    taken = current(now?.tasks ?? [], site).find(isMine);
    return now && { ...now, tasks: current(now.tasks, site).filter((old) => !isMine(old)) };
  });
  return taken;
}

/** Reviews of this session that are still out. */
export const tasksUnderWay = (site: Site, session: string): readonly ReviewTask[] =>
  current(tasksFile(site).value()?.tasks ?? [], site).filter((task) => task.session === session);

const current = (tasks: readonly ReviewTask[], site: Site): readonly ReviewTask[] =>
  tasks.filter((task) => site.clock.now() - task.at < abandonedAfterMs);
