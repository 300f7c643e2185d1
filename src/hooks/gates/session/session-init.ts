import * as z from 'zod/mini';
import { llmReviewCache, subagentTracker } from '../../evidence/files/caches';
import { promptCount } from '../../evidence/files/session';
import { testStatus } from '../../evidence/files/flags';
import { flagWords } from '../../evidence/flag-status';
import { gate, context, message, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';
import { isDelivered } from '../../person/notices';
import { opening } from '../../session/opening';
import { changeSession, othersAtWork } from '../../session/sessions';
import { listed } from '../../project/text';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Tells the agent the state of the project when a session begins or resumes. */
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
    // A sub-agent's client may report a session start too; only the named session is touched.
    if (promptCount(site, call.sessionId).read().kind !== 'missing') await promptCount(site, call.sessionId).remove();
    if (call.source === 'startup' || call.source === 'clear') await forgetOldWords(site, call.sessionId);
    const heard = isDelivered(site, { id: 'session-init', level });
    const text = await opening(site, call.sessionId, heard);
    await changeSession(site, call.sessionId, (entry) => ({ ...entry, told: heard, ended: false, reminded: [] }));
    const said =
      text === '' ? pass('there is nothing to say about this folder') : context(text, `told after ${call.source}`);
    const unbound = site.requestedByName ? undefined : await unboundNotice(site);
    return unbound === undefined ? said : [said, message(unbound, 'flags without a receipt')];
  },
});

/** Leftovers of earlier sessions, unless another session is at work. */
async function forgetOldWords(site: Site, session: string): Promise<void> {
  const tests = site.requestedByName ? await site.evidence.status('tests') : undefined;
  // By name, a pass from before this session is over. In the chain it waits for the person to accept it.
  if (tests?.status === 'unbound' && !tests.trusted) await testStatus(site).remove();
  if (othersAtWork(site, session).size > 0) return;
  if (llmReviewCache(site).read().kind !== 'missing') await llmReviewCache(site).remove();
  if (subagentTracker(site).read().kind !== 'missing') await subagentTracker(site).remove();
}

const Told = lazyObject(() => ({ v: z.literal(1), kinds: z.array(z.string()) }));

/** For the person, once: which flags another tool's files call passed, and how to let them count. */
async function unboundNotice(site: Site): Promise<string | undefined> {
  const unbound = await site.evidence.unbound();
  if (unbound.length === 0) return undefined;
  const kinds = unbound.map(({ flag }) => flag.kind);
  const file = site.own('unbound-told', Told);
  const told = file.value()?.kinds ?? [];
  if (kinds.every((kind) => told.includes(kind))) return undefined;
  await file.update((now) => ({ v: 1, kinds: [...new Set([...(now?.kinds ?? []), ...kinds])] }));
  const holding = unbound.filter(({ holds }) => holds).length;
  const action =
    holding === 0
      ? 'Files changed since, so run them again.'
      : `To accept what still holds (${holding} of ${unbound.length}): "Gatehouse: Accept Unbound Flags" in the editor, or \`gatehouse accept --all\` in your terminal.`;
  const names = listed(
    kinds.map((kind) => flagWords[kind].name),
    kinds.length,
  );
  return `Gatehouse: ${names} passed according to files that another tool wrote. Without a receipt they do not count. ${action}`;
}
