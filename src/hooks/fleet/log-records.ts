import { SeverityNumber, type AnyValueMap } from '@opentelemetry/api-logs';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { Receipt } from '../evidence/evidence';
import type { Trace } from '../pipeline/trace';
import { version } from '../version';

export const scope = { name: 'gatehouse', version };

/** One decision as a log record. The decision log was masked when it was written; nothing else is sent. */
export function decisionRecord(trace: Trace, resource: Resource, subjects: boolean): ReadableLogRecord {
  const { verdict, act } = trace;
  const decision = decisionOf(trace);
  const rulings = trace.gates.flatMap(({ id, rulings: given }) => given.map(({ kind }) => `${id}: ${kind}`));
  const text = {
    'gatehouse.subject': trace.subject,
    'gatehouse.reason': verdict.reason,
    'gatehouse.root': trace.root,
    'gatehouse.problem': trace.problem,
  };
  return record(resource, {
    at: trace.at,
    name: act === undefined ? 'gatehouse.decision' : 'gatehouse.act',
    severity: severityOf(trace, decision),
    body: act === undefined ? `${decision} ${trace.tool ?? trace.event}` : `${act.act} ${act.target}`,
    attributes: {
      'gatehouse.id': trace.id,
      'gatehouse.event': trace.event,
      'gatehouse.tool': trace.tool,
      'gatehouse.decision': decision,
      'gatehouse.gate': verdict.gate,
      'gatehouse.rule': verdict.rule,
      'gatehouse.rulings': rulings,
      'gatehouse.session': trace.session,
      'gatehouse.tool_use_id': trace.toolUseId,
      'gatehouse.via': trace.via,
      'gatehouse.duration_ms': trace.ms,
      'gatehouse.act': act?.act,
      'gatehouse.act.target': act?.target,
      'gatehouse.act.by': act?.by,
      'gatehouse.act.from': act?.from,
      ...(subjects ? text : {}),
    },
  });
}

/** What came out, in one word. */
export function decisionOf({ verdict, problem }: Trace): string {
  if (verdict.decision !== undefined) return verdict.decision;
  if (verdict.rewritten === true) return 'rewrite';
  return problem === undefined ? 'pass' : 'unread';
}

/** A flag got a verdict. */
export function flagRecord(
  { kind, verdict, rule, at, session, digest }: Receipt,
  project: string,
  resource: Resource,
): ReadableLogRecord {
  return record(resource, {
    at,
    name: 'gatehouse.flag',
    severity: verdict === 'pass' ? SeverityNumber.INFO : SeverityNumber.WARN,
    body: `${kind} ${verdict}`,
    attributes: {
      'gatehouse.flag': kind,
      'gatehouse.verdict': verdict,
      'gatehouse.rule': rule,
      'gatehouse.session': session,
      'gatehouse.project': project,
      'gatehouse.content': digest,
    },
  });
}

/** The log made room before everything in it was sent. */
export function gapRecord(project: string, bytes: number, at: number, resource: Resource): ReadableLogRecord {
  return record(resource, {
    at,
    name: 'gatehouse.gap',
    severity: SeverityNumber.WARN,
    body: `about ${bytes} bytes of decisions were lost to log rotation before they could be sent`,
    attributes: { 'gatehouse.project': project, 'gatehouse.lost_bytes': bytes },
  });
}

/** Seconds, and the nanoseconds of the last one. */
export const timeOf = (at: number): [number, number] => [Math.floor(at / 1000), Math.round((at % 1000) * 1e6)];

interface RecordParts {
  readonly at: number;
  readonly name: string;
  readonly severity: SeverityNumber;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

function record(resource: Resource, { at, name, severity, body, attributes }: RecordParts): ReadableLogRecord {
  const time = timeOf(at);
  // Older collectors know an event's name as an attribute only.
  const set = Object.entries<unknown>({ 'event.name': name, ...attributes }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return {
    hrTime: time,
    hrTimeObserved: time,
    severityNumber: severity,
    severityText: SeverityNumber[severity].replace(/\d$/, ''),
    eventName: name,
    body,
    attributes: Object.fromEntries(set) as AnyValueMap,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
  };
}

function severityOf({ problem, gates }: Trace, decision: string): SeverityNumber {
  if (problem !== undefined || gates.some(({ failure }) => failure !== undefined)) return SeverityNumber.ERROR;
  return decision === 'deny' || decision === 'block' ? SeverityNumber.WARN : SeverityNumber.INFO;
}
