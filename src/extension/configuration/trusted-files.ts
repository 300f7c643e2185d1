import { readFileSync } from 'node:fs';
import { trustList, trustSubject, withTrust } from '../../hooks/project/trust';
import { noteAct, whoIsHere } from '../platform/acts';
import type { Folder } from '../store/folder';

/** Writes down that a person lets this file, with exactly this text, loosen what guards them. */
export async function trustConfiguration(folder: Folder, file: string): Promise<void> {
  const { env, clock } = folder.surroundings;
  const subject = trustSubject(folder.place, file, readFileSync(file, 'utf8'));
  const entry = { ...subject, by: whoIsHere(), at: clock.now() };
  await trustList(env).update((now) => withTrust(now, entry));
  noteAct(folder, 'trust', subject.file);
}
