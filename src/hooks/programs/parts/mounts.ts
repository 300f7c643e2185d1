import type { FoundFiles, ShellWord, WordPart } from '../../shell/invocation';
import { resolvePath, within } from '../../shell/paths';
import { dropStart, plainWord, wordOf } from '../../shell/reader/words';
import type { Effect } from '../effect';

/** A path of this machine that a container sees under another one. */
export interface Mount {
  readonly host: string;
  readonly at: string;
  readonly readOnly?: boolean | undefined;
}

function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts.filter(({ at }) => within(path, at)).sort((one, other) => other.at.length - one.at.length)[0];
}

const below = ({ host, at }: Mount, path: string): string =>
  `${host === '/' ? '' : host}${at === '/' ? path : path.slice(at.length)}` || '/';

/** The path on this machine that a container's path leads to; undefined if it stays in the container. */
export function onHost(path: string | undefined, mounts: readonly Mount[]): string | undefined {
  const mount = path === undefined ? undefined : mountOf(path, mounts);
  return mount === undefined || path === undefined ? undefined : below(mount, path);
}

/** The same file, as this machine names it. */
export function wordOnHost(word: ShellWord, cwd: string | undefined, mounts: readonly Mount[]): ShellWord | undefined {
  if (word.value !== undefined) {
    const path = onHost(resolvePath(cwd, word.value), mounts);
    return path === undefined ? undefined : { ...plainWord(path, word.range), glob: word.glob, raw: word.raw };
  }
  const found = word.parts.flatMap((part) =>
    part.kind === 'unknown' && part.found !== undefined ? [part.found] : [],
  )[0];
  if (found !== undefined) return searched(word, found, mounts);
  const mount = mounts.find(({ at }) => word.text.startsWith(at === '/' ? '/' : `${at}/`));
  if (mount === undefined) return undefined;
  const start: WordPart = { kind: 'literal', text: mount.host === '/' ? '' : mount.host, quoted: true };
  return wordOf([start, ...dropStart(word, mount.at === '/' ? 0 : mount.at.length).parts], word.raw, word.range);
}

function searched(word: ShellWord, found: FoundFiles, mounts: readonly Mount[]): ShellWord | undefined {
  const roots = found.roots.flatMap((root) => wordOnHost(root, found.cwd, mounts) ?? []);
  if (roots.length === 0) return undefined;
  const parts = word.parts.map((part) =>
    part.kind === 'unknown' && part.found === found ? { ...part, found: { ...found, roots } } : part,
  );
  return wordOf(parts, word.raw, word.range);
}

/** What a container's effects do to files of this machine. */
export function effectsOnHost(effects: readonly Effect[], mounts: readonly Mount[]): readonly Effect[] {
  return effects.flatMap((effect): readonly Effect[] => {
    if (!('path' in effect) || effect.kind === 'link') return [];
    const path = wordOnHost(effect.path, effect.cwd, mounts);
    if (path !== undefined) {
      const place = effect.path.value === undefined ? undefined : resolvePath(effect.cwd, effect.path.value);
      const locked = place !== undefined && mountOf(place, mounts)?.readOnly === true;
      return locked && effect.kind !== 'read' ? [] : [{ ...effect, path, cwd: '/' }];
    }
    // `rm -rf /` also deletes what is mounted below it.
    if (!('recursive' in effect) || !effect.recursive || effect.path.value === undefined) return [];
    const place = resolvePath(effect.cwd, effect.path.value.replace(/\/\*$/, '') || '/');
    if (place === undefined) return [];
    return mounts
      .filter(({ at, readOnly }) => readOnly !== true && within(at, place))
      .map(({ host }) => ({
        ...effect,
        path: { ...plainWord(host, effect.path.range), raw: effect.path.raw },
        cwd: '/',
      }));
  });
}

/** `-v /host:/at:ro` and `--mount type=bind,source=/host,target=/at`. */
export function mountsOf(
  volumes: readonly ShellWord[],
  mounts: readonly ShellWord[],
  { cwd, home }: { readonly cwd: string | undefined; readonly home: string },
): readonly Mount[] {
  // The shell does not expand the tilde of `~:/x`, but the home is meant.
  const place = (source: string) => resolvePath(cwd, source.replace(/^~(?=\/|$)/, home));
  const bound = volumes.flatMap(({ value }): readonly Mount[] => {
    const [, source = '', at = '', mode = ''] = /^((?:[A-Za-z]:)?[^:]*):([^:]+)(?::(.*))?$/.exec(value ?? '') ?? [];
    // A bare name is a volume of the container engine.
    const host = /^[./~]|^[A-Za-z]:/.test(source) ? place(source) : undefined;
    return host === undefined
      ? []
      : [{ host, at: resolvePath('/', at) ?? at, readOnly: /(?:^|,)ro(?:,|$)/.test(mode) }];
  });
  const stated = mounts.flatMap(({ value }): readonly Mount[] => {
    const field = (names: string) => new RegExp(`(?:^|,)(?:${names})=([^,]*)`).exec(value ?? '')?.[1];
    const source = field('source|src');
    const at = field('target|destination|dst');
    const host = source === undefined ? undefined : place(source);
    if (field('type') !== 'bind' || host === undefined || at === undefined) return [];
    return [
      {
        host,
        at: resolvePath('/', at) ?? at,
        readOnly: /(?:^|,)(?:readonly|ro)(?:=(?:true|1))?(?:,|$)/.test(value ?? ''),
      },
    ];
  });
  return [...bound, ...stated];
}
