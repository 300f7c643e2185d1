import * as z from 'zod/mini';
import { lazyLooseObject, lazyObject } from '../project/lazy-schema';
import { evidenceKinds, type EvidenceKind } from './evidence';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';

const Task = lazyObject(() => ({
  kind: z.enum(evidenceKinds),
  task: z.string(),
  session: z.string(),
  at: z.number(),
  /** The content that the review began on. */
  digest: z.optional(z.string()),
  /** When a file of that content was last written. */
  changedAt: z.optional(z.number()),
}));
type PendingTask = z.infer<typeof Task>;
const TaskList = lazyLooseObject(() => ({ v: z.literal(1), tasks: z.array(Task) }));

/** A background review that reports nothing for this long counts as abandoned. */
const abandonedAfterMs = 2 * 60 * 60_000;
const keptPerKind = 5;

/** The reviews that run in the background. */
export class PendingReviews {
  private readonly file: StateFile<z.infer<typeof TaskList>>;

  constructor(
    home: string,
    private readonly now: () => number,
  ) {
    this.file = ownFile(home, 'pending-reviews.json', TaskList, { sealed: true });
  }

  of(kind: EvidenceKind): readonly PendingTask[] {
    return this.current(this.file.value()?.tasks ?? []).filter((task) => task.kind === kind);
  }

  async add(task: PendingTask): Promise<void> {
    await this.file.update((now) => {
      const others = this.current(now?.tasks ?? []).filter((old) => old.kind !== task.kind || old.task !== task.task);
      const surplus = new Set(others.filter((old) => old.kind === task.kind).slice(0, 1 - keptPerKind));
      return { ...now, v: 1, tasks: [...others.filter((old) => !surplus.has(old)), task] };
    });
  }

  /** Takes one task off, or every task of the kind; returns what was there. */
  async take(kind: EvidenceKind | undefined, task?: string): Promise<readonly PendingTask[]> {
    const leaves = (old: PendingTask) =>
      (kind === undefined || old.kind === kind) && (task === undefined || old.task === task);
    if (this.file.read().kind !== 'ok') return [];
    let taken: readonly PendingTask[] = [];
    await this.file.update((now) => {
      const tasks = now?.tasks ?? [];
      taken = this.current(tasks).filter(leaves);
      return now && { ...now, tasks: this.current(tasks).filter((old) => !leaves(old)) };
    });
    return taken;
  }

  private current(tasks: readonly PendingTask[]): PendingTask[] {
    return tasks.filter((task) => this.now() - task.at < abandonedAfterMs);
  }
}
