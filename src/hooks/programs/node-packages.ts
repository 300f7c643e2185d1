import { wordSet } from '../project/text';
import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord, wordOf } from '../shell/reader/words';
import type { Action, Actions, UsesService } from './effect';
import {
  asks,
  changes,
  fetches,
  git,
  machine,
  reveals,
  runs,
  runsProject,
  runsUnseen,
  service,
  unclear,
  writes,
} from './effect';
import { isDryRun } from './parts/by-verb';
import {
  asCode,
  elsewhere,
  loads,
  naming,
  packageScript,
  projectCode,
  nearest,
  opened,
  scriptText,
} from './project-scripts';
import type { Definition, Family, Use } from './program';

/** Every key of npm's configuration is an option. */
const switches =
  'all allow-same-version audit bin-links bypass-2fa color commit-hooks dangerously-allow-all-scripts dev diff-ignore-all-space diff-name-only ' +
  'diff-no-prefix diff-text dry-run engine-strict force foreground-scripts format-package-lock fund git-tag-version global global-style ' +
  'if-present ignore-scripts include-staged include-workspace-root install-links json legacy-bundling legacy-peer-deps link list long no-install ' +
  'offline omit-lockfile-registry-resolved package-lock package-lock-only parseable prefer-dedupe prefer-offline prefer-online progress provenance ' +
  'read-only rebuild-bundle save save-bundle save-dev save-exact save-optional save-peer save-prod shrinkwrap sign-git-commit sign-git-tag silent ' +
  'strict-peer-deps strict-ssl timing unicode update-notifier usage verbose versions workspaces workspaces-update yes production';
const values =
  'access allow-directory allow-file allow-git allow-remote allow-scripts also audit-level auth-type before ca cache-max cache-min cidr cpu depth ' +
  'description diff diff-dst-prefix diff-src-prefix diff-unified expires fetch-retries fetch-retry-factor fetch-retry-maxtimeout ' +
  'fetch-retry-mintimeout fetch-timeout heading include init-author-email init-author-name init-author-url init-license init-type init-version ' +
  'install-strategy libc local-address location lockfile-version loglevel logs-max maxsockets message min-release-age name noproxy omit only ' +
  'optional orgs os otp package-import-method packages preid reporter save-prefix sbom-format sbom-type scope searchexclude searchlimit searchopts ' +
  'searchstaleness tag tag-version-prefix user-agent which workspace call package prefix node-linker store-dir virtual-store-dir network-concurrency ' +
  'child-concurrency workspace-concurrency resume-from filter-prod test-pattern changed-files-ignore-pattern publish-branch mode';
const programs = 'browser editor git node-gyp script-shell shell viewer';
const loaded = 'globalconfig init-module node-options userconfig onload-script';
const addresses = 'https-proxy proxy registry replace-registry-host';
const list = (names: string, shape: (name: string) => string): string => names.split(' ').map(shape).join(' ');

const options = [
  list(switches, (name) => `--[no-]${name}`),
  list(values, (name) => `--${name}=`),
  list(programs, (name) => `--${name}=program`),
  list(loaded, (name) => `--${name}=load`),
  list(addresses, (name) => `--${name}=fetch`),
  '--cafile=read --cert=read --key=read --provenance-file=read --cache=create --logs-dir=create --pack-destination=create --nodedir=load --modules-dir=create',
  '-g,--global -D,--save-dev -S,--save -E,--save-exact -O,--save-optional -P,--save-prod -B,--save-bundle -s,--silent -d -q -w,--workspace= -C,--prefix=',
  '--dir,--prefix= --cwd,--prefix= -F,--filter= --filter= -y,--yes -l,--long -m,--message= -p,--parseable -f,--force -c,--call= -r,--recursive --recursive',
  '-T -W --frozen-lockfile --no-frozen-lockfile --immutable --immutable-cache --check-cache --check-files --no-lockfile --pure-lockfile --flat --har --peer --exact',
  '--tilde --caret --interactive -i,--interactive --latest -L,--latest --parallel --stream --aggregate-output --no-bail --bail --sort --no-sort --reverse',
  '--fix-lockfile --lockfile-only --ignore-workspace -A,--all --inline-builds --refresh-lockfile --shamefully-hoist --no-default-rc --use-stderr --no-git-checks',
  '--ignore-engines --ignore-platform --ignore-optional --non-interactive --no-node-version-check --mutex= --network-timeout= --cache-folder=create',
  '--modules-folder=create --skip-integrity-check --no-progress --force-local --json-lines --reporter= --allow-build= --config. --topological --topological-dev',
  '-R --no-browser -j,--jobs= --jobs= --from= --exclude= --since=? --no-private -v,--version --production=? --ignore-path --depth=',
].join(' ');

