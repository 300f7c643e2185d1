import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { ValueType } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { Receipts } from '../evidence/receipts';
import { version } from '../version';
import { Backlog, type Batch } from './backlog';
import { decisionRecord, flagRecord, gapRecord, decisionOf, scope, timeOf } from './log-records';
import type { Trace } from '../pipeline/trace';
import { messageOf } from '../project/text';

export interface FleetOptions {
  readonly home: string;
  /** The collector's address without /v1/logs. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Commands, paths and reasons go along, masked as in the decision log. */
  readonly subjects: boolean;
  readonly log: (what: string) => void;
  /** Is a call being worked on? It goes first. */
  readonly busy: () => boolean;
  readonly pace?: Partial<Pace>;
}

interface Pace {
  /** After a decision, and while there is none. */
  readonly soonMs: number;
  readonly idleMs: number;
  /** How long one request may take, with the exporter's own attempts. */
  readonly requestMs: number;
  /** Before the next attempt, doubled up to the second. */
  readonly retryMs: readonly [first: number, longest: number];
}

const usualPace: Pace = { soonMs: 500, idleMs: 15_000, requestMs: 10_000, retryMs: [1_000, 60_000] };

/** Small enough that a call that comes meanwhile hardly waits. */
const batchSize = 200;

/** Sends decisions and flag changes to a collector, beside the calls and never before them. */
export class Fleet {
  private readonly pace: Pace;
  private readonly backlog: Backlog;
  private readonly resource: Resource;
  private readonly tallies = new Tallies(Date.now());
  private readonly logs: OTLPLogExporter;
  private readonly metrics: OTLPMetricExporter;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private closed = false;
  private stopped = false;
  private waitMs = 0;

  constructor(private readonly options: FleetOptions) {
    this.pace = { ...usualPace, ...options.pace };
    this.backlog = new Backlog(options.home);
    this.resource = resourceFromAttributes({
      'service.name': 'gatehouse',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    });
    const endpoint = options.endpoint.replace(/\/+$/, '');
    const common = { headers: { ...options.headers }, timeoutMillis: this.pace.requestMs };
    this.logs = new OTLPLogExporter({ ...common, url: `${endpoint}/v1/logs` });
    this.metrics = new OTLPMetricExporter({ ...common, url: `${endpoint}/v1/metrics` });
    this.schedule(this.pace.soonMs);
  }

  /** A decision was made: it is sent soon, together with those that follow it at once. */
  noted(): void {
    if (this.waitMs === 0 && this.sending === undefined) this.schedule(this.pace.soonMs);
  }

  /** Sends what is left, if that goes quickly; the rest waits for the next host. */
  async close(withinMs: number): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const rest = async () => {
      await this.sending;
      if (withinMs > 0 && this.waitMs === 0) await this.send();
    };
    await Promise.race([rest(), new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
    // What is under way may end; its records are not marked any more, so the next host sends them again.
    this.stopped = true;
    await Promise.allSettled([this.logs.shutdown(), this.metrics.shutdown()]);
  }

  private schedule(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.sending ??= this.send().finally(() => {
        this.sending = undefined;
        this.schedule(this.waitMs > 0 ? this.waitMs : this.pace.idleMs);
      });
    }, ms).unref();
  }

  private async send(): Promise<void> {
    try {
      let sent = 0;
      for (const project of this.backlog.projects()) {
        sent += await this.flags(project);
        for (;;) {
          await this.untilIdle();
          const batch = this.backlog.next(project, batchSize);
          if (batch === undefined) break;
          await this.decisions(batch);
          if (this.stopped) return;
          sent += batch.traces.length;
        }
      }
      const metrics = sent === 0 ? undefined : this.tallies.metrics(this.resource, Date.now());
      if (metrics !== undefined) await exported((done) => this.metrics.export(metrics, done));
      this.waitMs = 0;
    } catch (error) {
      this.failed(messageOf(error));
    }
  }

  private async decisions(batch: Batch): Promise<void> {
    const { subjects } = this.options;
    const records = batch.traces.map((trace) => decisionRecord(trace, this.resource, subjects));
    const gap = batch.lostBytes === 0 ? [] : [gapRecord(batch.project, batch.lostBytes, Date.now(), this.resource)];
    await this.exportLogs([...gap, ...records]);
    for (const trace of batch.traces) this.tallies.add(trace);
    if (this.stopped) return;
    batch.mark();
    this.backlog.save(Date.now());
  }

  private async flags(project: string): Promise<number> {
    const until = this.backlog.flagsUntil(project);
    const receipts = new Receipts(this.backlog.stateOf(project)).all().filter(({ at }) => at > until);
    if (receipts.length === 0) return 0;
    await this.exportLogs(receipts.map((receipt) => flagRecord(receipt, project, this.resource)));
    if (this.stopped) return 0;
    this.backlog.markFlags(project, Math.max(...receipts.map(({ at }) => at)));
    this.backlog.save(Date.now());
    return receipts.length;
  }

  private async exportLogs(records: ReadableLogRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await exported((done) => this.logs.export(records, done));
    } catch (error) {
      // The protocol forbids to send these again; everything behind them would wait for ever.
      if (!isRefusal(error)) throw error;
      this.options.log(`the collector refused ${records.length} records, which are not sent again: ${error.message}`);
    }
  }

  private failed(problem: string): void {
    if (this.stopped) return;
    const [first, longest] = this.pace.retryMs;
    if (this.waitMs === 0) this.options.log(`the collector does not take decisions: ${problem}`);
    this.waitMs = Math.min(this.waitMs === 0 ? first : this.waitMs * 2, longest);
    try {
      this.backlog.save(Date.now(), problem);
    } catch {
      // A full disk: what was sent is sent again later.
    }
  }

  /** Calls go first, though not forever. */
  private async untilIdle(): Promise<void> {
    for (let tries = 0; tries < 20 && this.options.busy(); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === 400 || error.code === 413);

type Exported = (result: { readonly code: number; readonly error?: Error }) => void;

function exported(begin: (done: Exported) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin(({ code, error }) => (code === 0 ? resolve() : reject(error ?? new Error('the collector refused it'))));
  });
}

