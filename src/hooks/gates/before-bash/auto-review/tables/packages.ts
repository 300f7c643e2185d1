import { local, reads, risky, unknown, type Judgement } from '../judgement';
import { change, judgeBy, judged, read, stop, verbs, type Rule, type Table } from '../rule';

/** Scripts of the project whose name says that they leave it or take something away. */
const departing =
  /deploy|publish|release|push|upload|destroy|delete|remove|drop|reset|purge|prune|clean|wipe|nuke|kill|uninstall|promote|rollback|prod(?:uction)?$|ship|force/i;

const script: Rule = judged((words): Judgement => {
  const [name] = words.filter(({ text }) => !/^--?[\w-]+$/.test(text));
  if (name === undefined) return reads;
  if (name.value === undefined) return unknown(`what ${name.raw} stands for is not known`);
  return departing.test(name.value)
    ? risky(`the script ${name.value} may leave the project or delete`)
    : local(`runs the project’s script ${name.value}`);
});

const global = {
  '-g': 'installs for the whole machine',
  '--global': 'installs for the whole machine',
  '--location': 'installs elsewhere',
  '--prefix': 'installs elsewhere',
  '-f': 'forces',
  '--force': 'forces',
};
const install: Rule = change('installs packages into the project', {
  risky: global,
  takes: { short: 'wC', long: ['workspace', 'filter', 'registry', 'tag'] },
});

const npmGlobals = {
  takes: { short: 'wCF', long: ['prefix', 'workspace', 'dir', 'cwd', 'filter', 'loglevel', 'registry'] },
  switches: [
    '-r',
    '--recursive',
    '-s',
    '--silent',
    '-w',
    '--workspace-root',
    '--workspaces',
    '-ws',
    '--no-color',
    '--json',
    '-v',
  ],
};

const npmReads: Table = {
  'list ls la ll info view show v outdated why explain doctor ping search find s se fund query root prefix bin bugs docs home issues repo help help-search sbom whoami stars licenses completion find-dupes c':
    read(),
  audit: verbs(
    { fix: change('changes packages', { risky: global }), signatures: read() },
    { bare: read(), other: read({ risky: { '--fix': 'changes packages' } }) },
  ),
  pack: change('packs the project', { read: ['--dry-run'], takes: { long: ['pack-destination'] } }),
  'config get': verbs(
    {
      'get list ls': read({
        judge: ({ operands }) =>
          operands.some(({ text }) => /auth|token|password/i.test(text)) ? risky('may print a secret') : undefined,
      }),
    },
    {
      bare: read(),
      other: judged((words, on) =>
        on.args[0]?.text === 'get' && words.length === 1
          ? /auth|token|password/i.test(words[0]?.text ?? '')
            ? risky('may print a secret')
            : reads
          : risky('changes the configuration'),
      ),
    },
  ),
  'dist-tag dist-tags': verbs({ 'ls list': read() }, { other: stop('changes what others install') }),
  token: verbs({ 'list ls': read() }, { other: stop('handles tokens') }),
  'access owner team org profile': verbs({ 'ls list get': read() }, { other: stop('changes who may do what') }),
  cache: verbs({ 'ls list verify dir': read() }, { other: stop('empties the cache') }),
};

const npmChanges: Table = {
  'test t tst': change('runs the project’s tests'),
  'start dev build lint check format typecheck': change('runs the project’s script'),
  'run run-script rum urn': script,
  'install i in add isntall ci clean-install install-test install-ci-test it cit dedupe ddp rebuild link ln update up upgrade upg':
    install,
  'remove rm uninstall un unlink r': change('takes packages out of the project', { risky: global }),
  'init create innit': judged((words) =>
    words.every(({ text }) => text.startsWith('-'))
      ? local('makes a package')
      : risky('runs a package from the network'),
  ),
  version: verbs(
    {},
    { bare: read(), other: change('changes the version', { risky: { '--force': 'forces', '-f': 'forces' } }) },
  ),
  'publish unpublish deprecate': stop('publishes'),
  'login logout adduser star unstar set-script hook': stop('changes an account'),
  'exec x dlx': stop('may run a package from the network'),
};

const npm = verbs({ ...npmReads, ...npmChanges }, { ...npmGlobals, bare: read() });
const yarn = verbs(
  { ...npmReads, ...npmChanges, workspaces: verbs({ 'info list': read() }), 'versions licenses': read() },
  { ...npmGlobals, bare: change('installs packages into the project'), other: script },
);
const bun = verbs(
  { ...npmReads, ...npmChanges, pm: verbs({ 'ls bin cache hash': read() }), test: change('runs the project’s tests') },
  npmGlobals,
);

