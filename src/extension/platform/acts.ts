import { userInfo } from 'node:os';
import { personAct, type PersonAct } from '../../hooks/person/journal';
import type { Folder } from '../store/folder';

/** Writes down in the decision log what the person at the window did. */
export function noteAct(folder: Folder, act: PersonAct['act'], target: string): void {
  const { home, root, services } = folder;
  personAct({ act, target, by: personName(), from: 'editor' }, { home, root, clock: services.clock });
}

/** The name of the person, for the journal. */
export function whoIsHere(): string {
  return `${personName()} in the editor`;
}

function personName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'a person';
  }
}
