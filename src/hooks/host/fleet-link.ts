import { problemOf } from '../boundary';
import type { Fleet } from '../fleet/exporter';
import { loadConfig } from '../project/load-config';
import { placeOf } from '../project/place';
import type { Statistics } from './statistics';

interface Wanted {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly subjects: boolean;
}

/** The host’s way to a team’s collector. Nothing of it is loaded before the person’s configuration names one. */
export class FleetLink {
  private fleet: Fleet | undefined;
  private current = '';

  constructor(
    private readonly home: string,
    private readonly statistics: Statistics,
    private readonly log: (what: string) => void,
  ) {}

  /** Looks into the configuration: the link is made, changed or ended as it says. */
  async look(): Promise<void> {
    try {
      const wanted = this.wanted();
      const now = JSON.stringify(wanted ?? '');
      if (now === this.current) return;
      this.current = now;
      await this.fleet?.close(0);
      this.fleet = undefined;
      if (wanted === undefined) return;
      const { Fleet } = await import(/* webpackChunkName: "fleet" */ '../fleet/exporter');
      const busy = () => this.statistics.active > 0;
      this.fleet = new Fleet({ home: this.home, ...wanted, log: this.log, busy });
      this.log(`decisions go to ${wanted.endpoint}`);
    } catch (error) {
      this.log(`decisions cannot be sent: ${problemOf(error)}`);
    }
  }

  noted(): void {
    this.fleet?.noted();
  }

  close(): Promise<void> {
    return this.fleet?.close(2_000) ?? Promise.resolve();
  }

  /** Only the person’s own file counts: Gatehouse’s home is no project. */
  private wanted(): Wanted | undefined {
    const env = { ...process.env, GATEHOUSE_HOME: this.home };
    const { endpoint, headers, subjects } = loadConfig({ env, place: placeOf(this.home), requestedByName: false })
      .settings.fleet;
    if (endpoint === undefined || !/^https?:$/.test(protocolOf(endpoint))) return undefined;
    const pairs = headers.map((header) => [
      header.slice(0, header.indexOf('=')).trim(),
      header.slice(header.indexOf('=') + 1).trim(),
    ]);
    return { endpoint, headers: Object.fromEntries(pairs) as Record<string, string>, subjects };
  }
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
