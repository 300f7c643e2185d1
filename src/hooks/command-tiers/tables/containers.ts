import { risky, type Judgement } from '../judgement';
import { change, read, stop, verbs, type Rule, type Table } from '../rule';
import type { Option, Options } from '../../shell/options';

const composeValues = {
  takes: {
    short: 'fp',
    long: ['file', 'project-name', 'project-directory', 'profile', 'env-file', 'progress', 'parallel', 'ansi'],
  },
  switches: ['--compatibility', '--all-resources'],
};

const dockerTakes = {
  takes: { short: 'Hcl', long: ['host', 'context', 'log-level', 'config', 'tlscacert', 'tlscert', 'tlskey'] },
  switches: ['-D', '--debug', '--tls', '--tlsverify', '-v'],
};

/** A secret's name is no secret; its data is. What is not known counts as the worst. */
const getsSecret = ({ operands, options }: Options): Judgement | undefined => {
  const secret = operands.some(({ text, value }) => value === undefined || /(?:^|[,/])secrets?(?:$|[,./])/i.test(text));
  if (!secret) return undefined;
  const quiet = ({ name, value }: Option) =>
    !/^-(?:o|-output|-template)$/.test(name) || /^(?:name|wide)$/.test(value?.value ?? '');
  return options.every(quiet) && operands.every(({ value }) => value !== undefined)
    ? undefined
    : risky('prints secrets');
};

const kubeTakes = {
  short: 'nlofcLRw',
  long: [
    'namespace',
    'context',
    'cluster',
    'user',
    'kubeconfig',
    'server',
    'token',
    'as',
    'as-group',
    'request-timeout',
    'output',
    'selector',
    'field-selector',
    'filename',
    'container',
    'sort-by',
    'template',
    'since',
    'tail',
    'for',
    'timeout',
    'revision',
    'api-group',
    'cache-dir',
  ],
};
const kubeTop = {
  takes: { short: 'ns', long: ['namespace', 'context', 'cluster', 'user', 'server', 'as', 'request-timeout', 'v'] },
};

const helmChange = (why: string): Rule =>
  stop(why, {
    takes: { short: 'nfo', long: ['namespace', 'set', 'values', 'version', 'timeout'] },
    read: ['--dry-run'],
    risky: { '--post-renderer': 'runs a program', '--force': 'forces' },
  });

