import { wordSet } from '../project/text';
import type { ShellWord } from '../shell/invocation';
import { djangoActions } from './migrations';
import { plainWord } from '../shell/reader/words';
import type { Action, Actions, UsesService } from './effect';
import { asks, changes, fetches, machine, reveals, runs, runsUnseen, service, writes } from './effect';
import { naming, opened, nearest, nearestTo, projectCode } from './project-scripts';
import type { Definition, Family, Use } from './program';

const general =
  '-h --debug --isolated --require-virtualenv --python= -v,--verbose -V,--version -q,--quiet --log=append --no-input --keyring-provider= ' +
  '--proxy=fetch --retries= --timeout= --exists-action= --trusted-host= --cert=read --client-cert=read --cache-dir=create --no-cache-dir ' +
  '--disable-pip-version-check --no-color --no-python-version-warning --use-feature= --use-deprecated= --resume-retries=';
const index =
  '-i,--index-url=fetch --extra-index-url=fetch --no-index -f,--find-links=fetch --pre --all-releases= --only-final= --uploaded-prior-to=';
const choosing =
  '-r,--requirement=read -c,--constraint=read --build-constraint=read -e,--editable= --no-deps --group= --platform= --python-version= --implementation= --abi= ' +
  '--no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies -C,--config-settings= --global-option= --no-binary= --only-binary= ' +
  '--prefer-binary --require-hashes --progress-bar= --no-clean --ignore-requires-python --src=create --dry-run --report=write --requirements-from-script=read';
const installing =
  '-t,--target=create --user --root=create --prefix=create -U,--upgrade --upgrade-strategy= --force-reinstall -I,--ignore-installed ' +
  '--root-user-action= --compile --no-compile --no-warn-script-location --no-warn-conflicts --break-system-packages';
const looking =
  '-o,--outdated -u,--uptodate -e,--editable -l,--local --user --path=list --pre --format= --not-required --include-editable --exclude-editable --exclude= ' +
  '-f,--files --all -r=read --requirement=read --json --ignore-requires-python --global --site -a,--algorithm= --platform= --python-version= --implementation= --abi= ' +
  '--no-binary= --only-binary= --strict --exclude-newer= -p,--python= --color= --outdated -d,--depth= --prune= --package= --no-dedupe --invert --show-version-specifiers';

const does = (options: string, effects: NonNullable<Definition['effects']>): Definition => ({
  options,
  effects: (use) => [interpreter(use), effects(use)],
});

/** `--python` takes a version, or the path of a program that is run. */
function interpreter(use: Use): Actions {
  return [use, ...(use.outer === undefined ? [] : [use.outer])]
    .flatMap((one) => one.values('--python'))
    .filter(({ text, value }) => value === undefined || text.includes('/'))
    .map((word) => runs({ form: 'command', words: [word] }));
}
const machinePackages = (why: string): Definition => does('*', () => machine('packages', why));
const registry = (verb: string, access: UsesService['access'] = 'change'): Action =>
  service('the package index', verb, access);

/** Queries the index, or lists installed packages. */
const readOnly = (options: string): Definition => does(options, (use) => asks(use.operands));

