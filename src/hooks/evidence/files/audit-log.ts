import type { StateFile } from '../state-file';
import { field, oneLine, recordsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

export interface AuditEntry {
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
export function auditLog(shelf: Shelf): StateFile<AuditEntry[]> {
  return publicFile(shelf, '.claude/.audit-log', auditLogFormat);
}
