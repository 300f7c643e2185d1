import { existsSync } from 'node:fs';
import path from 'node:path';
import { auditLog, promptCount, sessionChanges, sessionStartEpoch } from '../../evidence/files/session';
import { lintCache } from '../../evidence/files/caches';
import { strikes, testGateColdWarned, testRunnerLastRun } from '../../evidence/files/flags';
import { removeLock } from '../../state/lock';
import type { StateFile } from '../../state/state-file';
import { StrikeLog } from '../../evidence/strike-log';
import { lockOf } from '../../state/stored-files';
import { gate, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { releaseFindings } from '../../session/findings';
import { withdrawPreserved } from '../../session/preserved';
import { changeSession, othersAtWork } from '../../session/sessions';
import { releaseClaims } from '../../todo/todo';

/** Removes a session's own files and no other session's. */
export const sessionEnd = gate({
  id: 'session-end',
  title: 'Session end',
  summary:
    'Clears what belonged only to the ended session: its change list, counters, strikes and claims. Also trims the audit log.',
  events: ['SessionEnd'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const session = call.sessionId;
    await Promise.all([
      clearOwn(site, sessionChanges(site, session)),
      clearOwn(site, promptCount(site, session)),
      new StrikeLog(site, 'test-gate').clear((entry) => entry.session === session),
      new StrikeLog(site, 'mock-gate').clear((entry) => entry.session === session),
      withdrawPreserved(site, session),
      releaseFindings(site, session),
      releaseClaims(site, session),
      shortenAudit(site),
      changeSession(site, session, (entry) => ({ ...entry, ended: true })),
    ]);
    // Shared files are removed with the last session.
    if (othersAtWork(site, session).size > 0) return pass(`ended (${call.reason}); other sessions are at work`);
    await Promise.all([
      clear(lintCache(site)),
      clear(testGateColdWarned(site)),
      clear(testRunnerLastRun(site)),
      clear(sessionStartEpoch(site)),
      clear(strikes(site, 'test-gate')),
      clear(strikes(site, 'mock-gate')),
    ]);
    return pass(`ended (${call.reason})`);
  },
});

async function clear(file: StateFile<unknown>): Promise<void> {
  if (file.read().kind !== 'missing') await file.remove();
}

/** Removes a file of this session, and its lock. */
async function clearOwn(site: Site, file: StateFile<unknown>): Promise<void> {
  await clear(file);
  const lock = lockOf(site.home, path.relative(site.root, file.path));
  if (site.dry !== true && existsSync(lock)) removeLock(lock);
}

const keptAudit = 100;

async function shortenAudit(site: Site): Promise<void> {
  const log = auditLog(site);
  if ((log.value()?.length ?? 0) > keptAudit) await log.update((now) => now?.slice(-keptAudit));
}
