import { parsed, unparsed, type Format } from '../format';
import type { StateFile } from '../state-file';
import { count, linesOf } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

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
    return parsed(driftOf((key) => values.get(key) ?? 0));
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

function driftOf(value: (key: DriftKey) => number): PlanDrift {
  return {
    audit_epoch: value('audit_epoch'),
    unplanned_count: value('unplanned_count'),
    unimplemented_count: value('unimplemented_count'),
    missing_decisions: value('missing_decisions'),
    total_decisions: value('total_decisions'),
    source_files_changed: value('source_files_changed'),
    unaddressed_p0s: value('unaddressed_p0s'),
    nogo_count: value('nogo_count'),
  };
}

function split(line: string): readonly [string, string] | readonly [string] {
  const at = line.indexOf('=');
  return at < 0 ? [line.trim()] : [line.slice(0, at).trim(), line.slice(at + 1)];
}

/** `.claude/.plan-drift`: `key=value` lines. */
export function planDrift(shelf: Shelf): StateFile<PlanDrift> {
  return publicFile(shelf, '.claude/.plan-drift', planDriftFormat);
}