/** Programs of JavaScript packages that projects use: a package runner runs the project's copy of these. */
const tools = wordSet('ava biome c8 changeset concurrently cross-env cspell cypress depcheck dprint esbuild eslint jest knip lerna lint-staged madge markdownlint ' +
    'markdownlint-cli2 mocha next nodemon nx nyc oxlint parcel playwright prettier publint rollup sort-package-json stylelint syncpack tap tsc tsd ' +
    'tsup turbo typedoc vite vitest vue-tsc webpack wireit xo rimraf del del-cli trash trash-cli shx cpy cpy-cli mkdirp ncp husky attw size-limit npm-run-all run-s run-p'); // prettier-ignore

/** Programs of packages that act outside the project: their own effects count even if a script has that name. */
const reaching = wordSet(
  'prisma typeorm typeorm-ts-node-commonjs sequelize sequelize-cli knex drizzle-kit mikro-orm wrangler vercel netlify firebase serverless sls sst cdk semantic-release release-it np changeset vsce ovsx supabase pulumi amplify eas node tsx ts-node esno zx jiti vite-node babel-node deno python python3 sh bash',
);

/** `eslint@9` is `eslint`; a scoped package may be anything. */
function withoutVersion(word: ShellWord): ShellWord {
  const bare = /^([a-z][\w.-]*)@[\w.^~*-]+$/i.exec(word.value ?? '')?.[1];
  return bare === undefined ? word : plainWord(bare, word.range);
}

/** Runs a program of a package: one of the project's tools, or code from the network. */
function runPackage([first, ...rest]: readonly ShellWord[], packages: readonly ShellWord[]): Actions {
  if (first === undefined) return packages.map((word) => fetches(word));
  const tool = withoutVersion(first);
  const known = tools.has(tool.value ?? '') && packages.every((word) => tools.has(withoutVersion(word).value ?? ''));
  return [
    known ? changes(`runs ${tool.text} from a package`) : foreign(packages.length === 0 ? [first] : packages),
    runs({ form: 'command', words: [tool, ...rest], wrapper: true }),
  ];
}

function foreign(packages: readonly ShellWord[]): Actions {
  return packages.map((word) => [fetches(word), runsUnseen(`runs ${word.raw}, a package from the network`)]);
}

/** npx(1), `npm exec`, `yarn dlx`, `bunx`. */
const runner: Definition = {
  style: 'strict',
  options: `${options.replace('-p,--parseable ', '')} -p,--package= --bun -x,--shell-mode -q,--quiet --quiet --shell-auto-fallback=? --ignore-existing --npm= --always-spawn -n,--node-arg=load --no-install`,
  inert: '--version',
  directory: (use) => use.value('--prefix'),
  effects(use) {
    const text = use.value('--call');
    const packages = use.values('--package');
    if (text === undefined) return runPackage(use.operands, packages);
    return [foreign(packages), runs({ form: 'shell', text, via: `${use.program} -c` })];
  },
};

const isGlobal = (use: Use): boolean =>
  use.has('--global') || use.value('--location')?.text === 'global' || use.outer?.has('--global') === true;

/** Adds packages: those in the lockfile, or any code from the network. */
function install(use: Use): Actions {
  if (isGlobal(use)) return [foreign(use.operands), machine('packages', 'installs for the whole machine')];
  if (use.operands.length === 0) {
    const why = use.has('--force') ? machine('packages', 'forces') : changes('installs packages into the project');
    // Newer versions than the lockfile names.
    return [why, /^u(?:p|dp)/.test(use.path.at(-1) ?? '') && fetches(), installScripts(use)];
  }
  return [
    use.operands.map((word) => [fetches(word), runsUnseen(`installs ${word.raw}, code from the network`)]),
    installScripts(use),
  ];
}

