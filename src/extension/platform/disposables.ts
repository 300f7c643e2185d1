export interface Disposable {
  dispose(): unknown;
}

/** Owns what is added to it. What is added after the end is ended at once, so that nothing can be forgotten. */
export class Disposables implements Disposable {
  private readonly held = new Set<Disposable>();
  private ended = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.ended) disposable.dispose();
    else this.held.add(disposable);
    return disposable;
  }

  dispose(): void {
    this.ended = true;
    for (const disposable of [...this.held].reverse()) disposable.dispose();
    this.held.clear();
  }
}
