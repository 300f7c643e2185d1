import type { ShellWord } from '../shell/invocation';
import { joined, unknownWord } from '../shell/reader/words';
import { acts } from './parts/by-verb';
import type { Actions, UsesService } from './effect';
import { changes, fetches, machine, reads, reveals, runs, runsUnseen, sends, service, writes } from './effect';
import { mountsOf, type Mount } from './parts/mounts';
import { does, type Definition, type Family, type Use } from './program';

type Access = UsesService['access'];

/** The subcommands of one engine or group that only differ in what they do to it. */
function verbs(system: string, access: Access, names: string): Record<string, Definition> {
  // prettier-ignore
  return {
    [names]: does('*', (use) => acts(system, use.path.join(' '), access, use.words)),
  };
}

const isAddress = ({ text }: ShellWord): boolean => /^(?:https?|git|ssh|oci):\/\/|^git@|^github\.com\//.test(text);
const local = (names: string, options: string): Record<string, Definition> => ({ [names]: { options } });

const listing =
  '-a,--all -f,--filter= --format= -n,--last= -l,--latest --no-trunc -q,--quiet -s,--size --digests --tree --no-resolve -h --human=? -H --since= --until= ' +
  '--follow --tail= -t,--timestamps --details -n= --no-stream --no-trunc --type= -v,--verbose --platform= --sort= --orphans=? --services --status= --dry-run ' +
  '--no-color --no-log-prefix --index= --json --ns --pod -p -w,--watch= --sync --external --noheading --raw --storage --namespace= --names -i,--interval=';

/** Where the engine’s own words end and the container’s begin: `run [options] image command`. */
function inContainer(use: Use, mounts: readonly Mount[]): Actions {
  const [, ...rest] = use.operands;
  const entry = use.value('--entrypoint');
  const words = entry === undefined || entry.text === '' ? rest : [entry, ...rest];
  if (words.length === 0) return runsUnseen('runs what the image says');
  return runs({
    form: 'command',
    words,
    elsewhere: true,
    inNewContainer: true,
    mounts,
    directory: use.value('--workdir') ?? null,
    via: use.program,
  });
}

const engine = ({ program }: Use): string => program.replace(/-compose$/, '');

const run: Definition = {
  options:
    '--add-host= --annotation= -a,--attach= --blkio-weight= --blkio-weight-device= --cap-add= --cap-drop= --cgroup-parent= --cgroupns= --cidfile=write --cpu-count= ' +
    '--cpu-percent= --cpu-period= --cpu-quota= --cpu-rt-period= --cpu-rt-runtime= -c,--cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= -d,--detach=? ' +
    '--detach-keys= --device= --device-cgroup-rule= --device-read-bps= --device-read-iops= --device-write-bps= --device-write-iops= ' +
    '--disable-content-trust=? --dns= --dns-option= --dns-opt= --dns-search= --domainname= --entrypoint= -e,--env= --env-file=use --expose= --gpus= ' +
    '--group-add= --health-cmd= --health-interval= --health-retries= --health-start-interval= --health-start-period= --health-timeout= -h,--hostname= ' +
    '--init=? -i,--interactive=? --io-maxbandwidth= --io-maxiops= --ip= --ip6= --ipc= --isolation= --kernel-memory= -l,--label= --label-file=read --link= ' +
    '--link-local-ip= --log-driver= --log-opt= --mac-address= -m,--memory= --memory-reservation= --memory-swap= --memory-swappiness= --mount= --name= ' +
    '--network= --net= --network-alias= --net-alias= --no-healthcheck --oom-kill-disable --oom-score-adj= --pid= --pids-limit= --platform= --privileged=? ' +
    '-p,--publish= -P,--publish-all=? --pull= -q,--quiet --read-only=? --restart= --rm=? --runtime= --security-opt= --shm-size= --sig-proxy=? --stop-signal= ' +
    '--stop-timeout= --storage-opt= --sysctl= --tmpfs= -t,--tty=? --ulimit= --use-api-socket -u,--user= --userns= --uts= -v,--volume= --volume-driver= ' +
    '--volumes-from= -w,--workdir= --replace --systemd= --pod= --pidfile=write --env-host --http-proxy=? --image-volume= --rootfs --secret= --tz= --umask= ' +
    '--arch= --os= --variant= --timeout= --no-hosts --hostuser= --passwd=? --preserve-fds= --index= -T,--no-TTY --no-deps --service-ports --use-aliases ' +
    '--build --quiet-pull --remove-orphans --env-from-file=read --use-aliases',
  style: 'strict',
  effects(use) {
    const mounts = [...mountsOf(use.values('--volume'), use.values('--mount'), use.at)];
    const privileged = use.has('--privileged') || use.value('--pid')?.text === 'host' || use.has('--use-api-socket');
    const devices = use.values('--device').flatMap(({ value }) => value?.split(':')[0] ?? []);
    for (const device of devices) mounts.push({ host: device, at: device });
    if (use.has('--privileged')) mounts.push({ host: '/dev', at: '/dev' });
    if (use.value('--pid')?.text === 'host') mounts.push({ host: '/', at: '/proc/1/root' });
    const socket = mounts.some(({ host }) => /(?:docker|podman|containerd)\.sock$/.test(host));
    return [
      service(engine(use), use.path.join(' '), 'change'),
      (privileged || socket) && machine('privileges', 'gives a container the rights of the machine'),
      inContainer(use, mounts),
    ];
  },
};