export function containers(): Table {
  const looks = read();
  const listing = verbs({ 'ls list inspect ps': looks }, { other: stop('changes what runs') });

  const docker: Table = {
    'ps images inspect version info top stats port history events logs diff search': looks,
    // Without a redirect the archive goes to a terminal, which docker refuses.
    'export save': read({ local: { '-o': 'writes a file', '--output': 'writes a file' }, takes: { short: 'o' } }),
    image: verbs(
      { 'ls list inspect history': looks, build: change('builds an image') },
      { other: stop('changes images') },
    ),
    container: verbs(
      { 'ls list ps inspect logs top stats port diff export': looks },
      { other: stop('changes containers') },
    ),
    'network volume config secret node plugin swarm context service stack builder trust': verbs(
      { 'ls list inspect ps logs show services': looks },
      { other: stop('changes what containers use') },
    ),
    manifest: verbs({ inspect: looks }, { other: stop('changes what others pull') }),
    system: verbs({ 'df info events': looks }, { other: stop('removes what containers left') }),
    buildx: verbs(
      {
        'ls inspect du version': looks,
        'build bake': change('builds an image', {
          risky: { '--push': 'publishes', '--output': 'writes elsewhere', '-o': 'writes elsewhere' },
        }),
      },
      { other: stop('changes builders') },
    ),
    'build pull': change('gets an image', {
      risky: {
        '--push': 'publishes',
        '--output': 'writes elsewhere',
        '-o': 'writes elsewhere',
        '--secret': 'hands out a secret',
        '--ssh': 'hands out a key',
      },
    }),
    'run create exec attach cp': stop('runs in a container'),
    'rm rmi kill prune': stop('removes containers or images'),
    'start stop restart pause unpause wait rename update commit tag import load': stop('changes containers or images'),
    'push login logout': stop('publishes'),
  };
  const compose = verbs(
    {
      'ps ls logs events top port images version config convert stats volumes': read({
        local: { '-o': 'writes a file', '--output': 'writes a file' },
        takes: { short: 'o', long: ['output'] },
      }),
      'up build start pull': change('starts the project’s services', {
        risky: {
          '--force-recreate': 'forces',
          '--remove-orphans': 'removes containers',
          '-V': 'removes volumes',
          '--renew-anon-volumes': 'removes volumes',
        },
      }),
      'down rm kill stop restart pause unpause scale': stop('stops or removes the project’s services'),
      'exec run cp attach commit push publish': stop('runs in a container'),
    },
    composeValues,
  );
  const dockerRule = verbs({ ...docker, compose }, dockerTakes);
  const kubeRead = read({
    takes: { ...kubeTakes, short: 'nlocLk' },
    exact: true,
    risky: { '--kubeconfig': 'reads another configuration', '--raw': 'asks an address' },
  });
  const kubectl = verbs(
    {
      get: read({
        takes: { ...kubeTakes, short: 'nlofLk' },
        exact: true,
        risky: { '--kubeconfig': 'reads another configuration', '--raw': 'asks an address' },
        judge: getsSecret,
      }),
      'describe logs explain top api-resources api-versions version events wait': kubeRead,
      'completion options kustomize': looks,
      diff: read({ takes: kubeTakes, exact: true }),
      'cluster-info': read({ local: { '--output-directory': 'writes files' } }),
      config: verbs(
        {
          view: read({ risky: { '--raw': 'prints secrets' } }),
          'current-context get-clusters get-contexts get-users': looks,
        },
        { other: stop('changes the configuration') },
      ),
      rollout: verbs({ 'status history': kubeRead }, { other: stop('changes what runs') }),
      auth: verbs({ 'can-i whoami': looks }, { other: stop('changes who may do what') }),
      plugin: verbs({ list: looks }),
      'apply create replace patch edit set label annotate scale autoscale expose run taint cordon uncordon certificate':
        stop('changes the cluster'),
      'delete drain': stop('removes from the cluster'),
      'exec attach cp port-forward proxy debug': stop('reaches into the cluster'),
    },
    kubeTop,
  );
  const helm = verbs(
    {
      'list ls status history hist version env help completion lint verify': looks,
      template: read({
        risky: { '--post-renderer': 'runs a program' },
        local: { '--output-dir': 'writes files' },
        exact: true,
      }),
      get: verbs({ 'all hooks manifest metadata notes values': looks }),
      'show inspect': verbs({ 'all chart crds readme values': looks }),
      search: verbs({ 'hub repo': looks }),
      'dependency dep': verbs({ 'list ls': looks }, { other: stop('downloads charts') }),
      repo: verbs({ 'list ls': looks }, { other: stop('changes the repositories') }),
      plugin: verbs({ 'list ls verify': looks }, { other: stop('installs code') }),
      'install upgrade rollback uninstall delete del': helmChange('changes the cluster'),
      'push registry test': stop('publishes, or runs in the cluster'),
    },
    {
      takes: { short: 'n', long: ['namespace', 'kube-context', 'kube-apiserver', 'kube-as-user'] },
      switches: ['--debug'],
      bare: stop('no subcommand'),
    },
  );

  return {
    'docker podman nerdctl': dockerRule,
    'docker-compose podman-compose': compose,
    'kubectl oc': kubectl,
    helm,
    'kubectx kubens': read({ operands: 0, only: ['-c', '--current'] }),
    'skopeo crane': verbs({ 'inspect list-tags manifest ls digest config': looks }),
    'k9s stern kubetail': looks,
    'minikube kind k3d': verbs({ 'status profile version ip get list': looks }),
    crictl: listing,
  };
}
