import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import type { Action, Actions } from './effect';
import {
  changes,
  fetches,
  machine,
  reads,
  reveals,
  runs,
  runsProject,
  runsUnseen,
  service,
  unclear,
  uses,
  writes,
} from './effect';
import { acts, byVerb, type ByVerb } from './parts/by-verb';
import { copyBetween } from './containers';
import { does, type Definition, type Family, type Use } from './program';

const connection =
  '--as= --as-group= --as-uid= --cache-dir=write --certificate-authority=read --client-certificate=read --client-key=read --cluster= --context= --disable-compression=? ' +
  '--insecure-skip-tls-verify=? --kubeconfig=load --kuberc=load --log-flush-frequency= --match-server-version=? -n,--namespace= --password= --profile= --profile-output=write ' +
  '--request-timeout= -s,--server=fetch --tls-server-name= --token= --user= --username= -v,--v= --vmodule= --warnings-as-errors=? -h';

const shown =
  '-A,--all-namespaces=? --allow-missing-template-keys=? --chunk-size= --field-selector= -f,--filename= --ignore-not-found=? -k,--kustomize= -L,--label-columns= ' +
  '--no-headers=? -o,--output= --output-watch-events=? --raw= -R,--recursive=? -l,--selector= --server-print=? --show-kind=? --show-labels=? --show-managed-fields=? ' +
  '--sort-by= --subresource= --template= -w,--watch=? --watch-only=? --show-events=? --client=? --short=? --api-version= --api-group= --cached=? --namespaced=? --verbs= --categories= ' +
  '--containers --sum --use-protocol-buffers=? --for= --timeout= --revision= --types= --all=? -q,--quiet --list --no-diff --field-manager= --force-conflicts=? --server-side=? --concurrency= --prune=? --prune-allowlist= ' +
  '--all-containers=? -c,--container= --follow=? --ignore-errors=? --insecure-skip-tls-verify-backend=? --limit-bytes= --max-log-requests= --pod-running-timeout= --prefix=? ' +
  '-p,--previous=? --since= --since-time= --tail= --timestamps=? --all-pods=?';

/** `-f file`, `-f https://…` and `-k folder`: where the command gets its objects from. */
const manifests = (use: Use): Actions =>
  [...use.values('--filename', '--kustomize'), ...templates(use)].map((word) => {
    if (word.text === '-') return [];
    return /^https?:\/\//.test(word.text) ? fetches(word) : reads(word);
  });

/** `-o jsonpath-file=f`. */
const templates = (use: Use): readonly ShellWord[] =>
  use.values('--output').flatMap((word) => {
    const start = /^[\w-]*file=/.exec(word.text)?.[0];
    return start === undefined
      ? word.text.endsWith('file')
        ? use.values('--template')
        : []
      : [dropStart(word, start.length)];
  });

const asks = (verb: string): Action => service('kubernetes', verb, 'read');
const readOnly = (options = shown, more: (use: Use) => Actions = () => []): Definition => ({
  options: `${connection} ${options}`,
  effects: (use) => [asks(use.path.join(' ')), manifests(use), more(use)],
});

/** A secret's name may be shown, its data may not. Output in an unknown format counts as showing the data. */
function showsSecret(use: Use): Actions {
  const raw = use.value('--raw');
  if (raw !== undefined) {
    return (raw.value === undefined || /secret|%/i.test(raw.value)) && reveals('secrets of a cluster');
  }
  const secret =
    use.operands.some(({ text, value }) => value === undefined || /(?:^|[,/])secrets?(?:$|[,./])/i.test(text)) ||
    use.has('--filename', '--kustomize');
  const [output, template] = [use.value('--output'), use.value('--template')];
  const quiet = template === undefined && (output === undefined || /^(?:name|wide)$/.test(output.value ?? ''));
  return (
    secret && !(quiet && use.operands.every(({ value }) => value !== undefined)) && reveals('secrets of a cluster')
  );
}

/** `--dry-run=client` and `--dry-run=server` change nothing. */
const isDryRun = (use: Use): boolean => {
  const given = use.given.findLast(({ name }) => name === '--dry-run');
  return given !== undefined && given.value?.text !== 'none' && given.value?.text !== 'false';
};

const changing = `** ${connection} -f,--filename= -k,--kustomize= --dry-run=? -o,--output= -l,--selector= --image= --replicas= --grace-period= --timeout= -c,--container= --overrides= --type= -p,--patch= --patch-file=read --field-selector= --restart= --port= --name= --revision= --to-revision= --from-literal= --from-file=use --from-env-file=use`;