const pip = verbs(
  {
    'list show freeze check search inspect debug hash help index': read({ known: true }),
    config: verbs({ 'list get debug': read() }, { other: stop('changes the configuration') }),
    cache: verbs({ 'dir info list': read() }, { other: stop('empties the cache') }),
    install: change('installs packages', {
      takes: {
        short: 'rcetif',
        long: [
          'requirement',
          'constraint',
          'editable',
          'target',
          'index-url',
          'extra-index-url',
          'find-links',
          'root',
          'prefix',
          'src',
          'proxy',
        ],
      },
      risky: {
        '-t': 'installs elsewhere',
        '--target': 'installs elsewhere',
        '--root': 'installs elsewhere',
        '--prefix': 'installs elsewhere',
        '--break-system-packages': 'changes the system',
        '--force-reinstall': 'forces',
        '-i': 'installs from elsewhere',
        '--index-url': 'installs from elsewhere',
        '--extra-index-url': 'installs from elsewhere',
        '-f': 'installs from elsewhere',
        '--find-links': 'installs from elsewhere',
        '--trusted-host': 'installs from elsewhere',
      },
      judge: ({ operands }) =>
        operands.some(({ text }) => /:\/\/|^\w+\+/.test(text)) ? risky('installs from an address') : undefined,
    }),
    'download wheel': change('fetches packages', {
      takes: { short: 'rcdw', long: ['dest', 'wheel-dir'] },
      judge: (given) =>
        given.has('-d', '-w', '--dest', '--wheel-dir') ? risky('writes to a folder of its own') : undefined,
    }),
    uninstall: stop('removes packages'),
  },
  {
    switches: ['-q', '-v', '--quiet', '--verbose', '--isolated', '--no-input', '--disable-pip-version-check'],
    bare: read(),
  },
);

const uvPip = verbs(
  {
    'list show freeze check tree': read(),
    'install sync compile': change('installs packages', { read: ['--dry-run'] }),
  },
  { bare: read(), other: stop('removes packages') },
);
const uv = verbs(
  {
    'version tree help': read(),
    pip: uvPip,
    cache: verbs({ dir: read() }, { other: stop('empties the cache') }),
    python: verbs({ 'find list dir': read() }, { other: stop('changes the interpreters of this machine') }),
    tool: verbs({ 'list dir': read() }, { other: stop('runs or installs a tool from the network') }),
    export: read({
      takes: { short: 'o', long: ['format', 'extra', 'group', 'output-file', 'package'] },
      local: { '-o': 'writes a file', '--output-file': 'writes a file' },
    }),
    'sync lock add remove venv init build': change('changes the project’s environment'),
    publish: stop('publishes'),
    self: stop('changes the tool itself'),
  },
  {
    takes: { long: ['directory', 'project', 'color'] },
    switches: ['-q', '-v', '--quiet', '--verbose', '--offline'],
    bare: read(),
  },
);

const poetry = verbs(
  {
    'show check version env about search': read(),
    'install add lock build update remove': change('changes the project’s environment'),
    'publish self cache source': stop('publishes or changes the tool'),
  },
  { bare: read() },
);

const cargoDirs = {
  takes: {
    short: 'pFjCZ',
    long: [
      'package',
      'features',
      'manifest-path',
      'target',
      'jobs',
      'profile',
      'bin',
      'example',
      'test',
      'bench',
      'config',
      'message-format',
      'color',
      'target-dir',
    ],
  },
};
const cargoRisks = {
  '--config': 'takes settings from the command line',
  '--manifest-path': 'builds another project',
  '--target-dir': 'writes elsewhere',
  '--force': 'forces',
  '--allow-dirty': 'mixes with changes that are not committed',
};
const cargoCommands = verbs(
  {
    'tree metadata verify-project search read-manifest info locate-project pkgid version help': read({
      ...cargoDirs,
      risky: { '--config': cargoRisks['--config'] },
    }),
    'check c clippy': change('compiles', { ...cargoDirs, risky: { ...cargoRisks } }),
    'build b test t run r bench doc d rustc rustdoc nextest expand fetch generate-lockfile vendor': change(
      'compiles and runs the project',
      { ...cargoDirs, risky: cargoRisks },
    ),
    fmt: change('formats the source', {
      read: ['--check'],
      judge: ({ afterDashes }) => (afterDashes?.some(({ text }) => text === '--check') === true ? reads : undefined),
    }),
    'add remove rm new init update fix': change('changes the project', {
      ...cargoDirs,
      risky: { ...cargoRisks, '--git': 'takes code from an address', '--broken-code': 'forces' },
    }),
    clean: change('removes what was compiled', { ...cargoDirs, risky: cargoRisks }),
    owner: read({ only: ['--list', '-l'], takes: { long: ['registry', 'index'] }, operands: 1 }),
    'publish yank login logout package': stop('publishes, or changes an account'),
    'install uninstall': stop('changes what this machine has installed'),
  },
  {
    takes: { short: 'CZ', long: ['color', 'config'] },
    switches: ['-v', '-q', '-V', '--verbose', '--quiet', '--list', '--offline', '--locked', '--frozen'],
    bare: stop('no subcommand'),
  },
);
/** `cargo +stable test`. */
const cargo = judged((words, on) =>
  judgeBy(cargoCommands, words[0]?.text.startsWith('+') === true ? words.slice(1) : words, on),
);

