import { reads, risky, unknown } from '../judgement';
import { judged, read, stop, verbs, type Table } from '../rule';

function authTable(): Table {
  const deep = verbs(
    {
      'permissions perms members invitations roles brute-force-protection bfp suspicious-ip-throttling breached-password-detection bpd prompts templates provider':
        verbs({ 'list ls show get': read() }, { other: stop('changes the tenant') }),
      'list ls show search search-by-email': read(),
    },
    { other: stop('changes the tenant') },
  );
  return {
    api: judged((words) => {
      const operands = words.filter(({ text }) => !text.startsWith('-'));
      const method = operands.length > 1 ? (operands[0]?.text.toLowerCase() ?? '') : 'get';
      const sends = words.some(({ text }) => /^(?:-d|--data)/.test(text));
      return method === 'get' && !sends ? reads : risky('changes the tenant');
    }),
    logs: verbs({ 'list ls tail streams': read() }, { other: stop('changes the tenant') }),
    'apps apis users roles rules actions orgs organizations domains email protection ap attack-protection quickstarts qs tenants universal-login ul branding event-streams':
      deep,
  };
}

/** Tools that describe and change machines and services. */
export function infrastructure(): Table {
  const terraformReads = read({
    takes: { single: true, long: ['var', 'var-file', 'target', 'state', 'type', 'chdir'] },
    risky: {
      '-auto-approve': 'applies',
      '-out': 'writes a file',
      '-generate-config-out': 'writes a file',
      '-destroy': 'plans to destroy',
    },
  });
  const terraform = verbs(
    {
      'graph output show validate version providers modules metadata functions': terraformReads,
      plan: terraformReads,
      fmt: read({
        takes: { single: true },
        judge: ({ options }) =>
          options.some(({ name, word }) => name === '-check' || word.text === '-write=false')
            ? undefined
            : { tier: 'local', why: 'formats files' },
      }),
      state: verbs(
        { 'list show pull': terraformReads },
        { other: stop('changes what is known of the infrastructure') },
      ),
      workspace: verbs({ 'list show': terraformReads }, { other: stop('changes the workspaces') }),
      'apply destroy import taint untaint refresh force-unlock': stop('changes the infrastructure'),
      'login logout init get test console': stop('downloads, or handles credentials'),
    },
    { takes: { single: true }, switches: ['-help', '-version'], bare: read() },
  );

  return {
    'terraform tofu terragrunt': terraform,
    cdk: verbs(
      {
        'ls list diff synth synthesize metadata context notices docs doc doctor version': read({
          takes: { short: 'aocv', long: ['profile', 'context'] },
          local: { '-o': 'writes files', '--output': 'writes files' },
          risky: {
            '--app': 'runs a program',
            '-a': 'runs a program',
            '--plugin': 'loads code',
            '-p': 'loads code',
            '--clear': 'forgets what is known',
            '--reset': 'forgets what is known',
          },
        }),
        'deploy destroy': stop('changes the infrastructure'),
      },
      { switches: ['-v', '--verbose', '--debug'] },
    ),
    packer: verbs(
      {
        'validate inspect version': read({ takes: { single: true, long: ['var', 'var-file'] } }),
        plugins: verbs({ 'installed required': read() }),
        fmt: read({
          takes: { single: true },
          judge: ({ options }) =>
            options.some(({ word }) => word.text === '-check' || word.text === '-write=false')
              ? undefined
              : { tier: 'local', why: 'formats files' },
        }),
      },
      { switches: ['-help', '-version'] },
    ),
    pulumi: verbs({
      'preview whoami version about': read(),
      stack: verbs(
        { 'ls output graph history': read({ risky: { '--show-secrets': 'prints secrets' } }) },
        { bare: read() },
      ),
    }),
    auth0: verbs(authTable(), {
      takes: { short: 't', long: ['tenant'] },
      switches: ['--debug', '--no-color', '--no-input'],
    }),
    ansible: judged((words) =>
      words.some(({ text }) => /^(?:--list-hosts|--version|--help|-h)$/.test(text)) ? reads : risky('changes machines'),
    ),
    'ansible-playbook ansible-pull': judged((words) =>
      words.some(({ text }) => /^(?:--list-(?:hosts|tasks|tags)|--syntax-check|--version|--help|-h)$/.test(text))
        ? reads
        : risky('changes machines'),
    ),
    'ansible-inventory ansible-doc ansible-config ansible-lint ansible-console': read({
      exact: true,
      risky: {
        '--output': 'writes a file',
        '--fix': 'changes files',
        '--write': 'changes files',
        '--vault-password-file': 'reads a password',
      },
      judge: ({ operands: [first] }) =>
        first !== undefined && /^(?:init|shell|units|integration|sanity|coverage|env)$/.test(first.text)
          ? unknown('runs tests')
          : undefined,
    }),
    'ansible-galaxy': verbs({
      'role collection': verbs({ 'list info search verify': read() }, { other: stop('installs code') }),
      'list info search': read(),
    }),
    'vault consul nomad': verbs(
      { 'status version members info': read() },
      { other: stop('may print secrets or change something') },
    ),
    'fly flyctl vercel netlify heroku firebase wrangler doctl linode-cli hcloud': verbs(
      { 'status list ls logs whoami version help releases regions info': read() },
      { other: stop('may change what is deployed') },
    ),
  };
}