const isPath = (word: ShellWord): boolean => /^\.{1,2}(?:\/|\[|$)|^\/|^~/.test(word.text);

/** Code of packages is run while they are installed. */
function takes(words: readonly ShellWord[]): Actions {
  return words.map((word) => [!isPath(word) && fetches(word), runsUnseen(`installs ${word.raw}, code of a package`)]);
}

/** `pip install`: packages by name, the project itself, or the list that the project keeps. */
/** A list that the project does not have: what flows in, or what another program prints. */
const isUnseen = ({ text, value }: ShellWord): boolean =>
  value === undefined || /^(?:-|\/dev\/(?:stdin|fd\/\d+))$/.test(text);
const unseenLists = (use: Use): readonly ShellWord[] => use.values('-r').filter(isUnseen);

function install(use: Use): Actions {
  if (use.has('--dry-run')) return use.operands.map((word) => fetches(word));
  const elsewhere = use.has('--target', '--root', '--prefix', '--user', '--break-system-packages', '--force-reinstall');
  const own = [...use.operands, ...use.values('--editable')].filter((word) => /^\.(?:\[[\w,-]+\])?$/.test(word.text));
  const others = [...use.operands, ...use.values('--editable')].filter((word) => !own.includes(word));
  return [
    takes([...others, ...unseenLists(use)]),
    elsewhere && machine('packages', 'installs outside the project’s environment'),
    changes('installs packages'),
  ];
}

function secretKey(use: Use): Actions {
  return use.operands.some(({ text }) => /auth|token|password/i.test(text)) && reveals('a key of the package index');
}

/** Tools that Python projects use: a runner runs the project's copy of these. */
const tools = wordSet(
  'bandit black coverage flake8 isort mkdocs mypy nox pip-audit pre-commit pycodestyle pydocstyle pyflakes pylint pyright pytest pyupgrade ruff sphinx-build tox ty vulture yamllint',
);

const environment = (use: Use): Action => changes(`${use.program} prepares the project’s environment`);

/** Without a project, an environment and a choice of Python `uv run x` is `x`. */
const isAlone = (use: Use): boolean =>
  use.program === 'uv' &&
  use.given.every(({ name }) =>
    /^--(?:quiet|verbose|offline|frozen|locked|no-sync|no-project|project|no-python-downloads)$/.test(name),
  ) &&
  (use.outer?.given ?? []).every(({ name }) => /^--(?:quiet|verbose|offline|directory)$/.test(name)) &&
  [use.at.cwd, ...use.values('--project').map((word) => use.resolve(word))].every(
    (folder) =>
      use.at.isProject(folder) &&
      nearestTo(folder, use, 'pyproject.toml', 'uv.toml', '.python-version', '.venv/pyvenv.cfg') === undefined,
  );

/** `uv run`, `poetry run` …: a script of the project, a module or a program in the project's environment. */
function inEnvironment(use: Use): Actions {
  const [first, ...rest] = use.operands;
  if (first === undefined) return [];
  const extra = use.values('--with', '--with-editable', '--with-requirements', '--index', '--default-index');
  const before = !isAlone(use) && [interpreter(use), takes(extra), environment(use)];
  if (use.has('--module')) {
    return [before, runs({ form: 'command', words: use.operands, wrapper: true, via: 'python -m' })];
  }
  if (first.text === '-') return [before, runs({ form: 'input', language: 'python', via: `${use.program} run` })];
  if (/\.pyw?$|:\/\//.test(first.text) || use.has('--script')) {
    return [
      before,
      runs({ form: 'file', language: 'python', path: first, args: rest }),
      /(?:^|\/)manage\.py$/.test(first.text) && djangoActions(use, rest),
    ];
  }
  const text = first.value === undefined ? undefined : taskOf(use, first.value);
  if (text !== undefined) {
    return [
      before,
      projectCode('the script', first),
      opened(`${use.program} run ${first.text}`, text.text, text.folder, rest),
    ];
  }
  return [before, runs({ form: 'command', words: use.operands, wrapper: true })];
}

/** A task of pyproject.toml: `[tool.pdm.scripts]`, `[tool.hatch.envs.default.scripts]`, `[tool.rye.scripts]`. */
function taskOf(use: Use, name: string): { readonly text: string; readonly folder: string } | undefined {
  const found = nearest(use, 'pyproject.toml');
  if (found === undefined) return undefined;
  let inside = false;
  for (const line of found.text.split('\n', 5_000)) {
    const section = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) inside = /^tool\.(?:pdm|rye|hatch|poe|taskipy|pixi)\b.*(?:scripts|tasks)$/.test(section);
    const entry = inside
      ? /^\s*"?([\w.:-]+)"?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|\{.*?\bcmd\s*=\s*"((?:[^"\\]|\\.)*)")/.exec(line)
      : null;
    const text = entry?.[2]?.replace(/\\(["\\])/g, '$1') ?? entry?.[3] ?? entry?.[4]?.replace(/\\(["\\])/g, '$1');
    if (entry?.[1] === name && text !== undefined) return { text, folder: found.folder };
  }
  return undefined;
}

