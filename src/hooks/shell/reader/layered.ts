/**
 * A map that a copy can be laid over: what the copy changes the original never sees. Copies are read to their end before
 * the original goes on, so nothing has to be copied.
 */
export class Layered<V> {
  /** Made by the first change: most copies change nothing. */
  private changes: Map<string, V | undefined> | undefined;

  constructor(private readonly below?: Layered<V>) {}

  get(key: string): V | undefined {
    if (this.changes?.has(key) === true) return this.changes.get(key);
    return this.below?.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    (this.changes ??= new Map<string, V | undefined>()).set(key, value);
  }

  delete(key: string): void {
    (this.changes ??= new Map<string, V | undefined>()).set(key, undefined);
  }

  /** What this layer says, apart from those below. */
  changed(): Iterable<[string, V | undefined]> {
    return this.changes ?? [];
  }

  over(): Layered<V> {
    return new Layered(this);
  }
}
