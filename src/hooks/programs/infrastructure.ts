import { joined, plainWord } from '../shell/reader/words';
import { acts, changesOrDestroys, isDestroying } from './parts/by-verb';
import type { Actions } from './effect';
import { changes, fetches, reads, reveals, runs, runsProject, runsUnseen, sends, service, unclear } from './effect';
import { asCode, elsewhere, loads, naming } from './project-scripts';
import { does, type Definition, type Family, type Use } from './program';

const planOptions =
  '-json -no-color -input= -lock= -lock-timeout= -compact-warnings -var= -var-file=use -target= -replace= -exclude= -state=use -state-out=write -backup=write -out=write -parallelism= ' +
  '-refresh= -refresh-only -destroy -detailed-exitcode -generate-config-out=write -auto-approve -raw -type= -draw-cycles -module-depth= -plan=read -id= -show-sensitive -concise -test-directory= ' +
  '-allow-missing-config -ignore-remote-version -upgrade -reconfigure -migrate-state -force-copy -backend= -backend-config=use -from-module=fetch -get= -plugin-dir=load -lockfile= -verbose -filter= -help -provider= -cloud= -junit-xml=write';

const system = ({ program }: Use): string => (program === 'tofu' || program === 'terragrunt' ? 'terraform' : program);

const readOnly = (more: (use: Use) => Actions = () => []): Definition => ({
  style: 'single',
  options: planOptions,
  inert: '-help',
  effects: (use) => [service(system(use), use.path.join(' '), 'read'), elsewhere(use), more(use)],
});
const changing = (access: 'change' | 'destroy'): Definition => ({
  style: 'single',
  options: `* ${planOptions}`,
  inert: '-help',
  effects: (use) =>
    acts(
      system(use),
      use.path.join(' '),
      use.has('-destroy') || use.operands.some(({ text }) => text === '--destroy') ? 'destroy' : access,
      use.words,
    ),
});
const values = [reveals('values of the infrastructure')];
const sensitive = (use: Use): Actions => use.has('-json', '-raw', '-show-sensitive') && values;

/** An output that is asked for by its name is shown even if it is sensitive. */
const outputShown = (use: Use): Actions => {
  const [name] = use.operands;
  if (name === undefined) return sensitive(use);
  return (name.value === undefined || maybeSecret.test(name.value)) && values;
};
const maybeSecret =
  /key|token|secret|pass|cred|auth|priv|cert|conn|conf|dsn|ur[il]|cookie|session|sas|pem|user|login|account/i;

/** Formats files of the project, unless an option says to check only. */
const formats: Definition = {
  style: 'single',
  options: '-check -diff -list= -write= -recursive -no-color -help',
  effects: (use) =>
    use.has('-check') || use.value('-write')?.text === 'false'
      ? use.operands.map((path) => reads(path, true))
      : changes('formats files'),
};

const terraformVerbs: Record<string, Definition> = {
  'graph validate version modules metadata functions': readOnly(),
  providers: readOnly(
    (use) =>
      use.operands.length !== 0 && use.operands[0]?.text !== 'schema' && [fetches(), changes('downloads providers')],
  ),
  output: readOnly(outputShown),
  show: readOnly(sensitive),
  plan: readOnly((use) => [
    runsProject('runs the programs that the configuration asks'),
    use.has('-destroy') && unclear('plans to destroy'),
  ]),
  fmt: formats,
  state: {
    subcommands: {
      'list show': readOnly(),
      pull: readOnly(() => reveals('values of the infrastructure')),
      rm: changing('destroy'),
    },
    other: changing('change'),
  },
  'force-unlock': changing('destroy'),
  workspace: { subcommands: { 'list show': readOnly(), delete: changing('destroy') }, other: changing('change') },
  destroy: changing('destroy'),
  apply: {
    ...changing('change'),
    // A saved plan could be reviewed; without one, the changes show only afterwards.
    effects: (use) => {
      const planned = use.operands.some(({ text }) => !text.startsWith('-'));
      const access =
        use.has('-destroy') || use.operands.some(({ text }) => text === '--destroy') ? 'destroy' : 'change';
      return acts(system(use), planned ? 'apply a plan' : 'apply', access, use.words);
    },
  },
  'import taint untaint refresh': changing('change'),
  'init get': {
    style: 'single',
    options: planOptions,
    inert: '-help',
    effects: () => [fetches(), changes('downloads providers and modules')],
  },
  test: { style: 'single', options: planOptions, effects: (use) => service(system(use), 'test', 'change') },
  console: readOnly((use) => use.at.stdin.kind !== 'inherited' && unclear('evaluates what flows in')),
  'login logout': changing('change'),
};

