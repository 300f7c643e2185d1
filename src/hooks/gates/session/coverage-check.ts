import * as z from 'zod/mini';
import { coverageGaps, gapText } from '../../client/coverage';
import { alarmsClearedAt, raiseAlarm } from '../../pipeline/alarms';
import { gate, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';
import type { SessionStart } from '../../protocol/call';

/** A session without hooks can only be reported by the next session with hooks. */
export const coverageCheck = gate({
  id: 'coverage-check',
  title: 'Coverage check',
  summary:
    'Reports at the start of a session which earlier sessions ran tools without hooks, since when, and the likely reason: a flag, a subdirectory, disableAllHooks, a mod.',
  events: ['SessionStart'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide: unheardSessions,
});

const Look = lazyObject(() => ({ v: z.literal(1), at: z.number() }));
/** A longer call may be missed when it ends. */
const longestCallMs = 3_600_000;

/** Earlier sessions in which tools ran but no hook fired, reported when the next session begins. */
async function unheardSessions(call: SessionStart, site: Site): Promise<Ruling | readonly Ruling[]> {
  const now = site.clock.now();
  const file = site.own('coverage.json', Look);
  const looked = (file.value()?.at ?? 0) - longestCallMs;
  const gaps = coverageGaps(site.root, site.env, now, Math.max(looked, alarmsClearedAt(site)));
  const rulings: Ruling[] = [];
  for (const gap of gaps.filter(({ session }) => session !== call.sessionId)) {
    const text = gapText(gap);
    const alarm = { at: now, kind: 'not-heard', session: gap.session, toolUseId: gap.session, text } as const;
    if (!(await raiseAlarm(site, { ...alarm, cause: gap.reason }))) continue;
    rulings.push(message(`${text}: ${gap.reason}. ${gap.repair} To view and clear alarms: gatehouse alarms`, text));
  }
  await file.update(() => ({ v: 1, at: now }));
  return rulings.length === 0 ? pass('every call of earlier sessions was checked') : rulings;
}
