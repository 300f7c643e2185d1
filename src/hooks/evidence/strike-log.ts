import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import { strikes, type Strikes } from './files/flags';

type StrikingGate = Parameters<typeof strikes>[1];

const Entry = lazyObject(() => ({ session: z.string(), subject: z.string(), count: z.number(), at: z.number() }));
const StoredStrikes = lazyObject(() => ({ v: z.literal(1), entries: z.array(Entry) }));
export type StrikeEntry = z.infer<typeof Entry>;

const remembered = 500;

/**
 * How often a gate has objected, by session and subject. The public file keeps the sum in the form that other tools
 * read; what they wrote there before we did counts too.
 */
export class StrikeLog {
  constructor(
    private readonly site: Pick<Site, 'place' | 'home' | 'clock' | 'own'>,
    private readonly gate: StrikingGate,
    private readonly lastingMs = Infinity,
  ) {}

  private get file() {
    return this.site.own(`${this.gate}-strikes.json`, StoredStrikes);
  }

  /** Who struck where, and how often. */
  entries(): readonly StrikeEntry[] {
    return this.fresh(this.file.value()?.entries ?? [], this.site.clock.now());
  }

  /** Counts one more and gives the count. Objections longer ago than they last do not count. */
  async add(session: string, subject: string): Promise<number> {
    const now = this.site.clock.now();
    const before = this.inherited(now);
    let count = 1;
    let sum = 1;
    await this.file.update((stored) => {
      const entries = this.fresh(stored?.entries, now);
      const own = entries.find((entry) => entry.session === session && entry.subject === subject);
      count = (own?.count ?? (entries.length === 0 ? before : 0)) + 1;
      const others = entries.filter((entry) => entry !== own);
      sum = others.reduce((all, entry) => all + entry.count, count);
      return { v: 1, entries: [...others, { session, subject, count, at: now }].slice(-remembered) };
    });
    // Another process may have written a later sum already.
    await strikes(this.site, this.gate).update((said) => ({
      count: Math.max(sum, this.lasting(said, now)),
      at: Math.floor(now / 1000),
    }));
    return count;
  }

  /** The cause is gone: everything, or what fits. */
  async clear(fits: (entry: Pick<StrikeEntry, 'session' | 'subject'>) => boolean = () => true): Promise<void> {
    const entries = this.file.value()?.entries ?? [];
    const left = entries.filter((entry) => !fits(entry));
    if (left.length < entries.length) await this.file.update(() => ({ v: 1, entries: left }));
    if (left.length === 0 && strikes(this.site, this.gate).read().kind !== 'missing') {
      await strikes(this.site, this.gate).remove();
    }
  }

  private fresh(entries: readonly StrikeEntry[] | undefined, now: number): readonly StrikeEntry[] {
    return (entries ?? []).filter((entry) => now - entry.at < this.lastingMs);
  }

  private inherited(now: number): number {
    return this.lasting(strikes(this.site, this.gate).value(), now);
  }

  private lasting(said: Strikes | undefined, now: number): number {
    return said !== undefined && now - said.at * 1000 < this.lastingMs ? said.count : 0;
  }
}
