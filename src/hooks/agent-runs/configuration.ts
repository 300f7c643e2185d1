import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';
import { personHome, pathFolders } from '../project/home';
import { filesBelow, namesIn, readBytes, readText, changedAt, pathsIn } from '../project/read-file';
import type { Invocation } from '../shell/invocation';
import { sessionBegan } from './start-files';
import { fieldsOf, isRecord, parseJson } from '../protocol/json';

/** The part of a file that says how a program runs. */
type Part = (text: string) => string;

const all: Part = (text) => text;
/** The tables of a TOML or INI file whose name begins so. */
const tables =
  (name: string): Part =>
  (text) =>
    text
      .split(/^(?=\s*\[)/m)
      .filter((table) => table.trimStart().startsWith(`[${name}`))
      .join('');
const lines =
  (pattern: RegExp): Part =>
  (text) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .join('\n');
const key =
  (name: string): Part =>
  (text) => {
    const value = parseJson(text);
    return isRecord(value) || text === '' ? JSON.stringify([fieldsOf(value)[name]]) : text;
  };

type Configuration = Readonly<Record<string, Part>>;
const every = (names: readonly string[]): Configuration => Object.fromEntries(names.map((name) => [name, all]));
const modules = (name: string): Configuration =>
  every(['js', 'cjs', 'mjs', 'ts', 'mts', 'cts', 'json'].map((end) => `${name}.${end}`));
const scripted = (name: string): Configuration => ({ ...modules(`${name}.config`), 'package.json': key(name) });

/** Which of several installed versions a name stands for. */
const versions = every(['.tool-versions', 'mise.toml', '.mise.toml']);

/** Fixtures may change; what has a say in the run itself, or ends it, may not. */
const conftest = lines(/pytest_\w+|_pytest|\b_?exit\b|\bquit\b|SystemExit|\batexit\b|\bos\.kill\b/);

const pytest: Configuration = {
  ...versions,
  ...every(['pytest.ini', '.pytest.ini', 'pytest.toml', '.pytest.toml', '.python-version', 'sitecustomize.py']),
  'pyproject.toml': tables('tool.pytest'),
  'setup.cfg': tables('tool:pytest'),
  'tox.ini': tables('pytest'),
  '**/conftest.py': conftest,
};
const cargo = every([
  ...Object.keys(versions),
  '.cargo/config.toml',
  '.cargo/config',
  '.config/nextest.toml',
  'rust-toolchain.toml',
  'rust-toolchain',
]);
const crate: Configuration = { ...cargo, 'Cargo.toml': lines(/^\s*harness\s*=\s*false/) };
/** What turns tests into what is run. */
const compilers: Configuration = {
  ...modules('babel.config'),
  ...every(['.babelrc', '.babelrc.js', '.babelrc.json', '.swcrc']),
};
const none: Part = () => '';
/** Another shell than the usual ones, or code that node loads first. */
const npmLines = lines(
  /^\s*script-shell\s*=(?!\s*"?(?:(?:\/usr)?\/bin\/|[A-Za-z]:[\\/].*[\\/])?(?:ba|z|da)?sh(?:\.exe)?"?\s*$|\s*"?(?:pwsh|powershell|cmd)(?:\.exe)?"?\s*$)|^\s*node-options\s*=.*(?:-r\b|--require|--import|--loader)/i,
);
const npm: Configuration = {
  ...versions,
  '.npmrc': npmLines,
  ...every(['.pnpmfile.cjs', '.pnpmfile.mjs']),
  'pnpm-workspace.yaml': lines(/pnpmfile|scriptShell|nodeOptions/i),
  '.yarnrc.yml': lines(/yarnPath|plugins|\.cjs/),
  '.yarnrc': lines(/yarn-path|script-shell/),
  ...every(['.pnp.cjs', '.pnp.loader.mjs']),
};
const maven: Configuration = {
  ...every(['.mvn/jvm.config', '.mvn/maven.config', '.mvn/extensions.xml']),
  'pom.xml': lines(/testFailureIgnore|skipTests|maven\.test\.skip|<skip>|exec-maven/),
};
const gradleBuild = lines(/ignoreFailures|\bexec\b|onlyIf|enabled\s*=|println|finalizedBy|doFirst|doLast/);
const gradle: Configuration = { 'build.gradle': gradleBuild, 'build.gradle.kts': gradleBuild };

const configurations: Readonly<Record<string, Configuration>> = {
  pytest,
  'py.test': pytest,
  cargo: crate,
  'cargo-nextest': crate,
  npm,
  pnpm: npm,
  yarn: npm,
  bun: { ...npm, 'bunfig.toml': tables('test') },
  jest: { ...scripted('jest'), ...compilers },
  vitest: { ...scripted('vitest'), ...modules('vite.config'), ...modules('vitest.workspace') },
  go: { ...versions, 'go.work': all, 'go.mod': lines(/^\s*(?:toolchain\s|replace\s.*=>\s*\.|[\w./-]+\s.*=>\s*\.)/) },
  gradle,
  playwright: scripted('playwright'),
  ava: scripted('ava'),
  mocha: { ...every(['js', 'cjs', 'json', 'jsonc', 'yaml', 'yml'].map((end) => `.mocharc.${end}`)), 'package.json': key('mocha') },
  phpunit: every(['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml']),
  rspec: every(['.rspec', '.rspec-local', '.bundle/config']),
  mvn: maven,
  mvnw: maven,
  gradlew: { ...gradle, ...every(['gradle/wrapper/gradle-wrapper.properties']) },
  dotnet: every(['.runsettings', 'global.json', 'Directory.Build.targets', 'Directory.Build.props']),
}; // prettier-ignore

/** What the person's own files say about how a program runs, if any program may have written it. */
const personal: Readonly<Record<string, Configuration>> = {
  go: { '.config/go/env': lines(/^(?:GOFLAGS=.*-(?:exec|toolexec|run|list)|GOROOT=|GOTOOLDIR=)/) },
  bun: { '.bunfig.toml': tables('test') },
  npm: { '.npmrc': npmLines },
  pnpm: { '.npmrc': npmLines },
  cargo: { '.cargo/config.toml': lines(/^\s*(?:runner|rustc)\s*=/) },
  // These say much that changes nothing here: what counts is when they were written.
  mvn: { '.mavenrc': none, '.m2/settings.xml': none, '.m2/extensions.xml': none },
  gradle: { '.gradle/init.gradle': none, '.gradle/init.d': none, '.gradle/gradle.properties': none },
};

/** The first line of such a file, with its name. */
export function personalConfiguration(program: string, { env }: Pick<Site, 'env'>): string | undefined {
  for (const [name, part] of Object.entries(personal[program] ?? {})) {
    const line = part(readText(path.join(personHome(env), name)) ?? '').split('\n', 1)[0] ?? '';
    if (line !== '') return `~/${name} sets ${line.trim().slice(0, 80)}`;
  }
  return undefined;
}

/** Files outside of the project that have a say: the person's, and those of the folders that the project is in. */
export function outerConfiguration(program: string, { root, env }: Pick<Site, 'root' | 'env'>): readonly string[] {
  const home = personHome(env);
  const names = Object.keys(configurations[program] ?? {}).map((name) => name.replace('**/', ''));
  const own = [...names, ...Object.keys(personal[program] ?? {})].map((name) => path.join(home, name));
  return [...own, ...parentsOf(root).flatMap((folder) => names.map((name) => path.join(folder, name)))];
}

function parentsOf(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}

/** The first file whose word on how a program runs is another one than at the last commit. */
export async function changedConfiguration(program: string, cwd: string, site: Site): Promise<string | undefined> {
  const listedParts = Object.entries(configurations[program] ?? {});
  const folder = path.relative(site.root, cwd).replaceAll(path.sep, '/');
  if (listedParts.length === 0 || site.git === undefined || folder.startsWith('..')) return undefined;
  const parts = (await Promise.all(listedParts.map(([name, part]) => wherever(name, part, cwd, site)))).flat();
  if (parts.length === 0) return undefined;
  const named = (name: string) => path.posix.join(folder, name);
  const committed = await site.git.blobs(parts.map(([name]) => `HEAD:${named(name)}`));
  const changed = parts.find(([name, part]) => {
    const before = committed.get(`HEAD:${named(name)}`)?.toString() ?? '';
    return part(readText(path.join(cwd, name)) ?? '') !== part(before);
  });
  return changed && named(changed[0]);
}

/** Tools that run a program of the project's virtual environment. */
export const environmentTools: ReadonlySet<string> = new Set(['uv', 'poetry', 'pdm', 'pipenv', 'rye', 'hatch']);
export const environmentFolders = ['.venv/bin', 'venv/bin'] as const;

/** Files made within this time of their environment were made together with it. */
const makingMs = 60_000;

/**
 * Is a file in the `bin` of a virtual environment what an installer put there? Installed programs stand in the RECORD of
 * their package with their hash; the activation scripts are as old as the environment. Undefined outside of one.
 */
export function isInstalled(file: string): boolean | undefined {
  const folder = path.dirname(path.dirname(file));
  const made = path.join(folder, 'pyvenv.cfg');
  const recorded = () =>
    packagesOf(folder)
      .flatMap(recordsIn)
      .some((record) => names(record, file));
  // Outside an environment only a record says something.
  if (!existsSync(made)) return recorded() ? true : undefined;
  if (/^python[\d.]*$/.test(path.basename(file))) return path.dirname(realpathSync(file)) === homeIn(made);
  if (path.basename(file).startsWith('activate')) return statSync(file).ctimeMs <= statSync(made).ctimeMs + makingMs;
  return recorded();
}

/** Where the environment's Python lies. */
function homeIn(configuration: string): string {
  const home = /^home\s*=\s*(.+)$/m.exec(readText(configuration) ?? '')?.[1]?.trim() ?? '';
  return existsSync(home) ? realpathSync(home) : home;
}

/** Where installers wrote down what they put into a folder, a file for each package. */
const recordsIn = (packages: string): readonly string[] =>
  pathsIn(packages)
    .filter((name) => name.endsWith('.dist-info'))
    .map((info) => path.join(info, 'RECORD'));

function names(record: string, file: string): boolean {
  const wanted = `/bin/${path.basename(file)},sha256=`;
  const line = readText(record)
    ?.split('\n')
    .find((one) => one.includes(wanted));
  const hash = line?.slice(line.indexOf(wanted) + wanted.length).split(',', 1)[0];
  return hash !== undefined && hashOf(file) === hash;
}

/** A file that counts in every folder: those of its name that are not as the last commit holds them. */
async function wherever(
  name: string,
  part: Part,
  cwd: string,
  { git }: Site,
): Promise<readonly (readonly [string, Part])[]> {
  if (!name.startsWith('**/')) return [[name, part]];
  const paths = await git?.ask(['status', '--porcelain', '-z', '-uall', '--no-renames', '--', `:(glob)${name}`], {
    cwd,
  });
  const changed = (paths ?? '')
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
  return changed.map((file) => [path.relative(cwd, path.join(git?.root ?? '', file)).replaceAll(path.sep, '/'), part]);
}

/**
 * `python -m` looks for modules in its folder first: one that the last commit does not hold, and that is there in the
 * place of an installed one or brings a plugin of the runner, may be the runner's answer.
 */
export async function shadowingModule({ wrappers, cwd }: Invocation, site: Site): Promise<string | undefined> {
  if (!wrappers.some(({ program }) => /^python[\d.]*$/.test(program))) return undefined;
  const folder = cwd ?? site.cwd;
  const libraries = librariesOf(folder, site);
  const suspects = [...namesIn(folder)].filter(
    (name) => bringsPlugin(path.join(folder, name)) || libraries.some((library) => hasModule(library, moduleOf(name))),
  );
  if (suspects.length === 0) return undefined;
  const status = await site.git
    ?.ask(['status', '--porcelain', '--ignored', '-uall', '--', ...suspects], { cwd: folder })
    .catch(() => '');
  const changed = status?.split('\n', 1)[0]?.slice(3) ?? '';
  return changed === '' ? undefined : `${changed}, which Python takes first, changed since the last commit`;
}

const moduleOf = (name: string): string => name.replace(/\.pyc?$/, '');

const hasModule = (library: string, module: string): boolean =>
  /^\w+$/.test(module) && [module, `${module}.py`].some((name) => existsSync(path.join(library, name)));

function bringsPlugin(folder: string): boolean {
  if (!/\.(?:egg|dist)-info$/.test(folder)) return false;
  return /^\s*\[pytest11\]/m.test(readText(path.join(folder, 'entry_points.txt')) ?? '');
}

/** Where Python's own modules and installed ones lie, as far as folders tell. */
function librariesOf(folder: string, { root, env }: Site): readonly string[] {
  const bins = [
    ...pathFolders(env),
    ...[folder, root].flatMap((top) => environmentFolders.map((bin) => path.join(top, bin))),
    path.join(personHome(env), '.local/bin'),
  ];
  const prefixes = [...new Set(bins.map((bin) => path.dirname(bin)))];
  const versions = prefixes.flatMap((prefix) => pathsIn(path.join(prefix, 'versions')));
  return [...prefixes, ...versions].flatMap((prefix) =>
    pathsIn(path.join(prefix, 'lib'))
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
    const first = pathsIn(folder).filter((file) => startsPython.test(file) && !isEnvironmentsOwn(file));
    const runner = ['pytest', '_pytest', 'pluggy'].flatMap((name) => filesBelow(path.join(folder, name), 500));
    const fresh = [...first, ...runner.filter((file) => file.endsWith('.py'))].filter(
      (file) => changedAt(file) > began,
    );
    const listed =
      fresh.length === 0
        ? ''
        : `\n${recordsIn(folder)
            .map((record) => readText(record) ?? '')
            .join('\n')}`;
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
  pathsIn(path.join(environment, 'lib')).map((library) => path.join(library, 'site-packages'));

export const relativeTo = (folder: string, file: string): string =>
  path.relative(folder, file).replaceAll(path.sep, '/');

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readBytes(file) ?? '')
    .digest('base64url');