const exec: Definition = {
  options:
    '-d,--detach=? --detach-keys= -e,--env= --env-file=use -i,--interactive=? --privileged=? -t,--tty=? -u,--user= -w,--workdir= -T,--no-TTY --index= -l,--latest ' +
    '--preserve-fds= --cwd= --mode= -n,--force-noninteractive --group=',
  style: 'strict',
  effects(use) {
    const [container, ...rest] = use.operands;
    const words = rest[0]?.text === '--' ? rest.slice(1) : rest;
    return [
      service(engine(use), use.path.join(' '), 'change'),
      container &&
        words.length !== 0 &&
        runs({ form: 'command', words, elsewhere: true, directory: use.value('--workdir') ?? null, via: use.program }),
    ];
  },
};

const isInContainer = ({ text }: ShellWord): boolean =>
  /^[\w./-]*\w[\w./-]*:/.test(text) && !text.startsWith('/') && !text.startsWith('.');

/** `cp container:/path local` and the other way. */
export const copyBetween: Definition = does('* -a,--archive -L,--follow-link -q,--quiet -c,--container= -n,--namespace= --context= --kubeconfig=load --retries= --index= --all', (use) => {
    const [from, to] = use.operands;
    if (from === undefined || to === undefined) return [];
    const system = engine(use);
    if (!isInContainer(from)) return [reads(from, true), service(system, 'cp', 'change'), sends(to, { what: [from] })];
    const taken = to.text !== '-' && writes(to, { tree: true, content: { kind: 'unknown' } });
    return [service(system, 'cp', 'change'), taken];
  }); // prettier-ignore