/** Scripts of the project that run when packages are installed. */
function installScripts(use: Use): Actions {
  const found = use.has('--ignore-scripts') ? undefined : nearest(use, 'package.json');
  if (found === undefined) return [];
  return ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => {
    const text = scriptText(found.text, name);
    return text !== undefined && opened(`${use.program} ${name}`, text, found.folder);
  });
}

const removes = (why: string): Definition => ({ options, directory: prefix, effects: () => machine('packages', why) });
const prefix = (use: Use): ShellWord | undefined => use.value('--prefix');
const does = (effects: NonNullable<Definition['effects']>): Definition => ({
  options,
  directory: prefix,
  effects: (use) => [use.has('--prefix') && elsewhere(use), effects(use)],
});
const registry = (verb: string, access: UsesService['access'] = 'change'): Action =>
  service('the package registry', verb, access);
const publishing = (verb: string, access: 'publish' | 'destroy'): Definition =>
  does((use) =>
    use.has('--dry-run') ? runsProject('runs what the project does before publishing') : registry(verb, access),
  ); // prettier-ignore

/** Asks the registry, or looks at what is installed. */
const ask = does((use) => [
  asks(use.operands),
  [...use.operands, ...use.values('--diff')].filter(isForeign).map((word) => fetches(word)),
]);

/** A package that is an address: `https://…`, `git+ssh://…`, `github:a/b`. */
const isForeign = ({ text }: ShellWord): boolean =>
  /^(?:@?[\w.-]+@)?(?:[a-z][a-z+]*:(?!\d)|git@)/i.test(text) &&
  !/^(?:@?[\w./-]+@)?(?:npm|file|workspace|link):/.test(text);

const secretKey = /auth|token|password/i;
const readKey = (use: Use): Actions =>
  use.operands.some(({ text }) => secretKey.test(text)) && reveals('the key of the package registry');

/** Settings affect every later call: which shell runs scripts, where packages come from. */
const changeKey = does((use) => [
  machine('settings', 'changes the configuration'),
  use.operands.map((word, at) => {
    const program = /^(?:script-shell|shell|editor|git|node-options|viewer|browser)(=|$)/.exec(word.text);
    const value = program?.[1] === '=' ? dropStart(word, program[0].length) : use.operands[at + 1];
    return program !== null && value && runs({ form: 'shell', text: value, via: `${use.program} config` });
  }),
]); // prettier-ignore

/** npm reads its options after the name of a script as well, up to `--`. */
function ownShell(use: Use, args: readonly ShellWord[]): Actions {
  if (use.program !== 'npm') return [];
  const end = args.findIndex(({ text }) => text === '--');
  return (end < 0 ? args : args.slice(0, end)).map((word, at) => {
    const attached = /^--script-shell(=|$)/.exec(word.text);
    const text =
      attached === null ? undefined : attached[1] === '=' ? dropStart(word, attached[0].length) : args[at + 1];
    return text && runs({ form: 'shell', text, via: 'npm --script-shell' });
  });
}
/** `npm test`: the subcommand is the script's name. */
const ownScript: Definition = {
  style: 'strict',
  options,
  directory: prefix,
  effects: (use) => [packageScript(use, plainWord(use.path.at(-1) ?? ''), use.operands), ownShell(use, use.operands)],
};

const either = (reading: string, verb: string): Definition => ({
  options,
  subcommands: { [reading]: does(() => []) },
  bare: does(() => []),
  other: does(() => registry(verb)),
});

