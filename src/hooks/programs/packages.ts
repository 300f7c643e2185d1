import path from 'node:path';
import { acts } from './parts/by-verb';
import { elsewhere, loads, naming, nearest, opened, projectCode, scriptText } from './project-scripts';
import type { Action, Actions, UsesService } from './effect';
import { changes, fetches, machine, runs, runsProject, runsUnseen, sends, service, unclear, writes } from './effect';
import { wrapper } from './wrappers';
import { does, type Definition, type Family, type Use } from './program';

const unseenWords = (use: Use): Actions => {
  const unseen = use.operands.filter(({ value }) => value === undefined);
  return unseen.length !== 0 && sends(undefined, { what: unseen });
};
/** Queries installed or available packages. An unknown word is sent to the registry with the query. */
const readOnly = (options: string): Definition => does(options, unseenWords);
const system = (why = 'changes what this machine has installed'): Definition =>
  does('*', () => machine('packages', why));

/** Packages that a Linux system needs to start or to be repaired. */
const essential =
  /^(?:libc6|libc-bin|glibc|musl|base-files|base-passwd|bash|coreutils|dash|dpkg|apt|rpm|dnf|pacman|apk-tools|init|systemd(?:-sysv)?|login|passwd|mount|util-linux|tar|grep|sed|gzip|perl-base|debianutils|diffutils|findutils|hostname|linux-image[\w.-]*|linux|kernel|grub[\w-]*|openssh-server|network-manager|filesystem|base)(?::\w+)?$/;

/** Removes packages; without some of them the machine no longer works. */
const removed = (use: Use): Action =>
  use.operands.some(({ text }) => essential.test(text))
    ? machine('essential-packages', 'removes what the machine needs to run')
    : machine('packages', 'removes packages');

const removal = does(
  '* -o= -t= -c= -s,--simulate,--just-print,--dry-run,--recon,--no-act',
  (use) => !use.has('--no-act') && removed(use),
);

const aptOptions =
  '-q,--quiet -y,--yes,--assume-yes -d -s,--simulate,--just-print,--dry-run,--recon,--no-act -f -m -V,--verbose-versions -a -i --installed -n,--names-only --names-only ' +
  '-o=load -c=load -t= --upgradable --upgradeable --all-versions --manual-installed -h -v --full --no-all-versions --recurse --important --no-pager -u';

/** apt(8) and similar programs: `reading` lists the verbs that only show something. */
function systemManager(reading: string): Definition {
  return {
    options: aptOptions,
    inert: '-h -v --no-act',
    bare: { options: '' },
    subcommands: {
      [reading]: readOnly(
        `${aptOptions} --showduplicates --available --enabled --disabled --repo= --enablerepo= --disablerepo= -r -e -l -L -p -P -w --all --updates --provides --requires`,
      ),
      'remove purge erase autoremove del rm uninstall': removal,
    },
    other: system(),
  };
}

const apt = systemManager('list show search policy depends rdepends changelog madison moo check help');

const brewOptions = '* -q,--quiet -v,--verbose -d,--debug -h';
/** Options of brew's queries: they only select and format. */
const brewAsks =
  '-1 -l -r -s -t -p -n= --formula,--formulae --cask,--casks --full-name --versions --multiple --pinned --installed-on-request --installed-as-dependency --poured-from-bottle --built-from-source ' +
  '--json=? --installed --eval-all --all --analytics --github --github-packages-downloads --category= --days= --variations --sizes --fetch-manifest --desc --name --description --search --closed --open --archlinux ' +
  '--debian --fedora --fink --macports --nixos --opensuse --pull-request --repology --ubuntu --alpine --graph --dot --tree --union --topological --direct,--for-each --annotate --declared --include-build ' +
  '--include-optional --include-test --include-requirements --include-implicit --skip-recommended --skip-build --skip-optional --missing --recursive --hide= --greedy --greedy-latest --greedy-auto-updates ' +
  '--minimum-version= --fetch-HEAD --patch --stat --oneline --max-count= -D,--audit-debug --list-checks --compact --command= --custom-taps --exclude --skip-update --HEAD --os= --arch= -f';

