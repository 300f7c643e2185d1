import { sqlOnlyReads } from '../../programs/sql';
import { reads, risky, unknown, type Judgement } from '../judgement';
import { judged, read, stop, verbs, type Rule, type Table } from '../rule';
import type { ShellWord } from '../../shell/invocation';

/*
 * The command lines of cloud providers have thousands of subcommands and one habit: the verb says what is done. A verb
 * that is not known to read is never approved, and neither is a path with a changing verb in it.
 */

/** Values that are passwords or keys, though the verb only reads. */
const handsOutSecrets =
  /^(?:get-secret-value|batch-get-secret-value|get-session-token|get-federation-token|get-role-credentials|get-credentials-for-identity|get-credentials|get-cluster-credentials|get-access-token|print-access-token|get-password-data|get-login-password|get-authorization-token|get-random-password|get-token|get-dedicated-token|list-keys|list-connection-strings|list-credentials|list-admin-key|list-query-key|list-publishing-credentials|list-publishing-profiles|generate-sas|list-account-sas|list-service-sas)$/;

const awsReads =
  /^(?:describe|list|get|head|batch-get|batch-describe|batch-check|transact-get|search|lookup|scan|query|filter|select|estimate|preview|validate|verify|detect|simulate|check|test-metric-filter|count|is|discover|view|admin-(?:get|list)|generate-(?:embed-url|service-last)|download-db-log-file|receive-message|stop-query|wait$|help$|tail$)(?:-|$)/;

function athena(words: readonly ShellWord[]): Judgement {
  const at = words.findIndex(({ text }) => /^--query-string(?:=|$)/.test(text));
  const inline = words[at]?.text.slice('--query-string='.length);
  const query = inline !== undefined && inline !== '' ? inline : words[at + 1]?.value;
  return at >= 0 && query !== undefined && sqlOnlyReads(query) ? reads : risky('the query is not one that only reads');
}

const awsValues: ReadonlySet<string> = new Set([
  '--profile',
  '--region',
  '--output',
  '--query',
  '--color',
  '--ca-bundle',
  '--cli-read-timeout',
  '--cli-connect-timeout',
  '--cli-binary-format',
]);
const awsSwitches: ReadonlySet<string> = new Set([
  '--no-cli-pager',
  '--no-paginate',
  '--debug',
  '--no-sign-request',
  '--no-verify-ssl',
  '--version',
  '--cli-auto-prompt',
  '--no-cli-auto-prompt',
]);

/** Where the words after the leading options begin. */
function front(words: readonly ShellWord[], values: ReadonlySet<string>): number | Judgement {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word?.text.startsWith('-')) break;
    if (word.value === undefined) return unknown('options that are not known');
    const equals = word.text.indexOf('=');
    const name = equals < 0 ? word.text : word.text.slice(0, equals);
    if (/^(?:--help|-h|--version)$/.test(name)) return reads;
    if (values.has(name)) at += equals < 0 ? 1 : 0;
    else if (
      !awsSwitches.has(name) &&
      !/^--(?:verbose|debug|quiet|no-user-output-enabled|only-show-errors)$/.test(name)
    )
      return unknown(`${name} is not known here`);
  }
  return at;
}

/** Verbs that change something, in whatever path they stand. */
const changing =
  /^(?:create|delete|update|set|add|remove|start|stop|restart|deallocate|reset|purge|recover|restore|attach|detach|apply|deploy|upload|copy|move|import|export|run|invoke|execute|exec|ssh|scp|connect|login|logout|clear|revoke|grant|assign|register|unregister|enable|disable|resize|scale|upgrade|patch|rotate|renew|regenerate|regenerate-keys|cancel|abort|approve|reject|publish|write|send|undelete|destroy|drain|failover|swap|sync|init|submit|promote|rollback|activate|deactivate|lock|unlock|encrypt|decrypt|sign|wait|up|generalize|build|push|pull|replace|reimage|redeploy|convert|capture|migrate|switch|unset|config-set|access|set-iam-policy|get-credentials)(?:-|$)/;

const azReads =
  /^(?:list|show|get|exists|check|query|find|help|version|summarize|tail|logs|url|validate|what-if|preview|test-connection|search|lookup|browse-catalog|get-instance-view)(?:-|$)/;

/** Groups whose name looks like a verb. */
const nounsOfAz: ReadonlySet<string> = new Set([
  'lock',
  'run',
  'runs',
  'build',
  'restore-point',
  'failover-group',
  'connection-string',
  'lock-list',
  'export-list',
  'import-list',
  'deploy-list',
  'image',
  'sync-group',
  'set-list',
]);

const gcloudReads =
  /^(?:list|describe|read|get|get-iam-policy|list-tags|list-grantable-roles|get-value|list-enabled|list-instances|get-health|get-status|get-server-config|get-ancestors|get-effective-firewalls|get-serial-port-output|get-nat-mapping-info|list-testable-permissions|list-ip-owners|list-versions|search|tail|lookup|ls|cat|du|validate|diagnose-routes|check-upgrade|info|version|help|topic|cheat-sheet)$/;

