import * as z from 'zod/mini';
import { lintBreaker } from '../../../evidence/files';
import type { Site } from '../../../pipeline/site';
import { lazySchema } from '../../../project/lazy-schema';

const opensAt = 3;
const restMs = 300_000;

const Breakers = lazySchema(() =>
  z.object({
    v: z.literal(1),
    linters: z.record(z.string(), z.object({ failures: z.number(), at: z.number() })),
  }),
);

/** A linter that fails again and again rests for five minutes, then gets one try. Each linter has its own. */
export class Breaker {
  constructor(
    private readonly site: Site,
    private readonly linter: string,
  ) {}

  private get file() {
    return this.site.own('lint-breakers.json', Breakers);
  }

  /** Seconds left of the rest; undefined where the linter may run. */
  restSeconds(): number | undefined {
    const { failures, at } = this.state();
    const left = at + restMs - this.site.clock.now();
    return failures >= opensAt && left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  async record(failed: boolean): Promise<void> {
    const at = this.site.clock.now();
    const failures = failed ? this.state().failures + 1 : 0;
    await this.file.update((now) => ({ v: 1, linters: { ...now?.linters, [this.linter]: { failures, at } } }));
    const state = failures >= opensAt ? 'open' : 'closed';
    await lintBreaker(this.site).update(() => ({ state, count: failures, at: Math.floor(at / 1000) }));
  }

  /** What this linter did before, or what another tool wrote while we had nothing. */
  private state(): { failures: number; at: number } {
    const own = this.file.read();
    if (own.kind === 'ok') return own.value.linters[this.linter] ?? { failures: 0, at: 0 };
    const shared = lintBreaker(this.site).read();
    if (shared.kind !== 'ok') return { failures: 0, at: 0 };
    const failures = shared.value.state === 'open' ? Math.max(opensAt, shared.value.count) : shared.value.count;
    return { failures, at: shared.value.at * 1000 };
  }
}
