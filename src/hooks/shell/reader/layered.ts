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

  set(key: string, value: V | undefined): void {
    (this.changes ??= new Map<string, V | undefined>()).set(key, value);
  }

  delete(key: string): void {
    this.set(key, undefined);
  }

  /** Takes back what this layer says about the key. */
  reset(key: string): void {
    this.changes?.delete(key);
  }

  /** What this layer says, apart from those below. */
  changed(): ReadonlyMap<string, V | undefined> {
    return this.changes ?? none;
  }

  /** What the layers above `base` say, in one map; above the lowest layer if there is no `base`. */
  changesSince(base?: Layered<V>): ReadonlyMap<string, V | undefined> {
    if (this === base || (base === undefined && this.below === undefined)) return none;
    if (this.below === base || this.below === undefined) return this.changed();
    const earlier = this.below.changesSince(base);
    if (this.changes === undefined) return earlier;
    return earlier.size === 0 ? this.changes : new Map([...earlier, ...this.changes]);
  }

  over(): Layered<V> {
    return new Layered(this);
  }

  /** The same content in one layer over `base`, on which this one stands. */
  onto(base: Layered<V>): Layered<V> {
    const copy = base.over();
    const changes = this.changesSince(base);
    if (changes.size > 0) copy.changes = new Map(changes);
    return copy;
  }

  /**
   * Becomes what several maps agree on; `either` says what stands where they differ. The maps stand on this one, or on
   * what this one stands on. Gives the keys that changed.
   */
  join(
    maps: readonly Layered<V>[],
    either: (key: string, values: readonly (V | undefined)[]) => V | undefined,
    same: (one: V | undefined, other: V | undefined) => boolean = Object.is,
  ): readonly string[] {
    const keys = new Set(maps.flatMap((map) => (map.changes === undefined ? [] : [...map.changes.keys()])));
    const changed: string[] = [];
    for (const key of keys) {
      const values = maps.map((map) => map.get(key));
      const first = values[0];
      const value = values.every((other) => other === first) ? first : either(key, values);
      if (same(this.get(key), value)) continue;
      this.set(key, value);
      changed.push(key);
    }
    return changed;
  }
}

const none: ReadonlyMap<string, never> = new Map<string, never>();
