import { llmReviewCache, promptCount, subagentTracker, testStatus } from '../../evidence/files';
import { gate } from '../../pipeline/gate';
import { context, message, pass } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { isDelivered } from '../../session/notices';
import { opening } from '../../session/opening';
import { unboundNotice } from '../../session/unbound-notice';
import { changeSession, othersAtWork } from '../../session/session-book';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** A session begins, or goes on: the agent learns how the project stands. */
export const sessionInit = gate({
  id: 'session-init',
  title: 'Session start',
  summary:
    'Tells a session the state of the project: git, plan, tests, worktrees, findings, and what was saved before a compaction.',
  events: ['SessionStart'],
  posture: 'open',
  level,
  deadlineMs: 8_000,
  async decide(call, site) {
    await site.evidence.sessionStarted(call.source);
    // A sub-agent's client may report the start of a session of its own; only the named one is touched.
    if (promptCount(site, call.sessionId).read().kind !== 'missing') await promptCount(site, call.sessionId).remove();
    if (call.source === 'startup' || call.source === 'clear') await forgetOldWords(site, call.sessionId);
    const heard = isDelivered(site, { id: 'session-init', level });
    const text = await opening(site, call.sessionId, heard);
    await changeSession(site, call.sessionId, (entry) => ({ ...entry, told: heard, ended: false, said: [] }));
    const said =
      text === '' ? pass('there is nothing to say about this folder') : context(text, `told after ${call.source}`);
    const unbound = site.requestedByName ? undefined : await unboundNotice(site);
    return unbound === undefined ? said : [said, message(unbound, 'flags without a receipt')];
  },
});

/** What was only good for the sessions before this one, as far as no other session is at work. */
async function forgetOldWords(site: Site, session: string): Promise<void> {
  const tests = site.requestedByName ? await site.evidence.status('tests') : undefined;
  // By name, a pass from before this session is over. In the chain it waits for the person to accept it.
  if (tests?.status === 'unbound' && !tests.trusted) await testStatus(site).remove();
  if (othersAtWork(site, session).size > 0) return;
  if (llmReviewCache(site).read().kind !== 'missing') await llmReviewCache(site).remove();
  if (subagentTracker(site).read().kind !== 'missing') await subagentTracker(site).remove();
}
