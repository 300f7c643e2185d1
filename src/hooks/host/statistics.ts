/** A host's statistics. Durations cover the newest thousand calls. */
export interface HostStatus {
  readonly pid: number;
  readonly build: string;
  readonly port: number;
  readonly uptimeSeconds: number;
  readonly requests: number;
  readonly active: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly rssMb: number;
}

const kept = 1_000;

export class Statistics {
  readonly #durations = new Float64Array(kept);
  #requests = 0;
  #active = 0;
  #lastAt = performance.now();

  begin(): void {
    this.#active += 1;
    this.#lastAt = performance.now();
  }

  end(ms: number): void {
    this.#durations[this.#requests % kept] = ms;
    this.#requests += 1;
    this.#active -= 1;
    this.#lastAt = performance.now();
  }

  get active(): number {
    return this.#active;
  }

  /** How long the host has been idle; zero while a call is worked on. */
  idleMs(): number {
    return this.#active > 0 ? 0 : performance.now() - this.#lastAt;
  }

  status(who: Pick<HostStatus, 'pid' | 'build' | 'port'>): HostStatus {
    const sorted = this.#durations.slice(0, Math.min(this.#requests, kept)).sort();
    const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100;
    return {
      ...who,
      uptimeSeconds: Math.round(process.uptime()),
      requests: this.#requests,
      active: this.#active,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      rssMb: Math.round(process.memoryUsage.rss() / 1024 / 102.4) / 10,
    };
  }
}
