import type { Disposable } from '../platform/disposables';

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