const shared: Readonly<Record<string, Definition>> = {
  'list ls la ll info view show v outdated why explain doctor ping search find s se fund query root prefix bin help help-search sbom whoami stars licenses completion find-dupes diff':
    ask,
  // Opens a page that the package names.
  'bugs docs home issues repo': does((use) =>
    use.has('--no-browser') ? asks(use.operands) : unclear('opens a browser'),
  ),
  audit: {
    options,
    subcommands: { fix: does((use) => [machine('packages', 'changes packages'), install(use)]), signatures: ask },
    bare: ask,
    other: ask,
  },
  pack: does((use) =>
    use.has('--dry-run') ? runsProject('runs what the project does before packing') : changes('packs the project'),
  ),
  'config c': {
    options,
    subcommands: {
      'get': does(readKey),
      'list ls': does(() => []),
      'set delete edit fix unset rm': changeKey,
    },
    bare: does(() => []),
  }, // prettier-ignore
  get: does(readKey),
  set: changeKey,
  // `npm pkg set scripts.prepare='…'`: text that later runs as a command.
  pkg: {
    options,
    subcommands: {
      get: does(() => []),
      'set delete fix': does((use) => [
        writes(plainWord('package.json'), { how: 'edit' }),
        use.operands.map((word) => {
          const text = /^scripts[.[][^=]*=/.exec(word.text)?.[0].length;
          return (
            text !== undefined && runs({ form: 'shell', text: dropStart(word, text), via: 'a script of package.json' })
          );
        }),
      ]),
    },
  },
  'dist-tag dist-tags tag': {
    ...either('ls list', 'changes what others install'),
    other: does((use) => !isDryRun(use.words) && registry('changes what others install', 'publish')),
  },
  'deprecate undeprecate': does(() => registry('changes what others see', 'publish')),
  token: either('ls list', 'handles tokens'),
  'access owner author team org profile hook star unstar': {
    ...either('ls list get', 'changes who may do what'),
    other: does(() => registry('changes what others see')),
  },
  cache: {
    options,
    subcommands: {
      'ls list dir': does(() => []),
      verify: does(() => changes('clears what the cache does not need')),
      npx: does((use) => !/^(?:ls|list|info)$/.test(use.verb) && machine('packages', 'empties the cache')),
    },
    bare: does(() => []),
    other: removes('empties the cache'),
  },
  store: { options, subcommands: { 'status path': does(() => []) }, other: removes('empties the store') },
  'test t tst start stop restart': ownScript,
  'run run-script rum urn': {
    style: 'strict',
    options,
    directory: prefix,
    effects(use) {
      const [name, ...args] = use.operands;
      return name && [packageScript(use, name, args), ownShell(use, args)];
    },
  },
  'install i in add isntall install-test it update up upgrade upg udpate upgrade-interactive import': does(install),
  'ci clean-install ic install-clean install-ci-test cit dedupe ddp rebuild rb shrinkwrap approve-builds': does((use) =>
    isGlobal(use) ? machine('packages', 'changes packages of the whole machine') : [changes('installs what the lockfile names'), installScripts(use)],
  ), // prettier-ignore
  'remove rm uninstall un unlink r prune': removes('takes packages away'),
  'link ln': removes('links packages for the whole machine'),
  // `npm init x` runs the package create-x.
  'init create innit': does((use) => {
    const [first] = use.operands;
    if (first === undefined) return [writes(plainWord('package.json'), { how: 'create' }), changes('makes a package')];
    return foreign([first]);
  }),
  version: does((use) => {
    if (use.operands.length === 0 && !/^(?:yarn)$/.test(use.program)) return [];
    const tags = !use.given.some(({ name, on }) => name === '--git-tag-version' && !on);
    return [writes(plainWord('package.json'), { how: 'edit' }), tags && git('commit'), registry('sets a version')];
  }),
  publish: publishing('publishes', 'publish'),
  unpublish: publishing('takes a published package away', 'destroy'),
  'login logout adduser add-user': does(() => registry('changes an account')),
  // `npm exec x -- …` and `pnpm exec x`.
  'exec x': {
    ...runner,
    effects: (use) => {
      const [only, ...more] = use.operands;
      return only !== undefined && more.length === 0 && /\s/.test(only.text)
        ? runs({ form: 'shell', text: only })
        : runner.effects?.(use);
    },
  },
  dlx: runner,
  explore: {
    style: 'strict',
    options,
    effects: ({ operands: [, ...words] }) =>
      words.length !== 0 && runs({ form: 'command', words: words.filter(({ text }) => text !== '--') }),
  },
  edit: does(() => runsUnseen('opens an editor')),
};

const npm: Definition = {
  options,
  directory: prefix,
  inert: '--version',
  // Programs that npm starts instead of its own choice.
  effects: (use) => naming(use, /^\s*(?:browser|viewer|editor|shell|script-shell|git|init-module)\s*=/m, '.npmrc'),
  bare: ask,
  subcommands: shared,
};

/** A word that is no subcommand is a script, or a program of a package that the project has. */
const scriptOrProgram: Definition = {
  style: 'strict',
  options,
  effects(use) {
    const [name, ...args] = use.operands;
    if (name === undefined) return [];
    return tools.has(name.value ?? '')
      ? [changes(`runs ${name.text} from a package`), runs({ form: 'command', words: use.operands, wrapper: true })]
      : [
          packageScript(use, name, args),
          reaching.has(name.value ?? '') && runs({ form: 'command', words: use.operands }),
        ];
  },
};

/** Commands of npm that another package manager does not have: there they are names of scripts. */
const foreignCommands = 'explain home issues find query fund help-search find-dupes diff hook author org unstar';

function inner(use: Use, words: readonly ShellWord[]): Actions {
  const name = wordOf([{ kind: 'literal', text: use.program, quoted: false }], use.program, words[0]?.range);
  return runs({ form: 'command', words: [name, ...words], directory: null });
}

const yarn: Definition = {
  ...npm,
  // yarn delegates every command to the program that the project's settings name.
  starts: (use) => [naming(use, /^\s*(?:yarnPath|plugins)\s*:/m, '.yarnrc.yml'), naming(use, /yarn-path/, '.yarnrc')],
  bare: does(install),
  subcommands: {
    ...shared,
    [`${foreignCommands} la ll ls view show v doctor ping search s se root prefix docs repo bugs sbom whoami stars completion get pkg token store profile star`]: ownScript,
    global: {
      options,
      subcommands: { 'list bin dir': ask },
      other: does((use) => [foreign(use.operands.slice(1)), machine('packages', 'installs for the whole machine')]),
    },
    run: scriptOrProgram,
    // `yarn workspace a publish`: the words after the name are another yarn command.
    workspace: { style: 'strict', options, effects: (use) => inner(use, use.operands.slice(1)) },
    workspaces: {
      options,
      subcommands: {
        'info list': ask,
        focus: does(() => changes('installs packages')),
        run: { style: 'strict', options, effects: (use) => inner(use, [plainWord('run'), ...use.operands]) },
        foreach: { style: 'strict', options, effects: (use) => inner(use, use.operands) },
      },
    },
    npm: {
      options,
      subcommands: {
        'info whoami audit': ask,
        publish: publishing('publishes', 'publish'),
        'login logout': does(() => registry('changes an account')),
        tag: either('list', 'changes what others install'),
      },
    },
    plugin: {
      options,
      subcommands: { 'list runtime': ask, 'check': ask },
      other: does((use) => foreign(use.operands.slice(1))),
    },
    set: {
      options,
      subcommands: { 'version resolution': does(({ operands }) => [foreign(operands), machine('settings', 'changes which yarn runs')]) },
      other: changeKey,
    },
    'versions check': ask,
    policies: does(({ operands }) => [foreign(operands), machine('settings', 'changes which yarn runs')]),
    'constraints stage patch patch-commit autoclean': does(() => changes('changes the project’s packages')),
    node: { style: 'strict', options: '', effects: ({ operands, program }) => runs({ form: 'command', words: [plainWord('node'), ...operands], via: program }) },
  },
  other: scriptOrProgram,
}; // prettier-ignore

/** lerna(1), nx(1), turbo(1): they run scripts of the packages in a repository. */
const workspaceOptions =
  '** --filter= -F,--filter= --scope= --concurrency= --parallel=? --since=? -t,--target= --target= --targets= -p,--projects= --projects= --base= --head= --configuration= -c,--configuration= --output-logs= --cwd= --cache-dir=create --token= --api= --log-order= --env-mode= --command=shell --commands=shell';

function tasks(use: Use): Actions {
  const targets = [...use.operands.slice(0, 1), ...use.values('--target', '--targets')];
  return targets.length === 0
    ? runsProject('runs tasks of the project')
    : targets.map((word) => projectCode('the task', word, use.operands.slice(1)));
}

const task: Definition = { options: workspaceOptions, effects: tasks };

/** A command for each package, in words or as one text. */
const executesEach: Definition = {
  style: 'strict',
  options: workspaceOptions,
  effects: ({ operands: words }) =>
    words[0] !== undefined && words.length === 1 && /\s/.test(words[0].text)
      ? runs({ form: 'shell', text: words[0] })
      : runs({ form: 'command', words, wrapper: true }),
};

/** Package managers of JavaScript, and programs that run scripts of packages. */
export const nodePackages: Family = {
  npm,
  pnpm: {
    ...npm,
    effects: (use) => [
      npm.effects?.(use),
      asCode(use, '.pnpmfile.cjs', '.pnpmfile.mjs'),
      naming(use, /pnpmfile|configDependencies/i, 'pnpm-workspace.yaml', '.npmrc'),
    ],
    subcommands: {
      ...shared,
      [foreignCommands]: ownScript,
      env: {
        options,
        subcommands: { 'list ls': does(() => []) },
        bare: ask,
        other: removes('changes which node this machine has'),
      },
      run: scriptOrProgram,
      'fetch patch patch-commit patch-remove': does(() => changes('changes the project’s packages')),
      deploy: does(() => registry('copies a package elsewhere')),
      'setup self-update server': removes('changes the tool itself'),
    },
    other: scriptOrProgram,
  },
  yarn: yarn,
  'npx bunx pnpx': runner,
  corepack: {
    options: '*',
    subcommands: {
      'enable disable prepare install up use cache hydrate pack': {
        options: '*',
        effects: () => machine('packages', 'changes which package managers this machine has'),
      },
    },
    other: { style: 'strict', options: '', effects: ({ operands: words }) => runs({ form: 'command', words, wrapper: true }) },
  },
  'nx': {
    options: '*',
    subcommands: {
      // nx.json names plugins.
      'graph show list report format:check daemon': { options: workspaceOptions, effects: (use) => loads(use) },
      'run run-many affected affected:build affected:test affected:lint build test lint serve e2e typecheck format format:write': task,
      exec: executesEach,
      release: {
        options: '*',
        effects: (use) => [
          runsUnseen('nx release releases the project'),
          !isDryRun(use.words) && !use.words.some(({ text }) => text === '--skip-publish') && !/^(?:version|changelog|plan)/.test(use.verb) && registry('releases', 'publish'),
        ],
      },
      'migrate repair connect generate g init add import reset': {
        options: '*',
        effects: (use) => runsUnseen(`nx ${use.path.at(-1) ?? ''} releases, generates or deletes`),
      },
    },
    other: task,
  },
  turbo: {
    options: '*',
    subcommands: {
      'ls query info telemetry docs': { options: workspaceOptions },
      run: task,
      'prune gen generate link unlink login logout daemon scan': {
        options: '*',
        effects: () => runsUnseen('generates files, or changes an account'),
      },
    },
    other: task,
  },
  lerna: {
    options: '*',
    subcommands: {
      'list ls la ll changed diff info': { options: workspaceOptions },
      run: task,
      exec: executesEach,
      'bootstrap link': { options: '*', effects: () => changes('installs packages into the project') },
      publish: { options: '*', effects: (use) => (!isDryRun(use.words) && registry('publishes', 'publish')) },
      version: { options: '*', effects: () => [git('commit'), git('push')] },
      'clean create add import init repair': { options: '*', effects: () => machine('packages', 'changes packages') },
    },
  },
  // Tools that publish a release.
  'semantic-release release-it np': {
    options: '* -d,--dry-run --dry-run',
    effects: (use) => !use.has('--dry-run') && !isDryRun(use.words) && [registry('releases', 'publish'), git('push')],
  },
  'standard-version commit-and-tag-version': { options: '* --dry-run', effects: (use) => (!use.has('--dry-run') && [git('commit'), changes('tags a version')]) },
  'auto shipjs beachball rush jsr': { options: '*', style: 'strict', effects: ({ operands, words }) => (!isDryRun(words) && [registry(operands[0]?.text ?? '', /^(?:publish|release|shipit|trigger|canary|latest)$/.test(operands[0]?.text ?? '') ? 'publish' : 'change'), runsProject('releases the project')]) },
  'gh-pages': { options: '*', effects: () => git('push') },
  changeset: {
    options: '*',
    subcommands: {
      'status': { options: '--verbose --since= -o,--output=write' },
      'add init version pre': { options: '*', effects: () => changes('writes a changeset') },
      publish: { options: '*', effects: () => registry('publishes', 'publish') },
      tag: { options: '*', effects: () => changes('tags versions') },
    },
    bare: { effects: () => changes('writes a changeset') },
  },
}; // prettier-ignore