/** `rollout undo`, `adm drain`: groups whose next word is the verb. */
const told = ({ path, operands: [verb] }: Use): string =>
  [...path, ...(verb !== undefined && /^(?:rollout|adm|config|auth)$/.test(path.join(' ')) ? [verb.text] : [])].join(
    ' ',
  );

/** `scale --replicas=0` stops everything; a patch that removes finalizers lets data be deleted. */
const toNothing = (use: Use): boolean =>
  (use.path.at(-1) === 'scale' && use.value('--replicas')?.text === '0') ||
  (use.path.at(-1) === 'patch' && /finalizers["']?\s*:\s*(?:null|\[\s*\])/.test(use.value('--patch')?.text ?? ''));

function change(access: 'change' | 'destroy', more: (use: Use) => Actions = () => []): Definition {
  return does(changing, (use) => [
    service('kubernetes', told(use), isDryRun(use) ? 'read' : toNothing(use) ? 'destroy' : access),
    isDryRun(use) && unclear('asks the cluster what would change'),
    manifests(use),
    more(use),
  ]);
}

const forced = (use: Use): boolean =>
  use.given.some(({ name }) => /^--(?:force|delete-emptydir-data|delete-local-data|prune)$/.test(name));

/** The words after `--`, or after the pod's name. */
function inPod(use: Use): readonly ShellWord[] {
  return use.afterDashes ?? use.operands.slice(1);
}

const execOptions = `${connection} -c,--container= -f,--filename= --pod-running-timeout= -q,--quiet=? -i,--stdin=? -t,--tty=? --shell= -T -e=`;
const exec: Definition = {
  options: execOptions,
  style: 'strict',
  effects(use) {
    // Options may follow the pod's name.
    const words = afterPod(use);
    return [
      service('kubernetes', 'exec', 'change'),
      words.length !== 0 && runs({ form: 'command', words, elsewhere: true, via: use.program }),
    ];
  },
};

function afterPod(use: Use): readonly ShellWord[] {
  const dashes = use.operands.findIndex(({ text }) => text === '--');
  return dashes >= 0 ? use.operands.slice(dashes + 1) : use.operands.slice(1);
}

/** Objects made from a folder; its kustomization may name programs to run. */
const renders: Definition = does(
  '--as-current-user --enable-alpha-plugins --enable-exec --enable-helm --enable-star --env= -e= --helm-command=program --helm-api-versions= --helm-debug --helm-kube-version= ' +
    '--load-restrictor= --mount= --network --network-name= -o,--output=write --reorder= -h',
  (use) => [
    use.operands.map((word) => (/^https?:\/\/|^git@|github\.com/.test(word.text) ? fetches(word) : reads(word, true))),
    use.has('--enable-alpha-plugins', '--enable-exec', '--enable-helm') &&
      runsUnseen('runs programs that the folder names'),
  ],
);

const kubectl: Definition = {
  options: connection,
  subcommands: {
    get: readOnly(shown, showsSecret),
    'describe logs explain top api-resources api-versions version events wait status projects': readOnly(),
    'completion options': { options: '*' },
    kustomize: renders,
    diff: readOnly(),
    'cluster-info': {
      ...readOnly('--output-directory=write -o= --namespaces= -A --all-namespaces --pod-running-timeout='),
    },
    config: {
      options: connection,
      subcommands: {
        view: does(`${connection} --flatten=? --merge=? --minify=? -o,--output= --raw=? --show-managed-fields=? --template= --allow-missing-template-keys=?`, (use) => (use.has('--raw') && use.value('--raw')?.text !== 'false' && reveals('the access to a cluster'))),
        'current-context get-clusters get-contexts get-users': { options: `${connection} -o,--output= --no-headers=?` },
      },
      other: does('*', () => service('kubernetes', 'config', 'change')),
    },
    rollout: {
      options: connection,
      subcommands: { 'status history': readOnly() },
      other: change('change'),
    },
    auth: {
      options: connection,
      subcommands: { 'can-i whoami': readOnly('--list --no-headers=? -q,--quiet -A,--all-namespaces --subresource= -o,--output=') },
      other: change('change'),
    },
    plugin: { subcommands: { list: { options: '--name-only' } } },
    create: {
      ...change('change', (use) => (use.operands[0]?.text === 'token' && reveals('the access to a cluster'))),
    },
    // Changes that lose data when forced.
    'apply replace drain': does(changing, (use) => [
        service('kubernetes', use.path.join(' '), isDryRun(use) ? 'read' : forced(use) ? 'destroy' : 'change'),
        isDryRun(use) && unclear('asks the cluster what would change'),
        manifests(use),
      ]),
    delete: change('destroy'),
    'patch edit set label annotate scale autoscale expose taint cordon uncordon certificate': change('change'),
    run: does(changing, (use) => [
        service('kubernetes', 'run', 'change'),
        inPod(use).length > 0 && use.afterDashes !== undefined && runs({ form: 'command', words: inPod(use), elsewhere: true, via: use.program }),
      ]),
    'exec rsh': exec,
    debug: {
      ...exec,
      options: `${execOptions} --image= --target= --copy-to= --profile= --share-processes=? --replace=? --same-node=? --custom=read`,
    },
    cp: copyBetween,
    'attach port-forward proxy': does('*', (use) => [service('kubernetes', use.path.join(' '), 'change'), machine('processes', 'reaches into the cluster')]),
    // OpenShift.
    whoami: does(`${connection} -t,--show-token --show-console --show-context --show-server`, (use) => [asks('whoami'), use.has('--show-token') && reveals('a token')]),
    'project login logout new-app new-project start-build import-image policy adm': change('change'),
    'extract': does('* --to=write --keys= --confirm', () => reveals('secrets of a cluster')),
  },
}; // prettier-ignore

const helmConnection =
  '--burst-limit= --debug --kube-apiserver=fetch --kube-as-group= --kube-as-user= --kube-ca-file=read --kube-context= --kube-insecure-skip-tls-verify --kube-tls-server-name= ' +
  '--kube-token= --kubeconfig=load -n,--namespace= --qps= --registry-config=read --repository-cache=create --repository-config=read -h --content-cache= --color=';
const helmLooks =
  `${helmConnection} -a,--all -A,--all-namespaces -d,--date --deployed --failed -f,--filter= -m,--max= --no-headers --offset= -o,--output= --pending -r,--reverse -l,--selector= -q,--short ` +
  '--superseded --time-format= --uninstalled --uninstalling --no-trunc --revision= --show-desc --show-resources --template= --max-col-width= --devel --version= --versions --regexp ' +
  '--fail-on-no-result --endpoint=fetch --list-repo-url --strict --quiet --with-subcharts --keyring=read --jsonpath= --verify --client -c --skip-schema-validation --hooks --logs';
const chartOptions =
  '-f,--values= --set= --set-file= --set-json= --set-literal= --set-string= --kube-version= --ca-file=read --cert-file=read --key-file=read --keyring=read --password= --pass-credentials ' +
  '--plain-http --repo=fetch --username= --verify --version= --devel --insecure-skip-tls-verify --dependency-update';

/** Charts and values may be addresses. */
const charts = (use: Use): Actions => [
  use
    .values('--values')
    .map((word) =>
      /^https?:\/\//.test(word.text) ? fetches(word) : use.path.at(-1) === 'template' ? reads(word) : uses(word),
    ),
  use.operands.filter(({ text }) => /^(?:https?|oci):\/\//.test(text)).map((word) => fetches(word)),
  use.has('--dependency-update') && fetches(),
  use
    .values('--set-file')
    .map((word) =>
      Array.from(word.text.matchAll(/(?:^|,)[^=,]*=([^,]*)/g), ([, file = '']) =>
        reads(word.value === undefined ? word : plainWord(file)),
      ),
    ),
];

const helmVerb = (access: 'change' | 'destroy'): Definition => ({
  options: `* ${helmConnection} ${chartOptions} --dry-run=? --timeout= --description= --post-renderer=program --post-renderer-args= -o,--output= --history-max= --cascade=`,
  effects: (use) => [
    service('helm', use.path.join(' '), isDryRun(use) ? 'read' : access),
    use.has('--force') && service('helm', 'force', 'change'),
    charts(use),
  ],
});

const helmRead = does(`${helmLooks} ${chartOptions.replace('-f,--values=', '--values=')}`, (use) => [
  service('helm', use.path.join(' '), 'read'),
  charts(use),
]);

const helm: Definition = {
  options: helmConnection,
  bare: { effects: () => unclear('it is not told what to do') },
  subcommands: {
    'list ls status history hist version lint verify': helmRead,
    'env help completion': { options: '*' },
    template: does(
      `${helmConnection} ${chartOptions} -a,--api-versions= --atomic --create-namespace --dry-run=? --enable-dns --description= --disable-openapi-validation --force -g,--generate-name ` +
        '--hide-notes --include-crds --is-upgrade -l,--labels= --name-template= --no-hooks --output-dir=write --post-renderer=program --post-renderer-args= --release-name --render-subchart-notes ' +
        '--replace -s,--show-only= --skip-crds --skip-schema-validation --skip-tests --take-ownership --timeout= --validate --wait --wait-for-jobs --hide-secret',
      (use) => [service('helm', 'template', 'read'), charts(use)],
    ),
    get: {
      options: helmConnection,
      subcommands: {
        'hooks metadata notes': helmRead,
        'all manifest values': does(helmRead.options ?? '', () => reveals('passwords that a release is told')),
      },
    },
    'show inspect': { options: helmConnection, subcommands: { 'all chart crds readme values': helmRead } },
    search: { options: helmConnection, subcommands: { 'hub repo': helmRead } },
    'dependency dep dependencies': {
      subcommands: { 'list ls': helmRead },
      other: does('*', () => [fetches(), changes('downloads charts')]),
    },
    repo: {
      subcommands: { 'list ls': helmRead },
      other: does('*', (use) => [
        service('helm', 'repo', 'change'),
        use.operands.filter(({ text }) => text.includes('://')).map((word) => fetches(word)),
      ]),
    },
    plugin: {
      subcommands: { 'list ls verify': helmRead },
      other: does('*', () => [fetches(), runsUnseen('installs code')]),
    },
    'install upgrade rollback': helmVerb('change'),
    'uninstall delete del un': helmVerb('destroy'),
    'pull fetch': does(
      `${helmConnection} ${chartOptions} -d,--destination=write --prov --untar --untardir=write`,
      (use) => [use.operands.map((word) => fetches(word)), charts(use), changes('downloads a chart')],
    ),
    'create package': does(
      `* ${chartOptions} -d,--destination=write -p= --app-version= --sign --key= --keyring=read --passphrase-file=read -u`,
      () => changes('makes a chart'),
    ),
    'push cm-push': does('*', (use) => acts('container registry', 'push a chart', 'publish', use.words)),
    'registry test': does('*', (use) => service('helm', use.path.join(' '), 'change')),
  },
};

/** Programs that talk to clusters. */
export const kubernetes: Family = {
  'kubectl oc': kubectl,
  helm,
  'kubectx kubens': does('-c,--current -u,--unset -d= -h', (use) => (use.operands.length === 0 && !use.has('--unset', '-d') ? [] : service('kubernetes', 'switch', 'change'))),
  'k9s stern kubetail': does('*', (use) => asks(use.program)),
  kustomize: {
    subcommands: {
      build: renders,
      'version help': { options: '*' },
      cfg: { subcommands: { 'cat count grep tree': { options: '*', operands: 'read*' } } },
      edit: does('*', () => writes(plainWord('kustomization.yaml'), { how: 'edit' })),
    },
  },
}; // prettier-ignore

const options = '-n,--namespace= --context= --kubeconfig=load -l,--selector= -f,--file=read -e,--environment=';
const given: ByVerb = {
  destroys: /^(?:app terminate-op|down|rollouts? abort|x uninstall|backup delete|workflow stop)(?:$|\s)/,
  harmless: /^(?:login|logout|context|repo rm|cache)(?:$|\s)/,
};

/** Programs that make, change and take down clusters and what runs in them. */
export const clusters: Family = {
  'argocd argo flux istioctl linkerd cilium velero tilt okteto werf kapp kubevela vela kpt timoni operator-sdk rancher longhornctl':
    byVerb('kubernetes', options, given),
  // Their configuration names commands that run while it is read.
  'helmfile skaffold garden devspace': byVerb('kubernetes', options, {
    ...given,
    more: () => runsProject('runs what the configuration of the project names'),
  }),
  'eksctl kops kubeadm clusterctl rosa talosctl k0s k0sctl rke rke2 gardenctl tkn k3sup virtctl': byVerb(
    'kubernetes',
    '-f,--config-file=read --kubeconfig=load --name= --region= --profile=',
    { destroys: /^reset(?:$|\s)/ },
  ),
  'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh': byVerb('kubernetes', '', { destroys: /./ }),
};
