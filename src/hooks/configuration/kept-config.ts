import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole } from '../state/atomic-file';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';
import { lazyObject } from '../project/lazy-schema';
import { readText } from '../project/read-file';

const Kept = lazyObject(() => ({ v: z.literal(1), text: z.nullable(z.string()) }));

/** A copy of the person's configuration, so that a change by an agent's call can be undone. */
const keptConfigFile = 'kept-config.json';
const keptIn = (home: string): StateFile<z.infer<typeof Kept>> => ownFile(home, keptConfigFile, Kept, { sealed: true });

const fileIn = (home: string): string => path.join(home, 'config.json');

/** Has the configuration changed since the person left it? One that was never kept is accepted. */
export async function configDiffers(home: string): Promise<boolean> {
  const kept = keptIn(home).read();
  if (kept.kind === 'ok') return kept.value.text !== (readText(fileIn(home)) ?? null);
  await keepConfig(home);
  return false;
}

export async function keepConfig(home: string): Promise<void> {
  const text = readText(fileIn(home)) ?? null;
  await keptIn(home).update(() => ({ v: 1, text }));
}

/** Restores the configuration; the changed text is kept beside it. */
export function putConfigBack(home: string): void {
  const kept = keptIn(home).read();
  if (kept.kind !== 'ok') return;
  const placement = { boundary: home, mode: 0o600, directoryMode: 0o700, durable: true };
  const now = readText(fileIn(home));
  if (now !== undefined) writeWhole(`${fileIn(home)}.changed`, now, placement, () => true);
  writeWhole(fileIn(home), kept.value.text ?? '{}\n', placement, () => true);
}
