import { local, reads, risky, unknown, type Judgement } from '../judgement';
import { change, judged, read, stop, verbs, type Rule, type Table } from '../rule';

/** Scripts of the project whose name says that they leave it or take something away. */
export const departing =
  /deploy|publish|release|push|upload|destroy|delete|remove|drop|reset|purge|prune|clean|wipe|nuke|kill|uninstall|promote|rollback|prod(?:uction)?$|ship|force/i;

const global = {
  '-g': 'installs for the whole machine',
  '--global': 'installs for the whole machine',
  '--location': 'installs elsewhere',
  '--prefix': 'installs elsewhere',
  '-f': 'forces',
  '--force': 'forces',
};

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

/** Packages of JavaScript and Python. */
export function packages(): Table {
  const script: Rule = judged((words): Judgement => {
    const [name] = words.filter(({ text }) => !/^--?[\w-]+$/.test(text));
    if (name === undefined) return reads;
    if (name.value === undefined) return unknown(`what ${name.raw} stands for is not known`);
    return departing.test(name.value)
      ? risky(`the script ${name.value} may leave the project or delete`)
      : local(`runs the project’s script ${name.value}`);
  });
  const install: Rule = change('installs packages into the project', {
    risky: global,
    takes: { short: 'wC', long: ['workspace', 'filter', 'registry', 'tag'] },
  });

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
    'install i in add isntall ci clean-install install-test install-ci-test it cit dedupe ddp rebuild update up upgrade upg':
      install,
    'remove rm uninstall un unlink r prune': stop('takes packages away'),
    'init create innit': judged((words) =>
      words.every(({ text }) => text.startsWith('-'))
        ? local('makes a package')
        : risky('runs a package from the network'),
    ),
    version: verbs({}, { bare: read(), other: stop('commits and tags a version') }),
    'publish unpublish deprecate': stop('publishes'),
    'link ln': stop('links packages for the whole machine'),
    'login logout adduser star unstar set-script hook': stop('changes an account'),
    'exec x dlx': stop('may run a package from the network'),
  };

  const npm = verbs({ ...npmReads, ...npmChanges }, { ...npmGlobals, bare: read() });
  const yarn = verbs(
    { ...npmReads, ...npmChanges, workspaces: verbs({ 'info list': read() }), 'versions licenses': read() },
    { ...npmGlobals, bare: change('installs packages into the project'), other: script },
  );
  const pip = verbs(
    {
      'list show freeze check search inspect debug hash help index version': read({ known: true }),
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
      'install compile': change('installs packages', { read: ['--dry-run'] }),
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
      remove: stop('takes packages away'),
      'sync lock add venv init build': change('changes the project’s environment'),
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
      'install add lock build update': change('changes the project’s environment'),
      'publish self cache source remove': stop('publishes or changes the tool'),
    },
    { bare: read() },
  );

  return {
    npm,
    pnpm: npm,
    yarn,
    'pip pip3': pip,
    uv,
    poetry,
  };
}
