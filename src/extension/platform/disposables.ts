export interface Disposable {
  dispose(): unknown;
}

/** Disposes what was added to it; what is added after that is disposed at once. */
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

/** Disposes with itself what it adds to `ds`. */
export abstract class DisposableOwner implements Disposable {
  protected readonly ds = new Disposables();

  dispose(): void {
    this.ds.dispose();
  }
}

type Event<T> = (listener: (value: T) => void) => Disposable;

/** The same shape as the editor's event, but without 'vscode', so that stores can be tested in plain Node. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}
