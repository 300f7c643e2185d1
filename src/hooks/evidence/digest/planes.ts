import type { Plane } from '../evidence';

/** The plane of a path: by its extension in any case, everything that is not documentation is code. */
export function planeOfPath(file: string, docExtensions: readonly string[]): Plane {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase();
  return extension !== undefined && docExtensions.some((doc) => doc.replace(/^\./, '').toLowerCase() === extension)
    ? 'doc'
    : 'code';
}
