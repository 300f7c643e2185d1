import { userInfo } from 'node:os';

/** The name under which a person's word is written down. */
export function whoIsHere(): string {
  try {
    return `${userInfo().username} in the editor`;
  } catch {
    return 'a person in the editor';
  }
}