const running = (options: string): Definition => ({ style: 'strict', options, effects: inEnvironment });

/** `uvx x`, `pipx run x`: a tool in its own environment, fetched from the network if it is missing. */
function runTool(use: Use): Actions {
  const [first, ...rest] = use.operands;
  if (first === undefined) return [];
  const from = use.values(
    '--from',
    '--spec',
    '--with',
    '--with-editable',
    '--with-requirements',
    '--index',
    '--default-index',
    '--pip-args',
  );
  const name = /^([a-z][\w-]*)(?:@[\w.]+|[=<>~!]=.*)?$/i.exec(first.value ?? '')?.[1] ?? '';
  const known = from.length === 0 && tools.has(name);
  const tool = known ? { ...first, value: name, text: name } : first;
  return [
    interpreter(use),
    known ? changes(`runs ${name} from a package`) : takes([...from, ...(from.length > 0 ? [] : [first])]),
    runs({ form: 'command', words: [tool, ...rest], wrapper: true }),
  ];
}

const uvGeneral =
  '-q,--quiet -v,--verbose --color= --native-tls --offline --allow-insecure-host= --no-progress --directory= --project= --config-file=load --no-config ' +
  '-n,--no-cache --cache-dir=create --no-python-downloads --managed-python --no-managed-python --python-preference= --preview -V,--version -h';
const uvResolving =
  '-p,--python= --index=fetch --default-index=fetch -i,--index-url=fetch --extra-index-url=fetch -f,--find-links=fetch --no-index --index-strategy= ' +
  '--keyring-provider= --resolution= --prerelease= --fork-strategy= --exclude-newer= --link-mode= -U,--upgrade -P,--upgrade-package= --reinstall ' +
  '--reinstall-package= --no-build --no-build-package= --no-binary --no-binary-package= --refresh --refresh-package= -C,--config-setting= ' +
  '--no-build-isolation --no-build-isolation-package= --no-sources --compile-bytecode --extra= --all-extras --no-extra= --group= --no-group= ' +
  '--only-group= --all-groups --no-default-groups --dev --no-dev --only-dev --package= --all-packages --no-editable --inexact --exact --active --locked ' +
  '--frozen --no-sync --no-project --isolated --no-install-project --no-install-workspace --no-install-package= --check --dry-run --script --no-env-file --env-file=read';
const uvOptions = `${uvGeneral} ${uvResolving}`;
const uvx: Definition = {
  style: 'strict',
  options: `${uvOptions} --from= --with= --with-editable= --with-requirements= -w=`,
  effects: runTool,
};
const environmentChange = (options: string): Definition => does(options, (use) => environment(use));

/** Names packages: code from the network; without names the project's own list. */
const adding = (options: string): Definition =>
  does(options, (use) => [
    takes([...use.operands, ...use.values('--git', '--editable'), ...unseenLists(use)]),
    environment(use),
  ]);

/** Brings the lockfile up to date first, which may build packages. */
const locking = (use: Use): Actions => !use.has('--frozen') && changes('updates the lockfile');