const goBuild = {
  takes: { short: 'oprC', long: [] },
  risky: {
    '-o': 'writes elsewhere',
    '-exec': 'runs a program',
    '-toolexec': 'runs a program',
    '-overlay': 'replaces files',
    '-modfile': 'reads another module file',
    '-C': 'works elsewhere',
    '-vettool': 'runs a program',
  },
};
const go = verbs({
  'version list doc help': read({
    takes: { single: true },
    risky: { '-toolexec': 'runs a program', '-exec': 'runs a program', '-overlay': 'replaces files' },
  }),
  env: read({ risky: { '-w': 'changes the settings', '-u': 'changes the settings' } }),
  vet: change('compiles', { ...goBuild, takes: { single: true } }),
  'build test run fmt generate fix tool': change('compiles and runs the project', {
    ...goBuild,
    takes: { single: true },
  }),
  mod: verbs({ 'graph why verify': read(), 'tidy download edit init vendor': change('changes the module') }),
  get: change('adds modules'),
  work: change('changes the workspace'),
  clean: change('removes what was compiled', {
    takes: { single: true },
    risky: { '-modcache': 'empties the cache of the machine', '-cache': 'empties the cache of the machine' },
  }),
  install: stop('changes what this machine has installed'),
});

const brew = verbs(
  {
    '--cache --caskroom --cellar --config --env --prefix --repository --repo --taps -S -h -v -d': read(),
    'list ls info abv search desc doctor dr config leaves deps uses outdated home homepage cat log tap-info options missing commands shellenv help docs formulae casks which-formula fetch':
      read({ risky: { '--force': 'forces' } }),
    bundle: verbs({ 'check list help': read() }, { other: stop('installs or removes') }),
    services: stop('starts or stops services'),
    'install upgrade update reinstall': stop('changes what this machine has installed'),
    'uninstall remove rm autoremove cleanup link unlink pin unpin tap untap migrate edit create analytics': stop(
      'changes what this machine has installed',
    ),
  },
  {
    switches: [
      '-q',
      '-v',
      '-d',
      '--quiet',
      '--verbose',
      '--debug',
      '--prefix',
      '--cellar',
      '--cache',
      '--repository',
      '--repo',
      '--caskroom',
      '--config',
      '--env',
      '--taps',
      '--version',
      '-S',
      '-h',
      '--unbrewed',
    ],
    bare: stop('no subcommand'),
  },
);

const systemPackages = (reading: string): Rule =>
  verbs({ [reading]: read() }, { switches: ['-q', '-y'], other: stop('changes what this machine has installed') });

export const packages: Table = {
  npm,
  pnpm: npm,
  yarn,
  bun,
  'pip pip3': pip,
  uv,
  poetry,
  cargo,
  go,
  brew,
  'apt apt-get aptitude': systemPackages('list show search policy depends rdepends changelog madison'),
  'apt-cache': systemPackages('search show showpkg depends rdepends policy stats pkgnames madison'),
  'dnf yum zypper': systemPackages('list info search repolist provides deplist check-update history if se lr'),
  apk: systemPackages('info list search policy version stats'),
  'dpkg-query apt-file': read(),
  dpkg: read({
    takes: { short: 'LSs' },
    only: [
      '-l',
      '-L',
      '-s',
      '-S',
      '-p',
      '-c',
      '-I',
      '--list',
      '--listfiles',
      '--status',
      '--search',
      '--print-avail',
      '--contents',
      '--info',
      '--get-selections',
      '--print-architecture',
      '--version',
      '--verify',
      '-V',
      '--audit',
      '-C',
    ],
  }),
  rpm: read({
    judge: (given) =>
      given.has('-q', '--query', '-V', '--verify') && !given.has('-i', '-U', '-F', '-e', '--eval', '--pipe')
        ? undefined
        : given.has('-q') && given.options[0]?.name === '-q' && !given.has('-U', '-F', '-e', '--eval', '--pipe')
          ? undefined
          : risky('changes what this machine has installed'),
  }),
  pacman: read({
    judge: ({ options: [first] }) =>
      /^-(?:Q|F)|^--(?:query|files)$/.test(first?.name ?? '')
        ? undefined
        : first?.word.text !== undefined && /^-Ss?i*$/.test(first.word.text) && first.word.text.length > 2
          ? undefined
          : risky('changes what this machine has installed'),
  }),
  snap: systemPackages('list info find version changes connections'),
  flatpak: systemPackages('list info search remotes'),
  gem: systemPackages('list search info specification environment env contents dependency outdated query which help'),
  bundle: verbs(
    {
      'list show info outdated check platform licenses': read(),
      'install update lock add': change('changes the project’s packages'),
    },
    { bare: change('changes the project’s packages') },
  ),
  composer: verbs({
    'show info outdated validate licenses search diagnose depends prohibits why why-not audit status': read(),
    'install update require dump-autoload': change('changes the project’s packages'),
  }),
  conda: systemPackages('list info search'),
  mamba: systemPackages('list info search'),
  'nvm fnm pyenv rbenv asdf mise volta': verbs({
    'list ls ls-remote current version versions which where root plugin-list': read(),
  }),
};