const terragruntOptions =
  '* --terragrunt-working-dir= --working-dir= --terragrunt-config=load --config=load --terragrunt-source=fetch --source=fetch --terragrunt-tfpath=program --tf-path=program ' +
  '--terragrunt-iam-role= --terragrunt-download-dir=write --non-interactive --terragrunt-non-interactive --all --log-level= --terragrunt-log-level= --queue-include-dir= --queue-exclude-dir=';

const cdkOptions =
  '-a,--app=shell --build=shell -b,--role-arn= -c,--context= -p,--plugin=load --trace --strict -i,--ignore-errors -j,--json -v,--verbose --debug --profile= --proxy=fetch --ca-bundle-path=read ' +
  '--ec2creds --version-reporting --path-metadata --asset-metadata -r -s,--staging -o,--output=write --notices --no-color --ci --all -e,--exclusively -q,--quiet --validation --long -l -d ' +
  '--show-dependencies --context-lines= --unacknowledged --template=read --security-only --fail --processed --change-set --method= --unstable= -h --help --version';
const cdkLooks = does(`* ${cdkOptions}`, (use) => [
  service('aws', `cdk ${use.path.join(' ')}`, 'read'),
  /^docs?$/.test(use.path[0] ?? '') && naming(use, /"browser"/, 'cdk.json'),
  use.given.some(({ name }) => name === '--clear' || name === '--reset') && changes('forgets what is known'),
]);

const notTold: Definition = { effects: () => unclear('it is not told what to do') };

const shows = (use: Use): Actions => use.has('--show-secrets') && reveals('secrets of a stack');
const pulumi: Definition = {
  options: '* -C,--cwd= -s,--stack= --color= --profiling=write --tracing=fetch -Q -e --verbose=?',
  directory: (use) => use.value('--cwd'),
  subcommands: {
    'whoami version about': does('*', (use) => service('pulumi', use.path.join(' '), 'read')),
    preview: does('* --show-secrets --save-plan=write', (use) => [
      runsProject('runs the project’s program'),
      service('pulumi', 'preview', 'read'),
      shows(use),
    ]),
    stack: {
      subcommands: {
        'ls output graph history': does('* --show-secrets', (use) => [
          service('pulumi', use.path.join(' '), 'read'),
          shows(use),
        ]),
        rm: does('*', () => service('pulumi', 'stack rm', 'destroy')),
        export: does('* --file=write', () => reveals('secrets of a stack')),
      },
      bare: does('*', () => service('pulumi', 'stack', 'read')),
      other: does('*', () => service('pulumi', 'stack', 'change')),
    },
    config: does('* --show-secrets', (use) => [
      shows(use),
      service('pulumi', 'config', use.operands.length === 0 ? 'read' : 'change'),
    ]),
    'destroy down dn': does('*', (use) => acts('pulumi', 'destroy', 'destroy', use.words)),
    'state env policy org schedule': {
      options: '*',
      style: 'strict',
      effects: ({ operands, path }) =>
        acts(
          'pulumi',
          [...path, operands[0]?.text ?? ''].join(' '),
          changesOrDestroys(operands[0]?.text ?? ''),
          operands,
        ),
    },
  },
  other: does('*', ({ verb, words }) => acts('pulumi', verb, changesOrDestroys(verb), words)),
};

const auth0Looks = does('* -r --reveal-secrets', (use) => [
  service('auth0', use.path.join(' '), 'read'),
  use.has('-r', '--reveal-secrets') && reveals('secrets of the tenant'),
]);
const auth0Other = does('*', (use) =>
  service('auth0', `${use.path.join(' ')} ${use.verb}`, changesOrDestroys(use.verb)),
);

const ansibleOptions =
  '* -i,--inventory=read -l,--limit= -e,--extra-vars= --vault-password-file=use --vault-id= -m,--module-name= -a,--args= -M,--module-path=load -u,--user= -c,--connection= -T= -f,--forks= ' +
  '--private-key=use --key-file=use --become-password-file=use -t,--tags= --skip-tags= --start-at-task= --become-user= --become-method= --playbook-dir= --task-timeout= -P= -B= ' +
  '-C,--check --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args= -h --help --version --list-hosts --list-tasks --list-tags --syntax-check';

const asksInventory = (use: Use): boolean => use.has('--list-hosts', '--list-tasks', '--list-tags', '--syntax-check');