/** Groups are plural nouns, or one of these. */
function looksLikeGroup(name: string): boolean {
  return /s$|^(?:run|docker|web|tcp|iam|sql|dns|iap|kms|storage|compute|container|logging|monitoring|pubsub|app|ml|ai|api-gateway|config|spanner|bigtable|firestore|dataflow|dataproc|composer|redis|asset|organization|policy|shared-vpc|os-login|project-info|network-security|certificate-manager|artifacts|recommender|service-directory|resource-manager|essential-contacts|access-context-manager|source|vpc-access|workspace|database|backup|beta|alpha|ssl|url|target|health|scc|deploy|functions|tables|edge-cache|data-catalog|http|https|managed-zone|policy-tag|node-pool|user)$/.test(
    name,
  );
}

export function cloud(): Table {
  const aws: Rule = judged((words) => {
    const at = front(words, awsValues);
    if (typeof at !== 'number') return at;
    const path = words.slice(at);
    const [service, operation, ...rest] = path;
    if (service === undefined || path.some(({ text }) => text === 'help' || text === '--help')) return reads;
    if (service.value === undefined || operation?.value === undefined) return unknown('the operation is not known');
    const name = operation.value;
    const texts = rest.map(({ text }) => text);
    if (service.value === 's3') return name === 'ls' ? reads : risky(`aws s3 ${name} copies, publishes or deletes`);
    if (service.value === 'configure') {
      return name === 'list' ||
        name === 'list-profiles' ||
        (name === 'get' && !/secret|token|key/i.test(texts.join(' ')))
        ? reads
        : risky('handles the credentials of this machine');
    }
    if (service.value === 'sts' && name !== 'get-caller-identity' && name !== 'decode-authorization-message')
      return risky('hands out credentials');
    if (handsOutSecrets.test(name) || texts.includes('--with-decryption')) return risky('prints a secret');
    if (rest.some((word) => word.value === undefined && word.parts[0]?.kind === 'unknown'))
      return unknown('options that are not known');
    if (service.value === 's3api' && (name === 'get-object' || name === 'get-object-torrent'))
      return unknown('writes a file');
    if (name === 'start-query-execution') return athena(rest);
    return awsReads.test(name) ? reads : risky(`aws ${service.value} ${name} changes something`);
  });

  /** `az group subgroup verb --options`: nothing but the path stands in front of the options. */
  const az: Rule = judged((words) => {
    const at = front(words, new Set(['--subscription', '--output', '-o', '--query']));
    if (typeof at !== 'number') return at;
    const rest = words.slice(at);
    if (rest.some(({ text }) => text === '--help' || text === '-h')) return reads;
    const end = rest.findIndex(({ text }) => text.startsWith('-'));
    const path = end < 0 ? rest : rest.slice(0, end);
    if (path.some(({ value }) => value === undefined)) return unknown('the command is not known');
    const names = path.map(({ text }) => text);
    if (names[0] === 'find' || names[0] === 'version' || names[0] === 'help') return reads;
    const verb = names.at(-1) ?? '';
    const bad = names.find((name) => changing.test(name) && !nounsOfAz.has(name));
    if (bad !== undefined) return risky(`az … ${bad} changes something`);
    if (
      handsOutSecrets.test(verb) ||
      (names[0] === 'keyvault' && names[1] === 'secret' && verb === 'show') ||
      names.at(-2) === 'keys'
    )
      return risky('prints a secret');
    if (
      rest.some(({ text }) => /^(?:--file|-f|--destination|-d|--dest)(?:=|$)/.test(text)) &&
      verb.includes('download')
    )
      return unknown('writes files');
    return azReads.test(verb) ? reads : unknown(`az … ${verb} is not known to read`);
  });

  /** `gcloud [track] group… verb [names] --options`: the first word that is a verb decides. */
  const gcloud: Rule = judged((words) => {
    const values = new Set([
      '--project',
      '--account',
      '--format',
      '--region',
      '--zone',
      '--verbosity',
      '--filter',
      '--billing-project',
      '--location',
    ]);
    const at = front(words, values);
    if (typeof at !== 'number') return at;
    const rest = words.slice(at);
    if (rest.some(({ text }) => text === '--help' || text === '-h')) return reads;
    if (
      rest.some(({ text }) =>
        /^--(?:flags-file|impersonate-service-account|access-token-file|output-file|destination|log-http|credential-file-override)(?:=|$)/.test(
          text,
        ),
      )
    )
      return risky('reads or writes other files, or acts as somebody else');
    for (const [index, word] of rest.entries()) {
      if (word.value === undefined || word.text.startsWith('-')) break;
      const name = word.text;
      if (handsOutSecrets.test(name) || name.startsWith('print-') || (name === 'access' && rest[0]?.text === 'secrets'))
        return risky('prints a secret');
      if (gcloudReads.test(name) && (index > 0 || /^(?:info|version|help|topic|cheat-sheet)$/.test(name))) return reads;
      const group = name === 'run' || name === 'deploy';
      if (
        changing.test(name) &&
        !(group && rest.slice(0, index).every(({ text }) => /^(?:alpha|beta|preview)$/.test(text)))
      )
        return risky(`gcloud … ${name} changes something`);
      if (index > 0 && !looksLikeGroup(name)) return unknown(`gcloud … ${name} is not known to read`);
    }
    return unknown('no verb that is known to read');
  });

  return {
    aws,
    az,
    gcloud,
    'gsutil bq': verbs({ 'ls stat du version show head': read() }, { other: stop('copies, publishes or deletes') }),
  };
}
