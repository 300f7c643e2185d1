import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { z } from 'zod';

/** One message of the protocol, as its definitions generate it. */
interface Message {
  fromObject(json: object): object;
  verify(message: object): string | null;
  toObject(message: object, options: object): unknown;
}
type Messages = Record<'logs' | 'metrics', { v1: Record<string, Message> }>;
const generated = createRequire(__filename)('otlp-definitions/build/src/generated/root') as {
  opentelemetry: { proto: { collector: Messages } };
};
const { logs, metrics } = generated.opentelemetry.proto.collector;

const Attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.unknown().optional(),
    doubleValue: z.number().optional(),
    arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string().optional() })) }).optional(),
  }),
});
const Resource = z.object({ attributes: z.array(Attribute) });
const Logs = z.object({
  resourceLogs: z.array(
    z.object({
      resource: Resource,
      scopeLogs: z.array(
        z.object({
          logRecords: z.array(
            z.object({
              severityText: z.string(),
              body: z.object({ stringValue: z.string() }),
              attributes: z.array(Attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              sum: z
                .object({ dataPoints: z.array(z.object({ asInt: z.unknown(), attributes: z.array(Attribute) })) })
                .optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type Attributes = Readonly<Record<string, unknown>>;

/** A log record as the definitions of OpenTelemetry decode it. */
export interface Received {
  readonly name: string;
  readonly body: unknown;
  readonly severity: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

/** A collector on loopback. It decodes with the generated definitions of the protocol and can go away and come back. */
export class Collector {
  readonly records: Received[] = [];
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  /** The newest value of each counter, by name and attributes. */
  readonly sums = new Map<string, number>();
  /** Requests that it calls malformed. */
  refuses: (text: string) => boolean = () => false;
  private server: Server | undefined;
  private port = 0;

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.headers.push(request.headers);
        try {
          const text = Buffer.concat(chunks).toString('utf8');
          if (this.refuses(text)) throw new Error('refused');
          this.take(request.url ?? '', JSON.parse(text) as object);
          response.end('{}');
        } catch (error) {
          response.writeHead(400).end(String(error));
        }
      });
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Drops every connection, also those in the middle of a request. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  /** The ids of the decisions, each once. */
  ids(): ReadonlySet<unknown> {
    return new Set(this.records.map(({ attributes }) => attributes['gatehouse.id']).filter((id) => id !== undefined));
  }

  /** Which of these decisions did not come. */
  missing(ids: readonly string[]): readonly string[] {
    const there = this.ids();
    return ids.filter((id) => !there.has(id));
  }

  get requests(): number {
    return this.headers.length;
  }

  private take(url: string, json: object): void {
    if (url === '/v1/logs') {
      for (const { resource, scopeLogs } of Logs.parse(decoded(logs.v1.ExportLogsServiceRequest, json)).resourceLogs) {
        for (const { severityText, body, attributes } of scopeLogs.flatMap(({ logRecords }) => logRecords)) {
          const [own, shared] = [attributesOf(attributes), attributesOf(resource.attributes)];
          const name = String(own['event.name']);
          this.records.push({
            name,
            body: body.stringValue,
            severity: severityText,
            attributes: own,
            resource: shared,
          });
        }
      }
    } else if (url === '/v1/metrics') {
      const { resourceMetrics } = Metrics.parse(decoded(metrics.v1.ExportMetricsServiceRequest, json));
      const all = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap((scope) => scope.metrics);
      for (const { name, sum } of all) {
        for (const { asInt, attributes } of sum?.dataPoints ?? []) {
          const by = attributesOf(attributes);
          this.sums.set([name, by['gatehouse.event'], by['gatehouse.decision']].join(' '), Number(asInt));
        }
      }
    } else throw new Error(`nothing takes ${url}`);
  }
}

function decoded(message: Message | undefined, json: object): unknown {
  if (message === undefined) throw new Error('the definitions lack the message');
  const decodedMessage = message.fromObject(json);
  const problem = message.verify(decodedMessage);
  if (problem !== null) throw new Error(problem);
  return message.toObject(decodedMessage, { longs: Number, arrays: true });
}

function attributesOf(list: readonly z.infer<typeof Attribute>[]): Attributes {
  return Object.fromEntries(
    list.map(({ key, value: { stringValue, arrayValue, doubleValue, intValue } }) => [
      key,
      stringValue ?? arrayValue?.values.map((one) => one.stringValue) ?? doubleValue ?? Number(intValue),
    ]),
  );
}