const uv: Definition = {
  options: uvGeneral,
  directory: (use) => use.value('--directory'),
  inert: '--version -h',
  bare: { options: uvGeneral },
  subcommands: {
    run: running(
      `${uvOptions} --with= --with-editable= --with-requirements= -m,--module -s,--script --gui-script -w= --no-active`,
    ),
    'version help': readOnly(`${uvOptions} ${looking} --short --output-format= --universal --bump=write`),
    tree: does(`${uvOptions} ${looking} --universal`, locking),
    pip: {
      options: uvGeneral,
      bare: { options: uvGeneral },
      subcommands: {
        'list show freeze check tree': readOnly(`${uvOptions} ${looking} --system`),
        install: does(`${uvOptions} ${choosing} ${installing} --system --no-deps`, install),
        'sync compile': does(`${uvOptions} ${choosing} ${installing} -o,--output-file=write --system --generate-hashes --universal`, (use) => [takes(use.operands.filter(isUnseen)), environment(use)]),
        uninstall: machinePackages('removes packages'),
      },
    },
    cache: { options: uvGeneral, subcommands: { 'dir size': { options: uvGeneral } }, other: machinePackages('empties the cache') },
    python: {
      options: uvGeneral,
      subcommands: { 'find list dir': readOnly(`${uvOptions} --system --all-versions --only-installed --only-downloads`) },
      other: machinePackages('changes the interpreters of this machine'),
    },
    tool: {
      options: uvGeneral,
      subcommands: {
        // It creates and locks the folder of the tools.
        list: does(`${uvGeneral} --show-paths --show-version-specifiers --show-with --show-extras`, () => changes('locks the folder of the tools')),
        dir: readOnly(`${uvGeneral} --bin`),
        run: uvx,
      },
      other: does('*', (use) => [takes(use.operands.slice(1)), machine('packages', 'installs or removes a tool')]),
    },
    export: does(`${uvOptions} --format= -o,--output-file=write --no-hashes --no-annotate --no-header --no-emit-project --prune=`, locking),
    'sync lock venv init build format': environmentChange(
      `${uvOptions} --seed --clear --allow-existing --prompt= --system-site-packages --relocatable --lib --app --bare --name= --description= --build-backend= --no-readme --no-workspace --no-pin-python --author-from= --vcs= -o,--out-dir=create --sdist --wheel --no-build-logs --clear`,
    ),
    add: adding(`${uvOptions} -r,--requirements=read -c,--constraints=read -m= --optional= --editable --raw --rev= --tag= --branch= --lfs --bounds= --workspace --no-workspace --git=`),
    remove: machinePackages('takes packages away'),
    publish: does('* --dry-run', (use) => (!use.has('--dry-run') && registry('publishes', 'publish'))),
    'self auth': machinePackages('changes the tool itself'),
  },
}; // prettier-ignore

const poetryGeneral =
  '-h -q,--quiet -V,--version --ansi --no-ansi -n,--no-interaction --no-plugins --no-cache -P,--project= -C,--directory= -v,--verbose -vv -vvv';
const pythonOptions = `** ${poetryGeneral} --with= --without= --only= -E,--extras= -G,--group= -p,--python= -d,--dev --source=fetch`;