/** An inventory may be a program, and a configuration names plugins. Hosts in the words and an `.ini` of the project are neither. */
function loadsInventory(use: Use): Actions {
  const plain = use
    .values('--inventory')
    .every(
      ({ value = '' }) =>
        value.includes(',') ||
        (value.endsWith('.ini') && use.at.readFile(use.resolve(plainWord(value)) ?? '')?.startsWith('#!') !== true),
    );
  return plain && !use.has('--playbook-dir', '--module-path') ? asCode(use, 'ansible.cfg') : loads(use);
}

/** `-c local`, `-i localhost,`: on this machine. */
const onlyHere = (use: Use): boolean =>
  use.value('--connection')?.text === 'local' ||
  /^(?:localhost|127\.0\.0\.1),?$/.test(use.value('--inventory')?.text ?? '');

/** Tools that describe and change machines and services. */
export const infrastructure: Family = {
  'terraform tofu': {
    style: 'single',
    options: '-chdir= -help -version -v',
    inert: '-help -version -v',
    bare: {},
    directory: (use) => use.value('-chdir'),
    subcommands: terraformVerbs,
  },
  terragrunt: {
    options: terragruntOptions,
    effects: (use) =>
      naming(
        use,
        /run_cmd\s*\(|(?:before|after|error)_hook\b|\binclude\b/,
        'terragrunt.hcl',
        'terragrunt.stack.hcl',
        'root.hcl',
      ),
    subcommands: {
      ...terraformVerbs,
      'run-all run stack': {
        options: terragruntOptions,
        subcommands: terraformVerbs,
        other: does('*', ({ verb }) => service('terraform', verb, changesOrDestroys(verb))),
      },
      'hclfmt hcl': formats,
    },
    other: does('*', ({ verb, words }) => acts('terraform', verb, changesOrDestroys(verb), words)),
  },
  cdk: {
    options: cdkOptions,
    inert: '-h --version',
    subcommands: {
      'context notices docs doc doctor version': cdkLooks,
      'ls list diff synth synthesize metadata': {
        ...cdkLooks,
        effects: (use) => [cdkLooks.effects?.(use), runsProject('runs the app that makes the stacks')],
      },
    },
    other: does(`* ${cdkOptions}`, ({ verb }) => service('aws', `cdk ${verb}`, changesOrDestroys(verb))),
  },
  packer: {
    bare: notTold,
    options: '-h -help -version -v --help --version',
    inert: '-h -help -version -v --help --version',
    subcommands: {
      'validate inspect version': {
        style: 'single',
        options:
          '-syntax-only -except= -only= -machine-readable -var= -var-file=use -evaluate-datasources -no-warn-undeclared-var -ignore-prerelease-plugins -use-sequential-evaluation -help',
        operands: 'read*',
      },
      console: {
        style: 'single',
        options: '-config-type= -var= -var-file=use -help',
        inert: '-help',
        operands: 'read*',
        effects: (use) => (use.at.stdin.kind === 'inherited' ? elsewhere(use) : unclear('evaluates what flows in')),
      },
      plugins: { subcommands: { 'installed required': { options: '*', operands: 'read*' } } },
      fmt: formats,
    },
    other: does('*', ({ verb }) => service('packer', verb, 'change')),
  },
  pulumi,
  auth0: {
    bare: notTold,
    options: '-t,--tenant= --debug --no-color --no-input -h',
    inert: '-h',
    subcommands: {
      api: does('* -d,--data=send -q,--query= -f,--force', (use) => {
        const method = use.operands.length > 1 ? (use.operands[0]?.text.toLowerCase() ?? '') : 'get';
        const access = method === 'delete' ? 'destroy' : method === 'get' && !use.has('--data') ? 'read' : 'change';
        return service('auth0', `api ${method}`, access);
      }),
      logs: {
        subcommands: {
          'list ls tail streams': { ...auth0Looks, options: '* -r --reveal-secrets -f,--filter= -n,--number=' },
        },
        other: auth0Other,
      },
      'apps apis users roles rules actions orgs organizations domains email protection ap attack-protection quickstarts qs tenants universal-login ul branding event-streams':
        {
          subcommands: {
            'permissions perms members invitations roles brute-force-protection bfp suspicious-ip-throttling breached-password-detection bpd prompts templates provider':
              { subcommands: { 'list ls show get': auth0Looks }, other: auth0Other },
            'list ls show search search-by-email': auth0Looks,
          },
          other: auth0Other,
        },
    },
  },
  ansible: {
    options: ansibleOptions,
    inert: '-h --version',
    effects(use) {
      if (asksInventory(use)) return loadsInventory(use);
      const [pattern] = use.operands;
      const module = use.value('--module-name')?.text ?? 'command';
      const here =
        use.value('--connection')?.text === 'local' || /^(?:localhost|127\.0\.0\.1)$/.test(pattern?.text ?? '');
      const text = use.value('--args');
      const shell = /(?:^|\.)(?:shell|command|raw|script)$/.test(module) && text !== undefined;
      const absent = /(?:^|[\s"'{,])state["']?\s*[:=]\s*["']?absent\b/.test(text?.text ?? '');
      const check = use.has('--check', '-C');
      return [
        service('ansible', module, absent && !here && !check ? 'destroy' : 'change'),
        shell && !check && runs({ form: 'shell', text: joined([text]), elsewhere: !here, via: 'ansible' }),
      ];
    },
  },
  'ansible-playbook ansible-pull': {
    options: ansibleOptions,
    inert: '-h --version',
    effects: (use) => [
      use.operands.map((file) => reads(file)),
      asksInventory(use)
        ? loads(use)
        : use.has('--check')
          ? [service('ansible', 'play', 'read'), unclear('asks what would change')]
          : service('ansible', onlyHere(use) ? 'play here' : 'play', 'change'),
    ],
  },
  // Programs of ansible that only show what is described.
  'ansible-inventory ansible-doc ansible-config ansible-lint': {
    options: `${ansibleOptions} --output=write --fix --write --list --graph --host= -y -t= --vars --export --toc -F --metadata-dump --json -s --config=read -r= -q -p -L -x= -w= --offline --only-changed --format= --type= --yaml --exclude-rules=`,
    inert: '-h --version',
    effects: (use) => [
      use.program === 'ansible-lint' ? loads(use) : loadsInventory(use),
      (use.has('--fix', '--write') || use.operands[0]?.text === 'init') && changes('changes files'),
    ],
  },
  'ansible-console': {
    options: ansibleOptions,
    inert: '-h --version',
    effects: (use) => (use.has('--list-hosts') ? loadsInventory(use) : service('ansible', 'console', 'change')),
  },
  'ansible-test': {
    options: '-h --version',
    inert: '-h --version',
    subcommands: { env: does('-h --show --list-files --color=? -v', elsewhere) },
    other: { options: '* -h', inert: '-h', effects: () => runsProject('runs the tests of the collection') },
  },
  'ansible-vault': {
    options: '-h,--help --version -v',
    inert: '-h --version',
    subcommands: {
      'view decrypt': {
        options: '* --vault-password-file=use --output=write',
        operands: 'read*',
        effects: () => reveals('a secret of ansible'),
      },
    },
    other: does('*', () => changes('encrypts files')),
  },
  'ansible-galaxy': {
    options: '-h --version -v',
    inert: '-h --version',
    subcommands: {
      'role collection': {
        subcommands: {
          'list info search verify': does('*', (use) => service('ansible', use.path.join(' '), 'read')),
          'publish import': does('*', () => service('the package registry', 'publishes', 'publish')),
        },
        other: does('*', () => [fetches(), runsUnseen('installs code')]),
      },
      'list info search': does('*', (use) => service('ansible', use.path.join(' '), 'read')),
    },
  },
  'vault consul nomad': {
    options:
      '* -address=fetch -namespace= -ca-cert=read -client-cert=read -client-key=read -token= -field= -format= -h --help',
    style: 'single',
    effects: ({ program, operands, words: allWords }) => {
      const words = operands.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text);
      const [verb = '', sub = ''] = words;
      if (/^(?:status|version|members|info|path-help)$/.test(verb)) return service(program, verb, 'read');
      if (
        words.some((word) => /^(?:read|unwrap)$/.test(word)) ||
        (verb === 'kv' && sub === 'get') ||
        (verb === 'print' && sub === 'token')
      ) {
        return reveals('a secret of the vault');
      }
      const told = allWords.map(({ text }) => text);
      const losing =
        /^(?:lease revoke -prefix|operator (?:seal|raft remove-peer|rekey)|token revoke|job (?:stop|purge)|job deployment fail|stop|system gc|snapshot restore|kv (?:delete|destroy|metadata delete)|lease revoke|acl \S+ delete|force-leave|operator (?:raft )?remove-peer)\b/;
      const purges =
        words[0] !== 'job' && words[0] !== 'stop' ? true : told.includes('-purge') || words.includes('purge');
      const bad =
        words.slice(0, 3).some((word) => isDestroying(word) || word === 'disable' || word === 'revoke') ||
        (losing.test(words.join(' ')) && purges);
      const sent = verb === 'write' && sends(undefined, { what: operands.slice(1) });
      return [acts(program, [verb, sub].join(' ').trim(), bad ? 'destroy' : 'change', operands), sent];
    },
  },
};
