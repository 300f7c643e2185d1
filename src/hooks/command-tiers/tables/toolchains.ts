import { reads, risky } from '../judgement';
import { change, judgeBy, judged, read, stop, verbs, type Rule, type Table } from '../rule';

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

const systemPackages = (reading: string): Rule =>
  verbs({ [reading]: read() }, { switches: ['-q', '-y'], other: stop('changes what this machine has installed') });

/** Toolchains, and what installs programs on a machine. */
export function toolchains(): Table {
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
      'remove rm clean': stop('takes something away'),
      'add new init update fix': change('changes the project', {
        ...cargoDirs,
        risky: { ...cargoRisks, '--git': 'takes code from an address', '--broken-code': 'forces' },
      }),
      owner: read({ only: ['--list', '-l'], takes: { long: ['registry', 'index'] }, operands: 1 }),
      'publish yank login logout package': stop('publishes, or changes an account'),
      'install uninstall': stop('changes what this machine has installed'),
    },
    {
      takes: { long: ['color'] },
      switches: ['-v', '-q', '-V', '--verbose', '--quiet', '--list', '--offline', '--locked', '--frozen'],
      bare: stop('no subcommand'),
    },
  );
  /** `cargo +stable test`. */
  const cargo = judged((words, on) =>
    judgeBy(cargoCommands, words[0]?.text.startsWith('+') === true ? words.slice(1) : words, on),
  );
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
      judge: ({ operands: [first] }) =>
        first !== undefined && /@|:\/\//.test(first.text) ? risky('runs a program from the network') : undefined,
    }),
    mod: verbs({ 'graph why verify': read(), 'tidy download edit init vendor': change('changes the module') }),
    get: change('adds modules'),
    work: change('changes the workspace'),
    clean: stop('removes what was compiled'),
    install: stop('changes what this machine has installed'),
  });

  const brewVerbs = verbs(
    {
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
      switches: ['-q', '-v', '-d', '--quiet', '--verbose', '--debug'],
      bare: stop('no subcommand'),
    },
  );

  /** `brew --prefix python` asks without a verb. */
  const brew = judged((words, on) =>
    /^(?:--(?:cache|caskroom|cellar|config|env|prefix|repository|repo|taps)|-S)$/.test(words[0]?.value ?? '') ||
    (words.length === 1 && words[0]?.value === '-v')
      ? reads
      : judgeBy(brewVerbs, words, on),
  );

  return {
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
}
