import { wordSet } from '../project/text';
import type { ShellWord } from '../shell/invocation';
import { dropStart, joined, plainWord, unknownWord } from '../shell/reader/words';
import { inside, remoteName } from './parts/address';
import { acts, changesOrDestroys, isDestroying, pathIn, isDryRun } from './parts/by-verb';
import type { Actions } from './effect';
import { deletes, fetches, reads, reveals, runs, sends, service, unclear, writes } from './effect';
import { does, type Definition, type Family, type Use } from './program';
import { sqlActions, sqlDestroys, sqlOnlyReads } from './parts/sql';

/** Values that are passwords or keys, though the verb only reads. */
const handsOutSecrets =
  /^(?:get-secret-value|batch-get-secret-value|get-session-token|get-federation-token|get-role-credentials|get-credentials-for-identity|get-credentials|get-cluster-credentials|get-access-token|print-access-token|get-password-data|get-login-password|get-authorization-token|get-random-password|get-token|get-dedicated-token|list-keys|list-connection-strings|list-credentials|list-admin-key|list-query-key|list-publishing-credentials|list-publishing-profiles|generate-sas|list-account-sas|list-service-sas|describe-instance-attribute|describe-task-definition|describe-user-pool-client|get-relational-database-master-user-password|list-api-keys|list-functions|describe-configuration-settings|describe-job-definitions|batch-get-projects|get-connections?|show-connection-string|get-shared-keys|get-function|get-function-configuration|generate-db-auth-token|generate-auth-token|create-access-key|create-for-rbac|create-login-profile|create-token|generate-user-token|generate-access-token)$|^print-(?:access|identity|refresh)-token$/;

const awsReads =
  /^(?:describe|list|get|head|batch-get|batch-describe|batch-check|transact-get|search|lookup|scan|query|filter|select|estimate|preview|validate|verify|detect|simulate|check|test-metric-filter|count|is|discover|view|admin-(?:get|list)|generate-(?:embed-url|service-last)|download-db-log-file|wait$|help$|tail$)(?:-|$)/;

const front =
  '--verbose --debug --quiet --no-user-output-enabled --only-show-errors --profile= --region= --output= -o= --query= --color= --ca-bundle=use --cli-read-timeout= --cli-connect-timeout= ' +
  '--cli-binary-format= --no-cli-pager --no-paginate --no-sign-request --no-verify-ssl --cli-auto-prompt --no-cli-auto-prompt --version -h --endpoint-url=fetch --subscription= ' +
  '--project= --account= --format= --zone= --verbosity= --filter= --billing-project= --location= --configuration=';

/** The value of an option among words that no grammar lists. */
function optionIn(words: readonly ShellWord[], ...names: readonly string[]): ShellWord | undefined {
  for (const [at, word] of words.entries()) {
    const equals = word.text.indexOf('=');
    if (names.includes(word.text)) return words[at + 1];
    if (equals > 0 && names.includes(word.text.slice(0, equals))) return dropStart(word, equals + 1);
  }
  return undefined;
}

const asksHelp = (words: readonly ShellWord[]): boolean =>
  words.some(({ text }) => text === '--help' || text === 'help' || text === '-h');
const isOpen = (words: readonly ShellWord[]): boolean =>
  words.some(
    ({ value, parts: [first] }) =>
      value === undefined && first?.kind === 'unknown' && first.stream?.kind !== 'inherited',
  );

