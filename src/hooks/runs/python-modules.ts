import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import { filesBelow, namesIn, readBytes, readText } from '../project/read-file';
import type { Invocation } from '../shell/invocation';
import { environmentFolders } from './configuration';
import { sessionBegan } from './start-files';

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

/**
 * What Python runs first in the project's virtual environment, and the runner's own packages there: a file that came since
 * the session began, and that no installer lists, may be the runner's answer.
 */
export function changedPackage({ program = '', wrappers, cwd }: Invocation, site: Site): string | undefined {
  const began = sessionBegan(site);
  const isPython =
    program === 'pytest' || wrappers.some((one) => /^(?:python[\d.]*|uv|poetry|pdm|pipenv)$/.test(one.program));
  if (!isPython || began === undefined) return undefined;
  const tops = [...new Set([cwd ?? site.cwd, site.root])];
  for (const folder of tops.flatMap((top) => ['.venv', 'venv'].flatMap((name) => packagesOf(path.join(top, name))))) {
    const first = below(folder).filter((file) => startsPython.test(file) && !isEnvironmentsOwn(file));
    const runner = ['pytest', '_pytest', 'pluggy'].flatMap((name) => filesBelow(path.join(folder, name), 500));
    const fresh = [...first, ...runner.filter((file) => file.endsWith('.py'))].filter((file) => written(file) > began);
    const listed = fresh.length === 0 ? '' : recordsIn(folder);
    const own = fresh.find((file) => !listed.includes(`\n${relativeTo(folder, file)},sha256=${hashOf(file)},`));
    if (own !== undefined)
      return `${relativeTo(site.root, own)}, which Python loads, was written since the session began`;
  }
  return undefined;
}

const startsPython = /(?:\.pth|[/\\](?:site|user)customize\.py)$/;

/** What makes an environment leaves this without listing it. */
const isEnvironmentsOwn = (file: string): boolean =>
  path.basename(file) === '_virtualenv.pth' && readText(file)?.trim() === 'import _virtualenv';

const packagesOf = (environment: string): readonly string[] =>
  below(path.join(environment, 'lib')).map((library) => path.join(library, 'site-packages'));

/** What installers say that they put there since. */
function recordsIn(folder: string): string {
  const records = below(folder).filter((name) => name.endsWith('.dist-info'));
  return `\n${records.map((name) => readText(path.join(name, 'RECORD')) ?? '').join('\n')}`;
}

const relativeTo = (folder: string, file: string): string => path.relative(folder, file).replaceAll(path.sep, '/');

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readBytes(file) ?? '')
    .digest('base64url');

const written = (file: string): number => statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;

const below = (folder: string): readonly string[] => [...namesIn(folder)].map((name) => path.join(folder, name));
