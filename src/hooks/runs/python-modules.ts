import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import { namesIn, readText } from '../project/read-file';
import type { Invocation } from '../shell/invocation';
import { environmentFolders } from './configuration';

/**
 * `python -m` looks for modules in its folder first: one that the last commit does not hold, and that stands there in the
 * place of an installed one or brings a plugin of the runner, may be the runner's answer.
 */
export async function shadowingModule({ wrappers, cwd }: Invocation, site: Site): Promise<string | undefined> {
  if (!wrappers.some(({ program }) => /^python[\d.]*$/.test(program))) return undefined;
  const folder = cwd ?? site.cwd;
  const libraries = librariesOf(folder, site);
  const suspects = [...namesIn(folder)].filter(
    (name) => bringsPlugin(path.join(folder, name)) || libraries.some((library) => holds(library, moduleOf(name))),
  );
  if (suspects.length === 0) return undefined;
  const status = await site.git
    ?.ask(['status', '--porcelain', '--ignored', '-uall', '--', ...suspects], { cwd: folder })
    .catch(() => '');
  const changed = status?.split('\n', 1)[0]?.slice(3) ?? '';
  return changed === '' ? undefined : `${changed}, which Python takes first, changed since the last commit`;
}

const moduleOf = (name: string): string => name.replace(/\.pyc?$/, '');

const holds = (library: string, module: string): boolean =>
  /^\w+$/.test(module) && [module, `${module}.py`].some((name) => existsSync(path.join(library, name)));

function bringsPlugin(folder: string): boolean {
  if (!/\.(?:egg|dist)-info$/.test(folder)) return false;
  return /^\s*\[pytest11\]/m.test(readText(path.join(folder, 'entry_points.txt')) ?? '');
}

/** Where Python's own modules and installed ones lie, as far as folders tell. */
function librariesOf(folder: string, { root, env }: Site): readonly string[] {
  const bins = [
    ...(env.PATH ?? '').split(path.delimiter).filter((entry) => path.isAbsolute(entry)),
    ...[folder, root].flatMap((top) => environmentFolders.map((bin) => path.join(top, bin))),
    path.join(personHome(env), '.local/bin'),
  ];
  const prefixes = [...new Set(bins.map((bin) => path.dirname(bin)))];
  const versions = prefixes.flatMap((prefix) => below(path.join(prefix, 'versions')));
  return [...prefixes, ...versions].flatMap((prefix) =>
    below(path.join(prefix, 'lib'))
      .filter((library) => path.basename(library).startsWith('python3'))
      .flatMap((library) => [library, path.join(library, 'site-packages'), path.join(library, 'dist-packages')]),
  );
}

const below = (folder: string): readonly string[] => [...namesIn(folder)].map((name) => path.join(folder, name));
