import manifest from '../../package.json';

/** The version of this code: the package's, in the editor, on the command line and in the plugin alike. */
export const version: string = manifest.version;

/** Is one version newer than another? By semantic versioning: a pre-release comes before its release. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const [index, part] of a.core.entries()) {
    const difference = part - (b.core[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return a.pre.length < b.pre.length;
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index += 1) {
    const [mine, theirs] = [a.pre[index], b.pre[index]];
    if (mine === theirs) continue;
    if (mine === undefined || theirs === undefined) return theirs === undefined;
    const [m, t] = [number(mine), number(theirs)];
    if (m !== undefined && t !== undefined) return m > t;
    if (m !== undefined || t !== undefined) return t !== undefined;
    return mine > theirs;
  }
  return false;
}

function partsOf(text: string): { readonly core: readonly number[]; readonly pre: readonly string[] } {
  const [, core = '', pre = ''] = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?/.exec(text) ?? [];
  return { core: core.split('.').map(Number), pre: pre === '' ? [] : pre.split('.') };
}

const number = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);
