import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';

/** Where a write to an absolute path would land: links followed, also those of a file that is not there yet. */
export function realTarget(file: string, links = 40): string {
  // A chain of links without end: the name is all there is.
  if (links === 0) return file;
  let there = file;
  let stats = look(there);
  while (stats === undefined && there !== path.dirname(there)) {
    there = path.dirname(there);
    stats = look(there);
  }
  const rest = path.relative(there, file);
  const real = realOf(there);
  if (real !== undefined) return path.join(real, rest);
  if (stats?.isSymbolicLink() !== true) return file;
  const target = path.resolve(realTarget(path.dirname(there), links - 1), readlinkSync(there));
  return path.join(realTarget(target, links - 1), rest);
}

/** Undefined if nothing is there, or it must not be read. */
function look(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}
