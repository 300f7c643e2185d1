import * as z from 'zod/mini';
import type { Site } from '../../pipeline/site';
import { utcSeconds } from '../../project/text';
import { lazyLooseObject } from '../../project/lazy-schema';
import {
  count,
  field,
  type Format,
  jsonFormat,
  linesFormat,
  linesOf,
  numberFormat,
  oneLine,
  parsed,
  recordsFormat,
  type StateFile,
  unparsed,
} from '../../state/state-file';
import { inFileName } from '../public-names';
import { publicFile, type StateLocation } from '../../state/stored-files';

/** `.claude/.session-changes-<id>`: one path per line, in the order of the edits, repetitions kept. */
export const sessionChanges = (location: StateLocation, session: string): StateFile<readonly string[]> =>
  publicFile(location, `.claude/.session-changes-${inFileName(session)}`, linesFormat);

/** `.claude/.prompt-count-<id>`: how many prompts the session has had. */
export const promptCount = (location: StateLocation, session: string): StateFile<number> =>
  publicFile(location, `.claude/.prompt-count-${inFileName(session)}`, numberFormat);

/** `.claude/.session-start-epoch`: when the session began (seconds since the epoch). */
export const sessionStartEpoch = (location: StateLocation): StateFile<number> =>
  publicFile(location, '.claude/.session-start-epoch', numberFormat);

/** When a code index was last used: conversation, turn, and which indexes. */
export const TurnState = lazyLooseObject(() => ({
  transcript_id: z.string(),
  turn_counter: z.number(),
  tools_used: z.optional(z.array(z.string())),
  /** Only in our own: the client's id of the prompt that began the turn. */
  prompt_id: z.optional(z.string()),
}));
export type TurnState = z.infer<typeof TurnState>;

/** `.claude/codegraph-turn-state.json`, or `.claude/code-intelligence-turn-state.json` of the version for several indexes. */
export function turnState(
  location: StateLocation,
  name: 'codegraph' | 'code-intelligence' = 'codegraph',
): StateFile<TurnState> {
  return publicFile(location, `.claude/${name}-turn-state.json`, jsonFormat(TurnState));
}

interface AuditEntry {
  /** UTC to the second. */
  readonly at: string;
  readonly event: string;
  readonly detail: string;
}

const auditLogFormat = recordsFormat<AuditEntry>(
  (line) => {
    const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\|([^|]{1,80})\|(.*)$/.exec(line);
    const [, at, event, detail] = match ?? [];
    if (at === undefined || event === undefined || detail === undefined) return undefined;
    return { at, event, detail: detail.slice(0, 2_000) };
  },
  ({ at, event, detail }) => `${at}|${field(event, '|', 80)}|${oneLine(detail).slice(0, 2_000)}`,
);

/** `.claude/.audit-log`: `UTC time|event|detail` per line. */
export const auditLog = (location: StateLocation): StateFile<AuditEntry[]> =>
  publicFile(location, '.claude/.audit-log', auditLogFormat);

/** Adds a line to it. */
export async function noteAudit(
  site: StateLocation & Pick<Site, 'clock'>,
  event: string,
  detail: string,
): Promise<void> {
  const at = utcSeconds(site.clock.now());
  await auditLog(site).update((now) => [...(now ?? []), { at, event, detail }]);
}

const driftKeys = [
  'audit_epoch',
  'unplanned_count',
  'unimplemented_count',
  'missing_decisions',
  'total_decisions',
  'source_files_changed',
  'unaddressed_p0s',
  'nogo_count',
] as const;
type DriftKey = (typeof driftKeys)[number];

/** How far plan and code have drifted apart at the last audit. */
export type PlanDrift = Readonly<Record<DriftKey, number>>;

const isDriftKey = (key: string): key is DriftKey => (driftKeys as readonly string[]).includes(key);

const planDriftFormat: Format<PlanDrift> = {
  parse: (text) => {
    const values = new Map<DriftKey, number>();
    for (const line of linesOf(text)) {
      const [key = '', value] = split(line);
      if (!isDriftKey(key)) continue;
      const number = count(value);
      if (number === undefined) return unparsed(`${key} is not a number`);
      values.set(key, number);
    }
    return parsed(Object.fromEntries(driftKeys.map((key) => [key, values.get(key) ?? 0])) as PlanDrift);
  },
  print: (drift, before) => {
    const written = new Set<string>();
    const kept = linesOf(before ?? '').map((line) => {
      const [key = ''] = split(line);
      if (!isDriftKey(key)) return line;
      written.add(key);
      return `${key}=${String(drift[key])}`;
    });
    const added = driftKeys.filter((key) => !written.has(key)).map((key) => `${key}=${String(drift[key])}`);
    return `${[...kept, ...added].join('\n')}\n`;
  },
};

function split(line: string): readonly [string, string] | readonly [string] {
  const at = line.indexOf('=');
  return at < 0 ? [line.trim()] : [line.slice(0, at).trim(), line.slice(at + 1)];
}

/** `.claude/.plan-drift`: `key=value` lines. */
export const planDrift = (location: StateLocation): StateFile<PlanDrift> =>
  publicFile(location, '.claude/.plan-drift', planDriftFormat);
