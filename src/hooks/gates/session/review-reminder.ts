import * as z from 'zod/mini';
import { gate, context, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';
import type { SessionStart, UserPromptSubmit } from '../../protocol/call';
import type { ReviewDuty } from '../../review/progress';
import { dutyFromShippedState, dutyFromState } from '../../review/duty';

/** Repeats which reviews are owed: with some prompts, and after a compaction. */
export const reviewReminder = gate({
  id: 'review-reminder',
  title: 'Review reminder',
  summary:
    'Reminds the agent of owed reviews when you send a prompt, at most every five minutes, and reports the state of the review loop after a compaction.',
  events: ['UserPromptSubmit', 'SessionStart'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide: (call, site) => (call.event === 'SessionStart' ? afterCompaction(call, site) : withPrompt(call, site)),
});

const cooldownMs = 5 * 60_000;
const keptSessions = 20;
const Reminded = lazyObject(() => ({
  v: z.literal(1),
  sessions: z.array(z.object({ session: z.string(), at: z.number() })),
}));

async function withPrompt(call: UserPromptSubmit, site: Site): Promise<Ruling> {
  // The prompt is about reviews already, or no person wrote it.
  if (/^\s*(?:\/|<task-notification>)/.test(call.prompt)) return pass('no prompt to add to');
  if (remindedLately(call.sessionId, site)) return pass('reminded within the last five minutes');
  const finding = await findingOf(call.sessionId, site);
  if (finding?.kind !== 'missing') return pass(finding?.kind === 'exceeded' ? finding.reason : 'no review is owed');
  await remember(call.sessionId, site);
  return context(`This project has unreviewed changes. ${owedText(finding)}`, 'reminded of owed reviews');
}

async function afterCompaction(call: SessionStart, site: Site): Promise<Ruling> {
  if (call.source !== 'compact') return pass(`nothing to resume after ${call.source}`);
  const finding = await findingOf(call.sessionId, site);
  if (finding?.kind === 'waiting') {
    return context(`[AUTO_LOOP_RESUME] ${finding.reason}. Wait for its result.`, 'said which review is in progress');
  }
  if (finding?.kind !== 'missing') return pass('no review is owed');
  await remember(call.sessionId, site);
  return context(
    `[AUTO_LOOP_RESUME] The conversation was compacted while reviews were owed. ${owedText(finding)}`,
    'said which reviews are owed',
  );
}

async function findingOf(session: string, site: Site): Promise<ReviewDuty | undefined> {
  const asker = { session, running: undefined };
  const reading = site.evidence.review.read();
  if (reading.kind === 'ok') return dutyFromState(reading.value, asker, site);
  return reading.kind === 'shipped' ? dutyFromShippedState(asker, site) : undefined;
}

function owedText({ steps }: ReviewDuty & { kind: 'missing' }): string {
  const list = steps.map(({ command, why }) => `${command} (${why})`).join('; ');
  return `Before you finish, run: ${list}`;
}

function remindedLately(session: string, site: Site): boolean {
  const last = remindersFile(site)
    .value()
    ?.sessions.find((known) => known.session === session)?.at;
  return last !== undefined && Math.abs(site.clock.now() - last) < cooldownMs;
}

async function remember(session: string, site: Site): Promise<void> {
  await remindersFile(site).update((now) => {
    const others = (now?.sessions ?? []).filter((known) => known.session !== session);
    return { v: 1, sessions: [...others, { session, at: site.clock.now() }].slice(-keptSessions) };
  });
}

const remindersFile = (site: Site) => site.own('review-reminder', Reminded);
