import * as z from 'zod/mini';
import type { StateFile } from '../evidence/state-file';
import { lazySchema } from '../project/lazy-schema';
import type { Level } from './gate';
import type { Clock } from './site';

/** A person's word that the gates only watch for ten minutes. */
export const Pause = lazySchema(() => z.object({ v: z.literal(1), by: z.string(), at: z.number() }));
export type Pause = z.infer<typeof Pause>;

export const pauseFile = 'pause.json';
export const pauseMs = 10 * 60_000;

/** The pause that holds now; one from the future holds no more than one that is over. */
export function pauseIn(file: StateFile<Pause>, clock: Clock): Pause | undefined {
  const reading = file.read();
  if (reading.kind !== 'ok') return undefined;
  const passed = clock.now() - reading.value.at;
  return passed >= 0 && passed < pauseMs ? reading.value : undefined;
}

/** What a pause leaves of a level. The agent must not be able to make a pause longer, so what guards the files stays. */
export function levelDuring(pause: Pause | undefined, gate: string, level: Level): Level {
  return pause === undefined || level === 'off' || gate === 'self-protection' ? level : 'observe';
}
