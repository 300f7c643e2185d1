import { files } from './files';
import { finders } from './find';
import { named, type Definition, type Family } from './program';
import { wrappers } from './wrappers';

/** Every program that is known, one family a file. A program stands in one family only. */
export const families: readonly Family[] = [files, finders, wrappers];

export function definitionOf(program: string): Definition | undefined {
  for (const family of families) {
    const found = named(family, program);
    if (found !== undefined) return found;
  }
  return undefined;
}
