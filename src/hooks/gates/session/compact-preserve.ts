import path from 'node:path';
import { auditLog } from '../../evidence/files/session';
import { gate, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { annotationsOf } from '../../plan/annotation';
import { changedFiles, type ChangedFile } from '../../session/changes';
import { waitingFindings } from '../../session/findings';
import { gitFacts, gitLine, planLine, testsFacts, worktreeLines } from '../../session/facts';
import { preserve } from '../../session/preserved';
import { readText } from '../../project/read-file';
import { inline, counted } from '../../project/text';

/**
 * Keeps what the agent knows of its work across a compaction. The client takes no context at this event, so it is saved
 * and told when the compacted session starts.
 */
export const compactPreserve = gate({
  id: 'compact-preserve',
  title: 'Preserve over compaction',
  summary:
    'Saves git state, plan, changed files, decisions, test status, findings and the last audit entries before a compaction; session-init reports them afterwards.',
  events: ['PreCompact'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  deadlineMs: 8_000,
  async decide(call, site) {
    const changed = changedFiles(site, call.sessionId);
    const lines = await stateLines(site, call.sessionId, changed);
    if (lines.length === 0) return pass('there is nothing to preserve');
    const savedAt = new Date(site.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    await preserve(site, call.sessionId, { savedAt, lines, files: changed.slice(-keptFiles).map((file) => file.path) });
    site.note(`preserved ${counted(lines.length, 'line')} and ${counted(changed.length, 'changed file')}`);
    return pass('preserved for the start of the compacted session');
  },
});

const keptFiles = 10;
const keptDecisions = 10;
const keptAudit = 5;

async function stateLines(site: Site, session: string, changed: readonly ChangedFile[]): Promise<readonly string[]> {
  const [git, tests] = await Promise.all([gitFacts(site), testsFacts(site)]);
  const entries = auditLog(site).value()?.slice(-keptAudit) ?? [];
  return [
    ...(git === undefined ? [] : [gitLine(git), ...worktreeLines(git, site.root).map((line) => line.trim())]),
    planLine(site) ?? '',
    changedLine(changed),
    ...decisionLines(changed),
    tests.flag.status === 'missing' ? '' : `Tests: ${tests.state}. ${tests.flag.reason}`,
    ...waitingFindings(site, session).map(({ agent, issues }) => `Finding of ${agent}: ${issues.join('; ')}`),
    ...entries.map(({ at, event, detail }) => `Audit: ${at} ${event} ${detail}`),
  ].filter((line) => line !== '');
}

function changedLine(changed: readonly ChangedFile[]): string {
  if (changed.length === 0) return '';
  const names = changed.slice(-keptFiles).map((file) => inline(file.relative));
  const more = changed.length - names.length;
  return `Changed in this session (${counted(changed.length, 'file')}): ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function decisionLines(changed: readonly ChangedFile[]): readonly string[] {
  const lines: string[] = [];
  for (const { path: file, relative, language } of changed) {
    if (language === undefined) continue;
    for (const { id } of annotationsOf(readText(file) ?? '', language)) {
      lines.push(`@decision ${id ?? 'without an id'} (${inline(path.basename(relative))})`);
      if (lines.length === keptDecisions) return lines;
    }
  }
  return lines;
}
