import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import type { Site } from './site';

/** Something that happened against the gates' decision. It is shown until a person clears it. */
const Alarm = lazyObject(() => ({
  /** Milliseconds since the epoch. */
  at: z.number(),
  kind: z.enum(['refused-ran', 'not-judged', 'input-replaced', 'tampered', 'not-heard']),
  session: z.string(),
  toolUseId: z.optional(z.string()),
  /** One sentence for people: what happened and to which call. */
  text: z.string(),
  /** What probably made it possible. */
  cause: z.optional(z.string()),
}));
export type Alarm = z.infer<typeof Alarm>;

const alarmFile = 'alarms.json';
const AlarmList = lazyObject(() => ({
  v: z.literal(1),
  alarms: z.array(Alarm),
  /** When a person last cleared them. */
  clearedAt: z.optional(z.number()),
}));

const kept = 100;
const longest = 500;

type AlarmSite = Pick<Site, 'own'>;

const alarmsFile = (site: AlarmSite) => site.own(alarmFile, AlarmList, { sealed: true });

/** The alarms that no person has looked at, the oldest first. */
export const openAlarms = (site: AlarmSite): readonly Alarm[] => alarmsFile(site).value()?.alarms ?? [];

/** False if the same call has raised the same alarm before. */
export async function raiseAlarm(site: AlarmSite, alarm: Alarm): Promise<boolean> {
  let raised = false;
  await alarmsFile(site).update((now) => {
    const alarms = now?.alarms ?? [];
    const known = alarms.some(
      ({ kind, toolUseId }) => kind === alarm.kind && toolUseId !== undefined && toolUseId === alarm.toolUseId,
    );
    raised = !known;
    if (known) return undefined;
    return { ...now, v: 1, alarms: [...alarms, { ...alarm, text: alarm.text.slice(0, longest) }].slice(-kept) };
  });
  return raised;
}

export async function clearAlarms(site: AlarmSite, clearedAt: number): Promise<void> {
  await alarmsFile(site).update(() => ({ v: 1, alarms: [], clearedAt }));
}

/** Alarms from before this time were cleared. */
export const alarmsClearedAt = (site: AlarmSite): number => alarmsFile(site).value()?.clearedAt ?? 0;