const duration = { name: 'gatehouse.decision.duration', description: 'Time of a decision', unit: 'ms' };
const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 30_000];

interface Tally {
  readonly attributes: Readonly<Record<string, string>>;
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Decisions by event, outcome and gate, and how long they took: counted since this host began. */
class Tallies {
  private readonly tallies = new Map<string, Tally>();

  constructor(private readonly startedAt: number) {}

  add(trace: Trace): void {
    if (trace.act !== undefined) return;
    const attributes = {
      'gatehouse.event': trace.event,
      'gatehouse.decision': decisionOf(trace),
      'gatehouse.gate': trace.verdict.gate ?? '',
      'gatehouse.via': trace.via,
    };
    const key = Object.values(attributes).join('\0');
    const tally = this.tallies.get(key) ?? {
      ...{ attributes, counts: [...bounds, 0].map(() => 0), count: 0, sum: 0, min: Infinity, max: 0 },
    };
    this.tallies.set(key, tally);
    const at = bounds.findIndex((bound) => trace.ms <= bound);
    const bucket = at < 0 ? bounds.length : at;
    tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1;
    tally.count += 1;
    tally.sum += trace.ms;
    tally.min = Math.min(tally.min, trace.ms);
    tally.max = Math.max(tally.max, trace.ms);
  }

  /** As the exporter takes them; undefined before the first decision. */
  metrics(resource: Resource, now: number): ResourceMetrics | undefined {
    if (this.tallies.size === 0) return undefined;
    const times = { startTime: timeOf(this.startedAt), endTime: timeOf(now) };
    const all = [...this.tallies.values()];
    const aggregationTemporality = AggregationTemporality.CUMULATIVE;
    const { INT, DOUBLE } = ValueType;
    const metrics: MetricData[] = [
      {
        descriptor: { name: 'gatehouse.decisions', description: 'Decisions', unit: '{decision}', valueType: INT },
        ...{ aggregationTemporality, dataPointType: DataPointType.SUM, isMonotonic: true },
        dataPoints: all.map(({ attributes, count }) => ({ ...times, attributes, value: count })),
      },
      {
        descriptor: { ...duration, valueType: DOUBLE },
        ...{ aggregationTemporality, dataPointType: DataPointType.HISTOGRAM },
        dataPoints: all.map(({ attributes, counts, count, sum, min, max }) => ({
          ...times,
          attributes,
          value: { buckets: { boundaries: bounds, counts: [...counts] }, count, sum, min, max },
        })),
      },
    ];
    return { resource, scopeMetrics: [{ scope, metrics }] };
  }
}
