import type { Disposable } from './disposables';

export interface Pace {
  /** How long requests must pause before the work starts. */
  readonly quietMs: number;
  /** The longest time that repeated requests may postpone the work. */
  readonly maxWaitMs: number;
  /** The pause between two runs, so that files that keep changing are not read continuously. */
  readonly restMs?: number;
}

/**
 * Turns a burst of requests into one run of the work. Runs never overlap; a request during a run leads to one more.
 * No timer is pending when nothing was asked for.
 */
export class Coalescer implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private firstAt: number | undefined;
  private lastAt = 0;
  private running: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly work: () => void | Promise<void>,
    private readonly pace: Pace,
  ) {}

  request(): void {
    if (this.ended) return;
    const now = Date.now();
    this.firstAt ??= now;
    if (this.running !== undefined) return;
    clearTimeout(this.timer);
    const leftMs = this.firstAt + this.pace.maxWaitMs - now;
    const rest = this.lastAt + (this.pace.restMs ?? 0) - now;
    this.timer = setTimeout(() => this.run(), Math.max(0, rest, Math.min(this.pace.quietMs, leftMs)));
  }

  /** Runs without waiting; resolves when a run that began after this call is done. */
  async now(): Promise<void> {
    await this.running;
    if (this.running === undefined) this.run();
    await this.running;
  }

  private run(): void {
    clearTimeout(this.timer);
    if (this.ended || this.running !== undefined) return;
    this.firstAt = undefined;
    this.running = Promise.resolve(this.work()).finally(() => {
      this.running = undefined;
      this.lastAt = Date.now();
      if (this.firstAt === undefined) return;
      this.firstAt = undefined;
      this.request();
    });
  }

  dispose(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
}

/** Reports the first item at once, and those that follow shortly after as a group. */
export class Batcher<T> implements Disposable {
  private waiting: T[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tell: (items: readonly T[]) => void,
    private readonly gatherMs: number,
  ) {}

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    this.waiting.push(...items);
    if (this.timer === undefined) this.flush();
  }

  private flush(): void {
    this.timer = undefined;
    if (this.waiting.length === 0) return;
    const items = this.waiting;
    this.waiting = [];
    this.timer = setTimeout(() => this.flush(), this.gatherMs);
    this.tell(items);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
