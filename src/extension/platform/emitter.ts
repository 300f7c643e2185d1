import type { Disposable } from './disposables';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The editor's event in shape, without the editor: stores that use it are tested in plain Node. */
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
