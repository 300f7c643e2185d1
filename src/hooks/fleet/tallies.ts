import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { Trace } from '../pipeline/trace';
import { decisionOf, scope } from './log-records';

const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 30_000];

interface Tally {
  readonly attributes: Readonly<Record<string, string>>;
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

type Time = [number, number];
const timeOf = (at: number): Time => [Math.floor(at / 1000), Math.round((at % 1000) * 1e6)];

/** Decisions by event, outcome and gate, and how long they took: counted since this host began. */
export class Tallies {
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
    const metrics: MetricData[] = [
      {
        descriptor: {
          name: 'gatehouse.decisions',
          description: 'Decisions',
          unit: '{decision}',
          valueType: ValueType.INT,
        },
        ...{ aggregationTemporality, dataPointType: DataPointType.SUM, isMonotonic: true },
        dataPoints: all.map(({ attributes, count }) => ({ ...times, attributes, value: count })),
      },
      {
        descriptor: {
          name: 'gatehouse.decision.duration',
          description: 'Time of a decision',
          unit: 'ms',
          valueType: ValueType.DOUBLE,
        },
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