const format = (use: Use): string => use.value('--format')?.value ?? '';
/** Templates of `inspect` that show neither the environment nor the arguments of a container. */
const harmlessFormat =
  /^\s*(?:\{\{\s*(?:json\s+)?\.(?:State|Id|ID|Name|Names|Created\w*|Image|NetworkSettings|RestartCount|Platform|Driver|RepoTags|RepoDigests|Size|Os|Architecture|Mounts|Config\.(?:Image|Labels|ExposedPorts|WorkingDir|User|Hostname))[\w.[\]" ]*\}\}[\s\w:,/.-]*)+$/;

/** A container's environment variables count as secrets. */
const inspect = does('-f,--format= -s,--size --type= -l,--latest --index=', (use) => {
  const other = /^(?:image|network|volume|node|plugin|task)$/.test(use.value('--type')?.text ?? '');
  return !other && !harmlessFormat.test(format(use)) && reveals('what containers are told');
});

const build: Definition = does(
  '--add-host= --allow= --annotation= --attest= --build-arg= --build-context= --builder= --cache-from= --cache-to= --call= --cgroup-parent= --check -D,--debug ' +
    '-f,--file=read --force-rm --iidfile=write --isolation= --label= --load --metadata-file=write --network= --no-cache --no-cache-filter= -o,--output= --platform= ' +
    '--progress= --provenance= --pull=? --push -q,--quiet --rm --sbom= --secret= --security-opt= --shm-size= --squash --ssh= -t,--tag= --target= --ulimit= -c,--cpu-shares= ' +
    '-m,--memory= --cpuset-cpus= --memory-swap= --cpu-period= --cpu-quota= --compress --disable-content-trust=? --set= --print --layers=? --format= --env= ' +
    '-v,--volume= --userns= --with-dependencies --memory-reservation= --build-args= --no-interpolate',
  (use) => {
    const [context] = use.operands;
    return [
      changes('builds an image'),
      context !== undefined && isAddress(context) && fetches(context),
      use.has('--push') && service('container registry', 'push', 'publish'),
      use
        .values('--output')
        .map((word) =>
          /type=(?:registry|image)/.test(word.text)
            ? service('container registry', 'push', 'publish')
            : writes(unknownWord(word.text, 'input')),
        ),
    ];
  },
);

const pull = does('*', (use) => [use.operands.map((word) => fetches(word)), changes('gets an image')]);
const archive: Definition = { options: '-o,--output=write --platform= --format= -q --quiet --compress -m' };
const asksRegistry = does('* --limit= -f,--filter= --format= --pretty', (use) => [
  service('container registry', use.path.join(' '), 'read'),
  // `ghcr.io/a/b` names the server.
  use.operands.filter(({ text }) => /^[^/]*[.:][^/]*\//.test(text)).map((word) => fetches(word)),
]);
const publishes = does('*', (use) => acts('container registry', use.path.join(' '), 'publish', use.words));

/** Groups such as `docker volume`: listing only reads, and removal cannot be undone. */
const group = (more: Record<string, Definition> = {}, removing: Access = 'destroy'): Definition => ({
  subcommands: {
    ...local('ls list ps top port logs stats diff df info events services show exists mount-list', listing),
    ...verbs('docker', removing, 'rm remove prune reset leave'),
    ...more,
  },
  other: does('*', (use) => service('docker', `${use.path.join(' ')} ${use.verb}`, 'change')),
});

const free: Definition = { options: '* -f,--format= -v,--verbose --pretty --type=' };

/** With the options before the verb: `docker compose --dry-run down`. */
const dryWords = (use: Use): readonly ShellWord[] => [...(use.outer?.words ?? []), ...use.words];

const compose: Definition = {
  options:
    '--all-resources --ansi= --compatibility --dry-run --env-file=use -f,--file=read --parallel= -p,--project-name= --profile= --progress= --project-directory= ' +
    '--podman-path=program --podman-args= --in-pod= --no-ansi --verbose --context= -H,--host=fetch',
  subcommands: {
    ...local('ps ls logs events top port images version stats volumes', listing),
    'config convert': does(
      '--environment --format= --hash= --images --lock-image-digests --networks --models --no-consistency --no-env-resolution --no-interpolate --no-normalize --no-path-resolution -o,--output=write ' +
        '--profiles -q,--quiet --resolve-image-digests --services --variables --volumes',
      (use) =>
        !use.has('--services', '--images', '--volumes', '--profiles', '--networks', '--hash', '--quiet', '--models') &&
        reveals('what containers are told'),
    ),
    'up build start pull create watch': does('**', (use) => [
      changes('starts the project’s services'),
      use.given.some(({ name }) => /^(?:--force-recreate|--remove-orphans|-V|--renew-anon-volumes)$/.test(name)) &&
        service('docker', 'recreate', 'change'),
    ]),
    down: does('--remove-orphans --rmi= -t,--timeout= -v,--volumes --dry-run', (use) =>
      acts('docker', 'compose down', use.has('--volumes') ? 'destroy' : 'change', dryWords(use)),
    ),
    rm: does('-f,--force -s,--stop -v,--volumes -a,--all', (use) =>
      acts('docker', 'compose rm', use.has('--volumes') ? 'destroy' : 'change', dryWords(use)),
    ),
    ...verbs('docker', 'change', 'kill stop restart pause unpause scale attach commit wait export'),
    run,
    exec,
    cp: copyBetween,
    'push publish': publishes,
  },
};

/** A removed container can be made from its image again, but not the volumes that are removed with it. */
const removes = does('* -f,--force -v,--volumes -l,--link -a,--all', (use) =>
  acts('docker', 'rm', use.has('--volumes') ? 'destroy' : 'change', use.words),
);

const docker: Definition = {
  options:
    '--config=load -c,--context=fetch -D,--debug -H,--host=fetch -l,--log-level= --tls --tlscacert=read --tlscert=read --tlskey=read --tlsverify -v,--version ' +
    '--connection=fetch --url=fetch --identity=read --root=create --runroot=create --storage-driver= --storage-opt= --cgroup-manager= --conmon=program --hooks-dir=load --module=load ' +
    '--runtime=program --events-backend= -r,--remote --namespace= --address=fetch --snapshotter= --host-gateway-ip= --data-root= --cni-path=load --cni-netconfpath=load',
  subcommands: {
    ...local('ps images version info top stats port events logs diff', listing),
    // Each step of an image with its words; without the values of `ENV` and `ARG` unless they are asked for.
    history: does(
      '--format= -H,--human=? --no-trunc -q,--quiet --platform= --filter=',
      (use) => (use.has('--no-trunc') || /CreatedBy|json/.test(format(use))) && reveals('what an image was told'),
    ),
    inspect,
    'export save': archive,
    search: asksRegistry,
    'build buildx-build': build,
    pull,
    run,
    create: run,
    exec,
    cp: copyBetween,
    image: group(
      { inspect: free, build, pull, save: archive, push: publishes, history: local('h', listing).h ?? free },
      'change',
    ),
    container: group(
      { 'rm remove': removes, inspect, exec, run, create: run, cp: copyBetween, export: archive },
      'change',
    ),
    trust: group({ inspect: asksRegistry }, 'change'),
    'network plugin context': group({ inspect: free }, 'change'),
    'node swarm stack': group({ inspect: free }),
    service: group({ inspect }),
    volume: group({ inspect: free }),
    // Of a secret only its name and dates are shown; a config is meant for what is no secret.
    'config secret': group({ inspect: free }),
    builder: group({ build }, 'change'),
    manifest: group({ inspect: asksRegistry, push: publishes }),
    system: group({
      // Without `-a` and `--volumes` it removes only what nothing uses.
      prune: does('* -a,--all --volumes -f,--force --filter= --external', (use) =>
        acts('docker', 'system prune', use.has('--all', '--volumes') ? 'destroy' : 'change', use.words),
      ),
      df: free,
      info: free,
      events: local('e', listing).e ?? free,
    }),
    buildx: group(
      {
        // `--bootstrap` starts the builder.
        inspect: does(
          '--bootstrap --builder= --timeout=',
          (use) => use.has('--bootstrap') && service('docker', 'buildx inspect', 'change'),
        ),
        'du version': free,
        'build b bake': build,
      },
      'change',
    ),
    machine: group({ inspect: free }),
    pod: group({ inspect: free }, 'change'),
    compose,
    unshare: {
      style: 'strict',
      options: '--rootless-netns',
      effects: (use) => [
        machine('privileges', 'acts as another user'),
        runs({ form: 'command', words: use.operands, wrapper: true }),
      ],
    },
    rm: removes,
    ...verbs(
      'docker',
      'change',
      'rmi kill prune start stop restart pause unpause wait rename update commit tag import load attach init play kube generate',
    ),
    push: publishes,
    ...verbs('container registry', 'change', 'login logout'),
    help: free,
  },
};

/** Programs that run containers. */
export const containers: Family = {
  'docker podman nerdctl': docker,
  'docker-compose podman-compose': compose,
  'lxc incus': {
    options: '* --project= --force-local -q -v',
    subcommands: {
      ...local('list ls info version', '* --format= -c='),
      'config image network profile project storage remote': {
        subcommands: { 'show list ls get info': free },
        other: does('*', (use) => service('lxc', use.path.join(' '), 'change')),
      },
      exec,
      ...verbs('lxc', 'destroy', 'delete rm'),
      file: does('*', () => service('lxc', 'file', 'change')),
    },
    other: does('*', (use) => service('lxc', use.verb, 'change')),
  },
  // Images in a registry.
  'skopeo crane regctl oras': {
    options: '* --platform= --registries.d= --policy= --override-os= --override-arch= --command-timeout= --tmpdir=',
    subcommands: {
      'inspect list-tags manifest ls digest config catalog': does('* --authfile=read --creds= --cert-dir=read --format= -f= --platform=', (use) => use.operands.map((word) => fetches(word))),
      'delete': does('*', () => service('container registry', 'delete', 'destroy')),
      'version validate': { options: '*' },
    },
    other: does('*', ({ words, operands, program }) => {
        const to = operands.at(-1)?.text ?? '';
        const local = /^(?:dir|oci|oci-archive|docker-archive|docker-daemon|containers-storage):/.test(to) || (operands[0]?.text === 'pull' || operands[0]?.text === 'export');
        return acts('container registry', operands[0]?.text ?? 'copy', local || !/^(?:copy|cp|sync|push|append|mutate|tag|rebase|index)$/.test(operands[0]?.text ?? program) ? 'change' : 'publish', words);
      }),
  }, // prettier-ignore
  ko: {
    options: '*',
    style: 'strict',
    effects: ({ operands, words }) =>
      acts(
        'container registry',
        operands[0]?.text ?? '',
        /^(?:build|publish|apply|resolve|create)$/.test(operands[0]?.text ?? '') &&
          !words.some(({ text }) => /^(?:--local|-L|--push=false)$/.test(text))
          ? 'publish'
          : 'change',
        words,
      ),
  },
  crictl: {
    options: '* -r,--runtime-endpoint=fetch -i,--image-endpoint=fetch -c,--config=load -t,--timeout=',
    subcommands: { ...local('ps images pods info version stats logs inspectp imagefsinfo', listing), exec, inspect },
    other: does('*', (use) => service('crictl', use.verb, 'change')),
  },
  'minikube kind k3d': {
    options: '* -p,--profile=',
    subcommands: {
      'status version ip ls list': free,
      profile: {
        subcommands: { 'list ls': free },
        bare: free,
        other: does('*', () => service('kubernetes', 'change the profile', 'change')),
      },
      get: { subcommands: { 'clusters nodes': free, kubeconfig: does('*', () => reveals('the access to a cluster')) } },
      ssh: {
        style: 'strict',
        options: '-n,--node= --native-ssh=?',
        effects: ({ operands, afterDashes }) => {
          const words = afterDashes ?? operands;
          return [
            service('kubernetes', 'ssh', 'change'),
            words.length !== 0 && runs({ form: 'shell', text: joined(words), elsewhere: true, via: 'minikube ssh' }),
          ];
        },
      },
      // Local clusters for experiments.
      ...verbs('local cluster', 'change', 'delete'),
      cluster: {
        subcommands: { list: free, ...verbs('local cluster', 'change', 'delete') },
        other: does('*', () => service('kubernetes', 'cluster', 'change')),
      },
    },
    other: does('*', (use) => service('kubernetes', use.verb, 'change')),
  },
};