/** The Brewfile is a program; most only name what is to be there. */
function readsBrewfile(use: Use): Actions {
  const folder = use.at.cwd;
  if (folder === undefined || use.has('--global')) return loads(use);
  const text = use.at.readFile(path.posix.join(folder, 'Brewfile')) ?? '';
  return text.split('\n').every((line) => brewfileLine.test(line)) ? elsewhere(use) : loads(use);
}
const brewfileLine =
  /^\s*(?:(?:tap|brew|cask|mas|vscode|whalebrew)\s+(?:"[^"#\\]*"|'[^'\\]*')(?:\s*,\s*\w+:\s*(?:"[^"#\\]*"|'[^'\\]*'|:?\w+|\[["'\w\s,-]*\]))*\s*)?(?:#.*)?$/;

/** Programs that choose between versions of a language. */
const versions: Definition = {
  options: '* -h -v --version -q --quiet -C= --cd=',
  inert: '--version -h',
  bare: { options: '' },
  subcommands: {
    'list ls ls-remote list-all list-remote latest current version version-name versions which where whence root prefix plugin-list plugins shims hooks commands doctor env bin-paths settings outdated tasks':
      readOnly('* -p=shell'),
    'exec x': { style: 'strict', options: '* -c,--command=shell', effects: execute },
    run: {
      style: 'strict',
      options: '* --node= --npm= --yarn= --pnpm=',
      effects: (use) =>
        use.program === 'volta'
          ? execute(use)
          : use.operands.slice(0, 1).map((word) => projectCode('the task', word, use.operands.slice(1))),
    },
    'use local shell global default alias reshim rehash trust': does('*', () => machine('settings', 'changes which version of a language is used')),
  },
  other: system('changes the languages that this machine has'),
}; // prettier-ignore

/** `mise exec node@20 -- npm test`, `rbenv exec rake`, `nvm exec 20 npm test`. */
function execute(use: Use): Actions {
  const versions = use.operands.findIndex(
    ({ text }) => !/^(?:v?\d[\w.]*|[\w-]+@.*|--lts.*|default|node|--)$/.test(text),
  );
  const [first, ...rest] = versions < 0 ? [] : use.operands.slice(versions);
  if (first === undefined) return [];
  const [text] = /^(?:-c|--command)$/.test(first.text) ? rest : [];
  return [
    changes(`${use.program} chooses a version`),
    text === undefined
      ? runs({ form: 'command', words: [first, ...rest], wrapper: true })
      : runs({ form: 'shell', text, via: use.program }),
  ];
}

const fetching = (why: string): Definition =>
  does('*', (use) => [
    use.operands.length === 0 && fetches(),
    use.operands.map((word) => [fetches(word), runsUnseen(`installs ${word.raw}, code from the network`)]),
    changes(why),
  ]); // prettier-ignore

const registry = (system: string, verb: string, access: UsesService['access'] = 'change'): Definition =>
  does('* -n,--dry-run', (use) => !use.has('--dry-run') && service(system, verb, access));

const composerOptions =
  '-q,--quiet -n,--no-interaction --no-plugins --no-scripts -d,--working-dir= --no-cache --profile --ansi --no-ansi -v,--verbose -vv -vvv -V,--version -h';

/** The options of its commands that only show something. */
const composerShows =
  '-f,--format= --all --locked -i,--installed -p,--platform -a,--available -s,--self -N,--name-only -P,--path -t,--tree -l,--latest -o,--outdated --ignore= ' +
  '-M,--major-only -m,--minor-only --patch-only -A,--sort-by-age -D,--direct --strict --no-dev --ignore-platform-req= --ignore-platform-reqs --lock ' +
  '--no-check-all --check-lock --no-check-lock --no-check-publish --no-check-version --with-dependencies -r,--recursive -O,--only-name --type= --abandoned= ' +
  '--ignore-severity= --ignore-unreachable --by-package --by-suggestion --list --raw --short';

function composerScript(use: Use): Actions {
  const [name, ...args] = use.operands;
  if (name === undefined) return [];
  const found = nearest(use, 'composer.json');
  const text = found === undefined ? undefined : scriptText(found.text, name.value ?? '');
  return [
    projectCode('the script', name, args),
    text !== undefined && opened(`composer ${name.text}`, text, found?.folder, args),
  ];
}

/** Package managers of other languages and of the machine. */
export const packages: Family = {
  'apt apt-get aptitude': { ...apt, subcommands: { ...apt.subcommands, download: does(aptOptions, (use) => [use.operands.map((word) => fetches(word)), changes('downloads packages')]) } },
  'apt-mark': does('', ({ verb }) => (!/^show\w+$/.test(verb) && machine('packages', 'marks packages'))),
  'apt-cache': systemManager('search show showpkg depends rdepends policy stats pkgnames madison'),
  'dnf yum zypper microdnf': systemManager('list info search repolist provides deplist check-update history if se lr repoquery'),
  apk: systemManager('info list search policy version stats'),
  'snap flatpak': systemManager('list info find version changes connections search remotes'),
  'dpkg-query apt-file apt-config': readOnly(
    '-l,--list -W,--show -s,--status -L,--listfiles -S,--search -p,--print-avail -c,--control-path -f,--showformat= -x,--regexp -i,--ignore-case -F,--fixed-string --control-list --control-show --no-pager',
  ),
  // dpkg(1), rpm(8): an option says what to do.
  dpkg: does(
    '* -l,--list -L,--listfiles -s,--status -S,--search -p,--print-avail -c,--contents -I,--info --get-selections --print-architecture --verify -V --audit -C -i,--install -r,--remove -P,--purge --unpack --configure -W,--show -f= --version --dry-run,--simulate,--no-act',
    (use) =>
      use.has('--no-act')
        ? []
        : use.has('--remove', '--purge')
        ? removed(use)
        : use.given.length > 0 && !use.has('--install', '--unpack', '--configure') && use.given.every(({ name }) => /^(?:--(?:list|listfiles|status|search|print-avail|contents|info|get-selections|print-architecture|verify|audit|version|show)|-[VCf])$/.test(name))
          ? []
          : machine('packages', 'changes what this machine has installed'),
  ),
  rpm: does(
    '* -q,--query -V,--verify -i -U -F -e --erase --eval= --pipe=shell -a -l -f -p -R -c -d --qf= --queryformat= --checksig -K --last --provides --requires --changelog --scripts --initdb --rebuilddb --import',
    (use) => {
      if (use.has('-e', '--erase') && !use.has('--query'))
        {return removed(use);}
      return use.has('--query', '--verify', '--checksig', '-K') && !use.has('-U', '-F', '--eval', '--initdb', '--rebuilddb', '--import')
        ? []
        : machine('packages', 'changes what this machine has installed');
    },
  ),
  'pacman yay paru': does('**', (use) => {
    const [first] = use.given;
    const word = first?.word.text ?? '';
    if (/^(?:-[QF]|--query|--files)/.test(word) || /^-Ss?i*$/.test(word) && word.length > 2) return [];
    if (/^(?:-R|--remove)/.test(word)) return removed(use);
    return machine('packages', 'changes what this machine has installed');
  }),
  // brew(1): some of its queries are options instead of verbs.
  brew: {
    options: '-q,--quiet -v,--verbose -d,--debug -h --cache --caskroom --cellar --config --env --prefix --repository,--repo --repo --taps -S -s --build-from-source --force-bottle --unbrewed --installed --formula --cask --HEAD --bottle-tag= --os= --arch= --url',
    inert: '--cache --caskroom --cellar --config --env --prefix --repository --repo --taps -S -h --version',
    subcommands: {
      'list ls info abv search desc doctor dr config leaves deps uses outdated home homepage cat log tap-info options missing commands shellenv help docs formulae casks which-formula': does(`-q,--quiet -v,--verbose -d,--debug -h --force ${brewAsks} -#`, (use) => [
        use.has('--force') ? machine('packages', 'forces') : unseenWords(use),
        // A formula is a program. One named by a path or an address was not reviewed by Homebrew.
        use.operands
          .filter(({ text }) => /^[./~]|\.rb$|:\/\//.test(text))
          .map((word) => runsUnseen(`evaluates the formula ${word.raw}`, word)),
      ]),
      fetch: does('*', (use) => [use.operands.map((word) => fetches(word)), changes('downloads packages')]),
      bundle: {
        options: brewOptions,
        subcommands: { 'check list': does(`${brewOptions} ${brewAsks} --tap,--taps --mas --vscode --whalebrew --no-upgrade --global`, readsBrewfile), help: { options: brewOptions } },
        bare: system('installs or removes'),
        other: system('installs or removes'),
      },
    },
    bare: does('', (use) => (use.outer?.has('--verbose') !== true && machine('packages', 'no subcommand'))),
    other: system(),
  },
  gem: {
    ...systemManager('list search info specification environment env contents dependency outdated query which help check stale'),
    subcommands: {
      'list search info specification environment env contents dependency outdated query which help check stale': readOnly(
        '-i,--[no-]installed -I -v,--version= --exact -d,--[no-]details --[no-]versions -a,--all --[no-]prerelease --[no-]update-sources -l,--local -r,--remote -b,--both ' +
          '-B,--bulk-threshold= -s,--source=fetch -p,--http-proxy=fetch -V,--[no-]verbose -q,--quiet --silent --config-file=load --backtrace --norc --prefix --lib-only --pipe -R,--reverse-dependencies',
      ),
      push: registry('the gem registry', 'publishes', 'publish'),
      yank: registry('the gem registry', 'takes a published gem away', 'destroy'),
      'owner signin signout': registry('the gem registry', 'changes an account'),
      build: does('*', () => changes('packs the project')),
      install: fetching('installs a gem'),
    },
    other: system(),
  },
  'bundle bundler': {
    options: '--no-color -V,--verbose -r= --retry= -v,--version -h',
    inert: '--version -h',
    bare: does('', () => changes('installs the project’s packages')),
    subcommands: {
      'version help': readOnly('*'),
      // The Gemfile is a program.
      'list show info outdated check platform licenses viz env doctor': does('*', (use) => loads(use)),
      exec: {
        style: 'strict',
        options: '--keep-file-descriptors --gemfile=load',
        effects: (use) => [
          changes(`${use.program} prepares the project’s environment`),
          runs({ form: 'command', words: use.operands, wrapper: true }),
        ],
      },
      'install lock cache package binstubs': does('* --path=create --gemfile=load', () => changes('installs the project’s packages')),
      'update add': fetching('changes the project’s packages'),
      'config remove clean init plugin gem open console inject': system('changes packages or settings'),
    },
  },
  composer: {
    options: composerOptions,
    directory: (use) => use.value('--working-dir'),
    inert: '--version -h',
    bare: { options: '' },
    subcommands: {
      'show info outdated validate licenses search diagnose depends prohibits why why-not audit status list help about fund suggests check-platform-reqs':
        {
          ...does(`${composerOptions} ${composerShows}`, (use) => [
          unseenWords(use),
          // Plugins and scripts that run before every command.
          naming(use, /"(?:pre-command-run|command|init|allow-plugins)"\s*:/, 'composer.json'),
          ]),
          directory: (use) => use.value('--working-dir'),
        },
      'install dump-autoload dumpautoload': does(`${composerOptions} *`, () => changes('installs packages into the project')),
      'update require create-project reinstall bump upgrade': fetching('changes the project’s packages'),
      exec: does('* -l,--list', (use) => (!use.has('--list') && runs({ form: 'command', words: use.operands, wrapper: true }))),
      'run run-script': { style: 'strict', options: composerOptions, effects: (use) => composerScript(use) },
      'global config remove self-update selfupdate clear-cache clearcache archive init': does('*', () => machine('packages', 'changes packages or settings')),
    },
    other: { style: 'strict', options: composerOptions, effects: (use) => composerScript(use) },
  },
  'nvm fnm pyenv rbenv nodenv asdf mise volta rtx goenv jenv': versions,
  'nix-collect-garbage': system(),
  'nix nix-env nix-channel nix-store home-manager nixos-rebuild': {
    options: '* -f=load --file=load --option= -I= --extra-experimental-features= --expr=',
    bare: { options: '' },
    subcommands: {
      'show-config path-info why-depends log': readOnly('*'),
      'search eval': does('*', () => runsUnseen('evaluates code of a flake')),
      'develop shell': does('* -c,--command=!', (use) => {
        const command = use.value('--command');
        const words = command === undefined ? [] : [command, ...(use.afterDashes ?? [])];
        return [fetches(), runsUnseen('builds or runs code of a flake'), runs({ form: 'command', words })];
      }),
      'build flake run fmt': does('*', () => [fetches(), runsUnseen('builds or runs code of a flake')]),
    },
    other: system(),
  },
  'port scoop choco winget': systemManager('list search info installed show outdated'),
}; // prettier-ignore

const publisher = (system: string, publishes: RegExp, takesAway?: RegExp): Definition => ({
  options: '* -r= -s= -k= -o=write --source= --api-key= --repository=',
  inert: '-h --help --version',
  effects(use) {
    const said = use.operands.slice(0, 2).map(({ text }) => text);
    const named = (pattern: RegExp | undefined) => pattern !== undefined && (pattern.test(said[0] ?? '') || pattern.test(said.join(' ')));
    if (named(publishes)) return [acts(system, 'publishes', 'publish', use.words), runsProject('packs the project')];
    if (named(takesAway)) return acts(system, 'takes a published package away', 'destroy', use.words);
    return runsUnseen(`what ${use.program} ${said[0] ?? ''} does is not known here`);
  },
}); // prettier-ignore

/** Programs that publish packages. */
export const publishers: Family = {
  vsce: {
    options: '-V,--version -h --debug',
    inert: '--version -h',
    subcommands: {
      'ls show search verify-pat ls-publishers': readOnly('*'),
      package: does('** -o,--out=write', () => runsProject('packs the extension')),
      'publish': registry('the extension marketplace', 'publishes', 'publish'),
      'unpublish delete-publisher': registry('the extension marketplace', 'takes a published extension away', 'destroy'),
      'login logout create-publisher': registry('the extension marketplace', 'changes an account'),
    },
  },
  ovsx: {
    options: '* -p= -r=',
    subcommands: { 'version help': { options: '*' }, get: does('* -o=write', () => unclear('downloads an extension')), publish: registry('the extension marketplace', 'publishes', 'publish'), 'create-namespace login logout': registry('the extension marketplace', 'changes an account') },
  },
  goreleaser: does('** --snapshot -f=read', (use) => [
    runsProject('builds a release'),
    !use.has('--snapshot') && !/^(?:check|build|init|healthcheck)$/.test(use.verb) && service('the release page', 'releases', 'publish'),
  ]),
  // One verb publishes, the others only query or prepare.
  'flit maturin': publisher('the package index', /^(?:publish|upload)$/),
  nuget: publisher('the package registry', /^push$/, /^delete$/),
  luarocks: publisher('the package registry', /^upload$/),
  pod: publisher('the package registry', /^(?:trunk push|repo push)$/, /^trunk (?:delete|deprecate)$/),
  'anaconda conan vcpkg': publisher('the package registry', /^(?:upload|\w+ upload)$/, /^(?:remove|\w+ remove)$/),
  snapcraft: publisher('the package registry', /^(?:upload|push|release|promote)$/, /^(?:close|unregister)$/),
  opam: {
    options: '*',
    subcommands: { exec: wrapper('* --switch= --color=') },
    other: publisher('the package registry', /^(?:publish|\w+ publish)$/),
  },
  'esy dune-release': publisher('the package registry', /^(?:publish|\w+ publish)$/),
  'web-ext chrome-webstore-upload': publisher('the extension marketplace', /^(?:sign|upload|publish)$/),
  fastlane: publisher('the app store', /(?:^| )(?:deliver|release|upload_\w+|pilot|supply|deploy|beta|testflight)$/),
  cr: publisher('the package registry', /^(?:upload|index)$/),
  'tfx jfrog jf': publisher('the package registry', /(?:^| )(?:publish|upload|bp|dotnet-push|docker-push)$/, /(?:^| )(?:del|delete|unpublish)$/),
  'asar electron-builder': does('* -p,--publish= --publish=', (use) => [
    changes('packs the project'),
    use.has('--publish') && use.value('--publish')?.text !== 'never' && service('the release page', 'publishes', 'publish'),
    use.values('--out').map((word) => writes(word)),
  ]),
}; // prettier-ignore