/** The request sends the files that `file://x` and `fileb://x` name. */
const attached = (words: readonly ShellWord[], asks: boolean): Actions =>
  words.map((word) => {
    const start = /^(?:--[\w-]+=)?(?:[\w=,{"']*=)?fileb?:\/\//.exec(word.text)?.[0];
    const file = start === undefined ? undefined : dropStart(word, start.length);
    return file && [reads(file), !asks && sends(undefined, { what: [file] })];
  });

const isBucket = ({ text }: ShellWord): boolean => /^(?:s3|gs|oss|cos):\/\//.test(text);

/** `cp`, `mv` and `sync` between buckets and this machine. */
function copied(verb: string, words: readonly ShellWord[], system: string): Actions {
  const operands = words.filter(({ text }) => text === '-' || !text.startsWith('-'));
  const to = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (to === undefined || sources.length === 0) return unclear('what it copies is not known');
  const clears = words.some(
    ({ text }) => text === '--delete' || text === '-d' || text === '--delete-unmatched-destination-objects',
  );
  const tree = verb === 'sync' || verb === 'rsync' || words.some(({ text }) => /^(?:--recursive|-r|-R)$/.test(text));
  const losing = verb === 'mv' && sources.some(isBucket);
  const access = losing || (clears && isBucket(to)) ? 'destroy' : 'change';
  if (isDryRun(words) || words.some(({ text }) => text === '-n')) {
    return [service(system, verb, 'read'), unclear('asks the bucket')];
  }
  const target =
    to.text.endsWith('/') || to.text === '.'
      ? sources.map((from) => inside(to, remoteName(from) ?? unknownWord(from.text, 'input')))
      : [to];
  return [
    sources.map((from) => (isBucket(from) ? fetches(from) : reads(from, tree))),
    service(system, verb, isBucket(to) || losing ? access : 'read'),
    isBucket(to)
      ? sends(to, { what: sources.filter((from) => !isBucket(from)) })
      : to.text !== '-' &&
        target.map((path) => writes(path, { tree, ...(sources.some(isBucket) ? {} : { from: sources }) })),
    clears && !isBucket(to) && deletes(to, { recursive: true, force: true, contents: true }),
    verb === 'mv' && sources.filter((from) => !isBucket(from)).map((from) => deletes(from, { recursive: tree })),
  ];
}

function awsActions(words: readonly ShellWord[]): Actions {
  const [group, operation, ...rest] = words;
  if (group === undefined || asksHelp(words)) return [];
  if (group.value === undefined || operation?.value === undefined) return unclear('the operation is not known');
  const name = operation.value;
  const asked = `${group.value} ${name}`;
  const other = optionIn(rest, '--endpoint-url', '--ca-bundle');
  const around = [other && fetches(other), attached(rest, awsReads.test(name))];
  if (group.value === 's3') return [around, s3(name, rest)];
  if (group.value === 'configure') return configure(name, rest);
  if (group.value === 'sts' && name !== 'get-caller-identity' && name !== 'decode-authorization-message') {
    return reveals('credentials of an account');
  }
  const shows =
    handsOutSecrets.test(name) &&
    !showsPlainFields(rest) &&
    (name !== 'get-password-data' || optionIn(rest, '--priv-launch-key') !== undefined);
  if (shows || rest.some(({ text }) => /^--(?:with-decryption|include-values?)$/.test(text))) {
    return [around, reveals('a secret of an account')];
  }
  if (isOpen(rest)) return [around, unclear('options that are not known')];
  if (group.value === 's3api' && /^get-object(?:-torrent)?$/.test(name)) {
    const file = rest.findLast(({ text }, at) => !text.startsWith('-') && !/^--[\w-]+$/.test(rest[at - 1]?.text ?? ''));
    return [around, service('aws', asked, 'read'), fetches(), writes(file ?? unknownWord('the object', 'input'))];
  }
  const query = optionIn(rest, '--query-string', '--sql', '--sqls', '--statement', '--query-statement')?.value;
  if (query !== undefined && sqlDestroys(query)) return [around, service('aws', asked, 'destroy')];
  if (name === 'start-query-execution') {
    return service('aws', asked, query !== undefined && sqlOnlyReads(query) ? 'read' : 'change');
  }
  const lost =
    rest.some(({ text }) => awsLosing.test(text)) ||
    optionIn(rest, '--desired-count', '--desired-capacity')?.value === '0' ||
    (name === 'change-resource-record-sets' && rest.some(({ text }) => /"?Action"?\s*[:=]\s*"?DELETE/.test(text)));
  const access = awsReads.test(name) ? 'read' : lost || awsDestroys.test(name) ? 'destroy' : changesOrDestroys(name);
  return [around, acts('aws', asked, access, rest), sentCommand(name, rest)];
}

/** `--query 'Functions[].[FunctionName,Runtime]'`: only names, states and sizes are printed. */
function showsPlainFields(rest: readonly ShellWord[]): boolean {
  const query = optionIn(rest, '--query')?.value ?? '';
  const fields = /^(?:\w+(?:\[[\w*:]*\])?\.)+(?:\[(\w+(?:, ?\w+)*)\]|\{(\w+: ?\w+(?:, ?\w+: ?\w+)*)\}|(\w+))$/.exec(
    query,
  );
  const names = (fields?.[1] ?? fields?.[2] ?? fields?.[3])?.split(',') ?? [];
  return (
    names.length > 0 &&
    names.every((name) =>
      /(?:Name|Arn|ARN|Id|Runtime|Handler|LastModified|State|Status|Version|Timeout|Size|Count|Date|Region|Revision|Cpu|Memory)$/.test(
        name.trim(),
      ),
    )
  );
}

/** AWS verbs that cannot be undone although their names sound harmless. */
const awsDestroys =
  /^(?:release-(?:address|hosts)|close-account|leave-organization|remove-account-from-organization|schedule-key-deletion|reset-(?:cluster|service|image|instance|snapshot)|retire-grant|purge-queue|discard-\w+)(?:-|$)/;
const awsLosing =
  /^--(?:force-delete-without-recovery|skip-final-snapshot|delete-automated-backups|force-delete|force-deletion)$/;

/** `ssm send-command --parameters 'commands=["…"]'`, `ecs execute-command --command '…'`: a shell on a machine there. */
function sentCommand(name: string, rest: readonly ShellWord[]): Actions {
  const given =
    name === 'execute-command'
      ? optionIn(rest, '--command')?.value
      : name === 'send-command'
        ? optionIn(rest, '--parameters')
            ?.value?.replace(/^.*?commands"?\s*[=:]\s*\[?["']?/i, '')
            .replace(/["']?\s*\]?\s*\}?$/, '')
        : undefined;
  return (
    given !== undefined &&
    runs({
      form: 'shell',
      text: plainWord(given.replace(/["']\s*,\s*["']/g, '; ')),
      elsewhere: true,
      directory: null,
      via: 'aws',
    })
  );
}

function s3(name: string, rest: readonly ShellWord[]): Actions {
  switch (name) {
    case 'ls':
      return service('aws', 's3 ls', 'read');
    case 'cp':
    case 'mv':
    case 'sync':
      return rest.some(({ text }) => text === '--dryrun')
        ? [service('aws', `s3 ${name}`, 'read'), unclear('asks the bucket')]
        : copied(name, rest, 'aws');
    case 'presign':
      return reveals('an address that gives access');
    default:
      return acts('aws', `s3 ${name}`, changesOrDestroys(name), rest);
  }
}

function configure(name: string, rest: readonly ShellWord[]): Actions {
  if (name === 'list' || name === 'list-profiles') return [];
  if (name === 'get') {
    return rest.some(({ text }) => /secret|token|key/i.test(text)) && reveals('credentials of an account');
  }
  return name === 'export-credentials'
    ? reveals('credentials of an account')
    : service('aws', `configure ${name}`, 'change');
}

/** Verbs that change something in any path. */
const changing =
  /^(?:create|delete|update|set|add|remove|start|stop|restart|deallocate|reset|purge|recover|restore|attach|detach|apply|deploy|upload|copy|move|import|export|run|invoke|execute|exec|ssh|scp|connect|login|logout|clear|revoke|grant|assign|register|unregister|enable|disable|resize|scale|upgrade|patch|rotate|renew|regenerate|regenerate-keys|cancel|abort|approve|reject|publish|write|send|undelete|destroy|drain|failover|swap|sync|init|submit|promote|rollback|activate|deactivate|lock|unlock|encrypt|decrypt|sign|wait|up|generalize|build|push|pull|replace|reimage|redeploy|convert|capture|migrate|switch|unset|config-set|access|set-iam-policy|get-credentials)(?:-|$)/;

const azReads =
  /^(?:list|show|get|exists|check|query|find|help|version|summarize|tail|logs|url|validate|what-if|preview|test-connection|search|lookup|browse-catalog|get-instance-view)(?:-|$)/;

/** Groups whose names look like verbs. */
const nounsOfAz = wordSet(
  'lock run runs build restore-point failover-group connection-string lock-list export-list import-list deploy-list image sync-group set-list',
);

/** `az group subgroup verb --options`: only the path precedes the options. */
function azActions(words: readonly ShellWord[]): Actions {
  if (asksHelp(words)) return [];
  const path = pathIn(words);
  if (path.some(({ value }) => value === undefined)) return unclear('the command is not known');
  const names = path.map(({ text }) => text);
  if (/^(?:find|version|help)$/.test(names[0] ?? '')) return [];
  const verb = names.at(-1) ?? '';
  if (names[0] === 'rest') return restCall(words);
  const bad = names.find((name) => changing.test(name) && !nounsOfAz.has(name));
  if (bad !== undefined && !handsOutSecrets.test(verb)) {
    const complete = words.some(
      ({ text }, at) =>
        /^--mode=Complete$/i.test(text) || (text === '--mode' && /^Complete$/i.test(words[at + 1]?.text ?? '')),
    );
    const access = complete || names.some((name) => isDestroying(name) && !nounsOfAz.has(name)) ? 'destroy' : 'change';
    const script = optionIn(words, '--scripts', '--command');
    const there =
      script?.value !== undefined &&
      /run|exec|invoke/.test(names.join(' ')) &&
      runs({ form: 'shell', text: script, elsewhere: true, directory: null, via: 'az' });
    return [acts('azure', names.join(' '), access, words), there, attachedToAz(words)];
  }
  const secret =
    handsOutSecrets.test(verb) ||
    (names.includes('secret') && names[0] === 'keyvault' && /^(?:show|download)$/.test(verb));
  if (
    secret ||
    /^(?:keys|credential|appsettings|connection-string)$/.test(names.at(-2) ?? '') ||
    /^(?:signalr|webpubsub) key |^(?:containerapp secret show|staticwebapp secrets) ?/.test(names.join(' ')) ||
    words.some(({ text }) => text === '--show-values')
  ) {
    return reveals('a secret of an account');
  }
  if (verb.includes('download')) {
    return [
      fetches(),
      writes(
        optionIn(words, '--file', '-f', '--destination', '-d', '--dest') ??
          unknownWord('the files of the download', 'input'),
      ),
    ];
  }
  return azReads.test(verb) ? service('azure', names.join(' '), 'read') : unclear(`az … ${verb} is not known to read`);
}

const attachedToAz = (words: readonly ShellWord[]): Actions => {
  const uploads = words.some(({ text }) => text.startsWith('upload'));
  const file = uploads ? optionIn(words, '--file', '-f', '--source', '-s') : undefined;
  return [file && [reads(file), sends(undefined, { what: [file] })], atFiles(words)];
};

const atFiles = (words: readonly ShellWord[]): Actions =>
  words.map(
    (word) =>
      word.text.startsWith('@') && [reads(dropStart(word, 1)), sends(undefined, { what: [dropStart(word, 1)] })],
  );

function restCall(words: readonly ShellWord[]): Actions {
  const method = optionIn(words, '--method', '-m')?.text.toUpperCase() ?? 'GET';
  const url = optionIn(words, '--url', '--uri', '-u');
  const body = optionIn(words, '--body', '-b');
  return [
    fetches(url),
    body && sends(url, { what: [body] }),
    service('azure', `rest ${method}`, method === 'GET' ? 'read' : method === 'DELETE' ? 'destroy' : 'change'),
  ];
}

const gcloudReads =
  /^(?:list|describe|read|get|get-iam-policy|list-tags|list-grantable-roles|get-value|list-enabled|list-instances|get-health|get-status|get-server-config|get-ancestors|get-effective-firewalls|get-serial-port-output|get-nat-mapping-info|list-testable-permissions|list-ip-owners|list-versions|search|tail|lookup|ls|cat|du|validate|diagnose-routes|check-upgrade|info|version|help|topic|cheat-sheet)$/;

/** Groups are plural nouns, or one of these. */
const looksLikeGroup =
  /s$|^(?:run|docker|web|tcp|iam|sql|dns|iap|kms|storage|compute|container|logging|monitoring|pubsub|app|ml|ai|api-gateway|config|spanner|bigtable|firestore|dataflow|dataproc|composer|redis|asset|organization|policy|shared-vpc|os-login|project-info|network-security|certificate-manager|artifacts|recommender|service-directory|resource-manager|essential-contacts|access-context-manager|source|vpc-access|workspace|database|backup|beta|alpha|ssl|url|target|health|scc|deploy|functions|tables|edge-cache|data-catalog|http|https|managed-zone|policy-tag|node-pool|user)$/;

const riskyOfGcloud = (
  '--flags-file --impersonate-service-account --access-token-file ' +
  '--output-file --destination --log-http --credential-file-override'
).split(' ');

/** `gcloud [track] group… verb [names] --options`: the first word that is a verb decides. */
function gcloudActions(words: readonly ShellWord[]): Actions {
  if (asksHelp(words)) return [];
  if (words.some(({ text }) => riskyOfGcloud.some((name) => text === name || text.startsWith(`${name}=`)))) {
    return [
      unclear('reads or writes other files, or acts as another account'),
      service('gcloud', 'other account', 'change'),
    ];
  }
  const path = pathIn(words);
  if (path.some(({ text }) => handsOutSecrets.test(text))) return reveals('a secret of an account');
  for (const [index, word] of path.entries()) {
    if (word.value === undefined) break;
    const name = word.text;
    const asked = path
      .slice(0, index + 1)
      .map(({ text }) => text)
      .join(' ');
    if (name.startsWith('print-') || (name === 'access' && path[0]?.text === 'secrets')) {
      return reveals('a secret of an account');
    }
    if (gcloudReads.test(name) && (index > 0 || /^(?:info|version|help|topic|cheat-sheet)$/.test(name))) {
      return service('gcloud', asked, 'read');
    }
    if (index > 0 && name === 'cp' && path[0]?.text === 'storage') {
      return copied('cp', words.slice(index + 1), 'gcloud');
    }
    const group = name === 'run' || name === 'deploy';
    const leads = path.slice(0, index).every(({ text }) => /^(?:alpha|beta|preview)$/.test(text));
    const sql = optionIn(words, '--sql')?.value;
    if (isDestroying(name) || (sql !== undefined && sqlDestroys(sql))) return acts('gcloud', asked, 'destroy', words);
    if (changing.test(name) && !(group && leads)) return [service('gcloud', asked, 'change'), sshThere(name, words)];
    if (index > 0 && !looksLikeGroup.test(name)) return service('gcloud', asked, 'change');
  }
  return unclear('no verb that is known to read');
}

/** `gcloud compute ssh vm --command '…'`, `… vm -- command`. */
function sshThere(name: string, words: readonly ShellWord[]): Actions {
  if (name !== 'ssh') return [];
  const dashes = words.findIndex(({ text }) => text === '--');
  const rest = dashes < 0 ? [] : words.slice(dashes + 1);
  const command = optionIn(words, '--command') ?? (rest.length === 0 ? undefined : joined(rest));
  return command && runs({ form: 'shell', text: command, elsewhere: true, directory: null, via: 'gcloud' });
}

/** A provider's whole command line: options, then a path of words. */
const provider = (actions: (words: readonly ShellWord[]) => Actions, prints: (use: Use) => boolean): Definition => ({
  // prettier-ignore
  options: front,
  style: 'strict',
  inert: '--version -h',
  effects: (use) => actions(use.operands),
  prints: (use) => (prints(use) ? 'fetched' : 'filtered'),
});

const toStandardOutput = ({ operands }: Use): boolean =>
  operands.some(({ text }) => /^(?:cp|cat)$/.test(text)) && operands.some(({ text }) => text === '-' || text === 'cat');

const lifecycles = /^(?:ilm|lifecycle|admin|replicate|event|user|policy|group|osd|fs|pool|snap|mirror)$/;

/** Buckets of any provider: `s3cmd del --recursive s3://x`. */
const buckets: Definition = {
  options: '*',
  style: 'strict',
  effects(use) {
    const words = use.words;
    const [verb, ...rest] = words.filter(({ text }) => !text.startsWith('-'));
    if (verb === undefined) return unclear('it is not told what to do');
    const name = verb.text;
    const local = rest.length > 1 && /^[./~]/.test(rest.at(-1)?.text ?? '');
    const clears = words.some(({ text }) =>
      /^--(?:delete|delete-removed|remove|delete-destination(?:=(?!false).*)?|remove-source)$/.test(text),
    );
    const losing = /^(?:mv|move)$/.test(name) && rest.some(isRemotePath);
    const inGroup = lifecycles.test(name) && rest.slice(0, 2).some(({ text }) => isDestroying(text));
    if (
      isDestroying(name) ||
      losing ||
      inGroup ||
      (clears && !local) ||
      /^(?:dellifecycle|delpolicy|delcors|expire|undo)$/.test(name)
    ) {
      const dry = isDryRun(words) || words.some(({ text }) => text === '-n');
      return dry
        ? [service('object storage', name, 'read'), unclear('asks what would change')]
        : service('object storage', name, 'destroy');
    }
    const asks =
      /^(?:ls|la|du|info|stat|cat|head|tree|find|diff|ping|version|list|list-buckets|get-bucket|df|status)$/.test(name);
    if (asks && !words.some(({ text }) => /^--(?:exec|watch)/.test(text))) {
      return [service('object storage', name, 'read'), unclear('asks the bucket')];
    }
    const uploads = /^(?:put|cp|copy|sync|mirror|upload|upload-file|upload_file|fput)$/.test(name);
    const leaving = uploads ? rest.filter(({ text }) => !/^\w+:\/\//.test(text)) : [];
    return [service('object storage', name, 'change'), leaving.length !== 0 && sends(rest.at(-1), { what: leaving })];
  },
};

const isRemotePath = ({ text }: ShellWord): boolean => /^[a-z0-9]+:\/\/|^[\w-]+\/[\w-]+/i.test(text);

/** Command lines of cloud providers. */
export const cloud: Family = {
  // `hdfs dfs -rm -r /data`: the verbs are options.
  'hdfs hadoop': does('**', (use) => {
    const removes = use.says(/^-(?:rmr?|rmdir|expunge)$/);
    return service('object storage', 'hdfs', removes ? 'destroy' : 'change');
  }),
  's3cmd s5cmd s4cmd mc mcli azcopy b2 b2v2 ossutil ossutil64 coscmd coscli obsutil qshell obs s3api rados ceph rbd radosgw-admin lakectl':
    buckets,
  aws: provider(awsActions, toStandardOutput),
  az: provider(azActions, () => false),
  gcloud: provider(gcloudActions, toStandardOutput),
  gsutil: {
    options: '-D -DD -m -q -o=load -h= -i= -u= --testexceptiontraces -v --version',
    style: 'strict',
    effects: ({ operands: [verb, ...rest] }) => {
      const name = verb?.text ?? '';
      if (/^(?:ls|stat|du|version|help|hash)$/.test(name)) return service('gcloud', `storage ${name}`, 'read');
      if (name === 'cat') return [service('gcloud', 'storage cat', 'read'), fetches(rest[0])];
      if (/^(?:cp|mv|rsync)$/.test(name)) return copied(name, rest, 'gcloud');
      const lifecycle = /^(?:lifecycle|versioning|retention)$/.test(name) && rest[0]?.text === 'clear';
      return acts('gcloud', `storage ${name}`, lifecycle ? 'destroy' : changesOrDestroys(name), rest);
    },
    prints: (use) => (use.operands[0]?.text === 'cat' || use.operands.at(-1)?.text === '-' ? 'fetched' : 'filtered'),
  },
  bq: {
    options: '* --project_id= --dataset_id= --format= --location= --bigqueryrc=load --api=fetch',
    style: 'strict',
    effects: ({ operands: [verb, ...rest] }) => {
      const name = verb?.text ?? '';
      if (/^(?:ls|show|head|version|help|info)$/.test(name)) return service('bigquery', name, 'read');
      if (name === 'query' && rest.some(({ text }) => text === '--dry_run')) {
        return service('bigquery', 'query', 'read');
      }
      if (name === 'query') {
        return rest.map((word) =>
          word.text.startsWith('-')
            ? []
            : word.value === undefined
              ? unclear('the statement is not known')
              : sqlActions(word.value, { system: 'bigquery' }),
        );
      }
      return service('bigquery', name, changesOrDestroys(name));
    },
  },
};
