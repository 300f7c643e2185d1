import type { StateFile } from '../state-file';
import { field, recordsFormat } from '../text-file';
import { publicFile, type Shelf } from '../worktree-files';

/** What a check found wrong when a sub-agent ended. */
export interface AgentFinding {
  readonly agent: string;
  readonly issues: readonly string[];
}

export const agentFindingsFormat = recordsFormat<AgentFinding>(
  (line) => {
    const at = line.indexOf('|');
    if (at < 1) return undefined;
    const issues = line
      .slice(at + 1)
      .split(';')
      .map((issue) => issue.trim().slice(0, 500))
      .filter((issue) => issue !== '');
    return { agent: line.slice(0, at).trim().slice(0, 80), issues };
  },
  ({ agent, issues }) => `${field(agent, '|', 80)}|${issues.map((issue) => field(issue, ';')).join(';')}`,
);

/** `.claude/.agent-findings`: `agent|issue;issue` per line. */
export function agentFindings(shelf: Shelf): StateFile<AgentFinding[]> {
  return publicFile(shelf, '.claude/.agent-findings', agentFindingsFormat);
}