/** poetry(1), pipenv(1), pdm(1), hatch(1), rye(1): they share their verbs. */
const manager: Definition = {
  options: `${poetryGeneral} --python= --bare --venv --where --py --envs --env= -e,--env= --config=load --data-dir= --cache-dir=create -c,--config=load -p,--project=`,
  directory: (use) => use.value('--directory', '--project'),
  // Plugins, and versions that code of the project computes.
  effects: (use) =>
    naming(use, /requires-plugins|hooks\.custom|^\s*source\s*=\s*["']code["']/m, 'pyproject.toml', 'hatch.toml'),
  inert: '--version --venv --where --py --envs -h',
  bare: { options: '' },
  subcommands: {
    run: running(`${poetryGeneral} -e,--env= --python= -s,--site-packages --no-site-packages -r,--recreate -l,--list`),
    'show check about search list info graph verify status outdated': readOnly(pythonOptions),
    // With a word it sets another version.
    'version project dep help completion': does(
      pythonOptions,
      (use) => use.path.includes('version') && use.operands.length > 0 && changes('changes the version'),
    ),
    env: {
      options: '*',
      subcommands: { 'info list show find': { options: '*' } },
      other: machinePackages('changes environments'),
    },
    'install sync lock build fmt test export requirements venv init new import requires':
      environmentChange(pythonOptions),
    update: environmentChange(pythonOptions),
    add: adding(pythonOptions),
    publish: does('* --dry-run', (use) => !use.has('--dry-run') && registry('publishes', 'publish')),
    shell: does('*', () => runs({ form: 'input', language: 'sh' })),
    config: does('* --list', (use) =>
      use.program === 'poetry' && use.has('--list') && use.words.length === 1
        ? []
        : machine('packages', 'changes packages or settings'),
    ),
    'self cache source remove uninstall plugin python clean toolchain tools fetch pin fix use':
      machinePackages('changes packages or settings'),
  },
  other: running(''),
};

/** Package managers of Python. */
export const pythonPackages: Family = {
  'pip pip3': {
    options: general,
    inert: '--version -h',
    bare: readOnly(general),
    subcommands: {
      'list show freeze check search inspect debug hash help index version': readOnly(`${general} ${index} ${looking}`),
      completion: readOnly('*'),
      config: {
        options: `${general} --global --user --site --editor=program`,
        subcommands: {
          'list debug': { options: `${general} --global --user --site` },
          get: does(`${general} --global --user --site`, secretKey),
        },
        other: does(`${general} --global --user --site --editor=program`, () => machine('settings', 'changes where packages come from')),
      },
      cache: {
        options: general,
        subcommands: { 'dir info list': { options: `${general} --format= --abspath` } },
        other: machinePackages('empties the cache'),
      },
      install: does(`${general} ${index} ${choosing} ${installing}`, install),
      'download wheel lock': does(`${general} ${index} ${choosing} -d,--dest=create -w,--wheel-dir=create -o,--output=write`, (use) => [
        takes(use.operands),
        changes('fetches packages'),
      ]),
      uninstall: machinePackages('removes packages'),
    },
  },
  uv,
  uvx,
  pipdeptree: { options: '* --python=program' },
  pipx: {
    options: '-h --version --quiet --verbose --global',
    subcommands: {
      'list environment': readOnly('--json --short --include-injected --skip-maintenance --pinned --value= -V= --global --verbose'),
      run: { style: 'strict', options: '* --spec= --python= --pip-args= --index-url=fetch -i=fetch', effects: runTool },
    },
    other: does('*', (use) => [takes(use.operands.slice(1)), machine('packages', 'installs or removes a tool')]),
  },
  'poetry pipenv pdm hatch rye pixi': manager,
  'conda mamba micromamba': {
    options: '-h -V,--version --no-plugins --solver= -q,--quiet -v,--verbose -y,--yes',
    inert: '--version -h',
    bare: { options: '' },
    subcommands: {
      'list info search compare doctor repoquery notices': readOnly('* -n,--name= -p,--prefix= -c,--channel=fetch --envs -e --all -a --base --json -q,--quiet -v,--verbose -f,--full-name --export --explicit --canonical --no-pip --md5 -s,--system --reverse'),
      env: {
        options: '*',
        subcommands: { 'list export': readOnly('* -n,--name= -p,--prefix= -f,--file=write') },
        other: machinePackages('makes or removes an environment'),
      },
      config: does('* --show --show-sources --get=? --describe --validate', (use) =>
        !use.has('--show', '--show-sources', '--get', '--describe', '--validate') && machine('settings', 'changes the configuration')),
      run: {
        style: 'strict',
        options: '-n,--name= -p,--prefix= --cwd= --no-capture-output --live-stream -v,--verbose --dev --debug-wrapper-scripts -a= -e= --clean-env',
        directory: (use) => use.value('--cwd'),
        effects: inEnvironment,
      },
      'activate deactivate init': does('*', () => changes('changes which environment is active')),
      'create install update upgrade remove uninstall clean rename export package build': does(
        '* -n,--name= -p,--prefix= -c,--channel=fetch -f,--file=read --file=read',
        (use) => [takes(use.operands), machine('packages', 'changes environments of this machine')],
      ),
    },
  },
  twine: {
    options: '-h --version --no-color',
    subcommands: {
      check: { options: '--strict', operands: 'read*' },
      'upload register': { options: '*', effects: () => registry('publishes', 'publish') },
    },
  },
  virtualenv: { options: '*', operands: 'create*' },
  'python-build pyproject-build': { options: '*', effects: () => writes(plainWord('dist'), { tree: true }) },
}; // prettier-ignore
