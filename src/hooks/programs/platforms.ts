import { byVerb } from './parts/by-verb';
import { reveals, runsProject, type Actions } from './effect';
import type { Family } from './program';

/*
 * Platforms, queues, content stores and schedulers, whose verbs say what they do. Only commands that destroy something
 * without a destructive verb are listed here.
 */

/** Settings of an application, which may include keys. */
const showsConfig = (words: readonly { readonly text: string }[]): Actions =>
  (words.some(
    ({ text }, at) =>
      /^(?:config|config:get|env|env:list|env:get|functions:config:get|api-keys|variables)$/.test(text) &&
      !/^(?:set|unset|add|rm)$/.test(words[at + 1]?.text ?? ''),
  ) ||
    words.some(
      ({ text }) =>
        /^auth:token$|^--show-secrets$/.test(text) ||
        (/^auth$/.test(text) && words.some((word) => word.text === 'token')),
    )) &&
  reveals('what an application is told');

/** Commands that destroy something without the word `delete`. */
const losses = new RegExp(
  '^(?:' +
    [
      'down|reset|unset|database:remove|firestore:delete|hosting:disable|d1 time-travel restore|env:unset',
      'env unset|kv bulk delete|db (?:reset|drop|clean|wipe)|site empty|sql[:-](?:drop|sanitize)|metadata clear',
      'migrate rollback|reset_cluster|force_reset|forget_cluster_node|(?:purge|delete|clear)_\\w+',
      'workflow (?:terminate|reset)|kill-controller|destroy-(?:model|controller|unit|storage)',
      'remove-(?:application|unit|machine|storage)|tasks clear|dags? delete|control purge|amqp queue\\.purge|gc',
      'ps:destroy|flags archive|features archive|gateway reset|clean eventdata|context remove-secret',
    ].join('|') +
    ')(?:$|\\s)',
);

/** Login data and caches of this machine. */
const harmless =
  /^(?:cache|login|logout|unlink|remote (?:rm|remove)|context (?:rm|remove|delete)|config (?:delete|remove|unset|rm)|profile (?:rm|delete)|auth)(?:$|\s)/;

const platformOptions =
  '-t,--token= -T= -S,--scope= -A= --cwd= -c,--config=read --context= --project= -P= -p= --profile= --access-token=';
const platformPublishes = /^(?:eas (?:submit|update)|upload|submit)(?:$|\s)/;

const platform = byVerb('cloud platform', platformOptions, {
  destroys: losses,
  publishes: platformPublishes,
  harmless,
  more: showsConfig,
});

/** Its command line is an application of the project, or imports one to answer. */
const imports = (words: readonly { readonly text: string }[]): Actions => [
  showsConfig(words),
  words.some(({ text }) => /^(?:connections|variables)$/.test(text)) && reveals('what an application is told'),
  runsProject('runs code of the project'),
];

/** Command lines of platforms. */
export const platforms: Family = {
  'serverless sls sst zappa chalice convex sanity strapi directus wp drush celery prefect airflow dagster': byVerb(
    'cloud platform',
    platformOptions,
    { destroys: losses, publishes: platformPublishes, harmless, more: imports },
  ),
  // Hosting and functions.
  'azd vercel now netlify ntl firebase wrangler railway render koyeb northflank surge deployctl amplify sam eb apex claudia balena dokku caprover kamal nhost appwrite':
    platform,
  // Clouds.
  'doctl linode-cli linode hcloud scw civo vultr-cli vultr upctl exo oci ibmcloud bx aliyun tccli ovhcloud cf juju maas lxd multipass':
    platform,
  // Databases and stores of content.
  'supabase pscale planetscale turso neonctl neon mongocli contentful hasura meilisearch algolia shopify': platform,
  // Queues, schedulers and pipelines.
  'ccloud confluent rpk rabbitmqctl rabbitmqadmin nats pulsar-admin temporal tctl databricks snow': platform,
  // Models, data and mobile apps.
  'wandb mlflow huggingface-cli hf dvc eas appcenter': platform,
  // Accounts, monitoring and other services.
  'stripe twilio sf sfdx okta sentry-cli datadog-ci newrelic ldcli unleash tailscale splunk grafana-cli': platform,
  'circleci deck': byVerb('cloud platform', '', { destroys: losses }),
  // Backups: a forgotten snapshot cannot be restored.
  'restic rustic borg borgmatic kopia duplicity': byVerb(
    'object storage',
    '-r,--repo= --repo= -p= --password-file=use',
    {
      destroys: /^(?:forget|prune|compact|remove-all-but-n-full|remove-older-than|snapshot delete)(?:$|\s)/,
      harmless: /^cache(?:$|\s)/,
    },
  ),
  // An option deletes: `--delete`.
  'kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-delete-records kafka-delete-records.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh':
    byVerb('cloud platform'),
  'fly flyctl': byVerb('fly', '-a,--app= -c,--config= -o,--org= -t,--access-token=', {
    destroys: /^(?:postgres detach|secrets unset|ips release|tokens revoke)(?:$|\s)/,
    harmless: /^auth /,
    more: showsConfig,
  }),
  heroku: byVerb('heroku', '-a,--app= -r,--remote=', {
    destroys:
      /^(?:pg:(?:reset|copy|restore|killall|push)|redis:reset|pg:backups:restore|addons:detach|config:unset|domains:clear|keys:clear)(?:$|\s)/,
    more: showsConfig,
  }),
  etcdctl: byVerb('etcd', '--endpoints= --cacert=read --cert=read --key=read --user= --password=', {
    destroys: /^(?:lease revoke|snapshot restore|compaction)(?:$|\s)/,
  }),
};
