import { hasDigit, isNamedSecret, isRandom, mixesCases } from './values';
import { escapeRegExp } from '../project/text';

/**
 * One way secrets look. Without a group `secret` the whole match is one; with it, `before` and `after` stay. Every
 * pattern starts at something rare and bounds what follows, so a text of any size is read once.
 */
export interface Family {
  readonly name: string | ((whole: string) => string);
  /** In lower case; a text without any of them has nothing of the family. */
  readonly hints?: readonly string[];
  /** A check that is cheaper than the pattern, for families that hints cannot describe. */
  readonly mayBeIn?: (text: string) => boolean;
  /** Made when a text is first looked at: nearly every text has nothing of most families. */
  readonly pattern: () => RegExp;
  readonly judge?: (secret: string, groups: Partial<Record<string, string>>) => boolean;
  /** Only secrets look like this, apart from examples: sure enough to refuse a file that holds one. */
  readonly certain?: true;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Tokens that begin with their issuer's prefix. `least`: how many characters follow the prefix at least. */
const prefixes: readonly (readonly [name: string, least: number, ...prefixes: string[]])[] = [
  ['github-token', 30, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  ['gitlab-token', 18, ...'glpat- gldt- glrt- glcbt- glptt- glsoat- glft- glagent- glimt- glffct- gloas-'.split(' ')],
  ['anthropic-key', 16, 'sk-ant-'],
  ['openai-key', 16, 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v1-'],
  ['stripe-key', 10, 'sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
  ['slack-token', 10, ...'xoxa- xoxb- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-'.split(' ')],
  ['google-key', 30, 'AIza', 'ya29.'],
  ['google-key', 24, 'GOCSPX-'],
  ['npm-token', 30, 'npm_'],
  ['pypi-token', 40, 'pypi-'],
  ['hugging-face-token', 28, 'hf_'],
  ['digitalocean-token', 40, 'dop_v1_', 'doo_v1_', 'dor_v1_'],
  ['shopify-token', 24, 'shpat_', 'shpca_', 'shppa_', 'shpss_'],
  ['vault-token', 20, 'hvs.', 'hvb.', 'hvr.'],
  ['grafana-token', 20, 'glsa_', 'glc_'],
  ['docker-token', 20, 'dckr_pat_', 'dckr_oat_'],
  ['linear-key', 20, 'lin_api_', 'lin_oauth_'],
  ['atlassian-token', 20, 'ATATT3', 'ATCTT3'],
  ['database-token', 20, 'pscale_tkn_', 'pscale_pw_', 'sbp_', 'napi_'],
  ['api-key', 20, 'NRAK-', 'PMAK-', 'figd_', 'ntn_', 'gsk_', 'pplx-', 'xai-', 'r8_', 'nfp_', 'sntrys_', 'sntryu_'],
  ['package-token', 20, 'rubygems_', 'cio', 'oy2', 'doo_'],
  ['age-key', 50, 'AGE-SECRET-KEY-1'],
  ['brevo-key', 40, 'xkeysib-', 'xsmtpsib-'],
  ['doppler-token', 40, 'dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'],
  ['pulumi-token', 40, 'pul-'],
  ['square-token', 22, 'sq0atp-', 'sq0csp-'],
  ['contentful-token', 40, 'CFPAT-'],
  ['langsmith-key', 30, 'lsv2_pt_', 'lsv2_sk_'],
  ['tailscale-key', 24, 'tskey-auth-', 'tskey-api-', 'tskey-client-'],
  ['heroku-key', 40, 'HRKU-'],
  ['buildkite-token', 36, 'bkua_'],
  ['1password-token', 60, 'ops_eyJ'],
  ['sonar-token', 38, 'sqp_', 'squ_', 'sqa_'],
  ['payment-key', 24, 'EZAK', 'FLWSECK-', 'shippo_live_'],
  ['hosting-token', 28, 'vercel_blob_rw_', 'fm2_', 'FlyV1_', 'CCIPAT_', 'rnd_'],
  ['supabase-key', 28, 'sb_secret_'],
  ['model-key', 24, 'tvly-', 'sk-lf-', 'csk-'],
  ['model-key', 36, 'pcsk_', 'nvapi-', 'jina_', 'tgp_v1_', 'e2b_'],
  ['bitbucket-token', 30, 'ATBB'],
  ['artifactory-key', 60, 'AKCp5', 'AKCp8'],
  ['posthog-key', 36, 'phx_', 'phs_'],
  ['api-key', 36, 'tfp_', 'hcaik_', 'rdme_', 'pnu_', 'waka_', 'fio-u-', 'vcp_'],
  ['dynatrace-token', 60, 'dt0c01.', 'dt0s16.'],
];

const starts = once(() => prefixes.flatMap(([, , ...those]) => those));
const shortText = 4_000;

/** All prefixes in one pattern: to check a long text for each of their hints would take longer than everything else. */
const prefixed: Family = {
  name: (whole) => prefixes.find(([, , ...starts]) => starts.some((start) => whole.startsWith(start)))?.[0] ?? 'token',
  pattern: once(
    () =>
      new RegExp(
        `(?<![\\w-])(?:${prefixes
          .map(([, least, ...starts]) => `(?:${starts.map(escapeRegExp).join('|')})[\\w.-]{${least},1024}`)
          .join('|')})`,
        'g',
      ),
  ),
  mayBeIn: (text) => text.length > shortText || starts().some((start) => text.includes(start)),
  // Words joined by dashes or underscores may begin like a token; only tokens have digits, or mix their letters.
  judge: (secret) => hasDigit(secret) || mixesCases(secret),
  certain: true,
};

/** Found by the name before it. The log masks every value with such a name, so it is not one of `families`. */
const awsSecret: Family = {
  name: 'aws-secret-key',
  hints: ['secret'],
  pattern: once(() => /(?<before>secret_?access_?key["'\s:=]{1,8})(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi),
  // Its letters of base64 include the slash, which elsewhere tells of a path.
  judge: (secret) => isRandom(secret.replaceAll('/', 'x')),
};

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Words have neither digits nor letters that take turns. */
const mixesOrCounts = (secret: string): boolean => (hasDigit(secret) && /[A-Za-z]/.test(secret)) || mixesCases(secret);

/** A token that passes by every rule of the database; the one of the local demo is in the documentation. */
function isServiceRole(token: string): boolean {
  const said = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return /"role"\s*:\s*"service_role"/.test(said) && !said.includes('supabase-demo');
}

/** The key of the storage emulator is the same everywhere. */
const emulatorKey = 'Eby8vdM02xNOcqFl';

/** Other forms that only one issuer uses. */
const issued: readonly Family[] = [
  { name: 'azure-key', hints: ['accountkey='], pattern: once(() => /(?<before>AccountKey=)(?<secret>[A-Za-z0-9/+]{86}==)/g), judge: (secret) => !secret.startsWith(emulatorKey) },
  { name: 'discord-token', hints: ['.'], mayBeIn: hasDigit, pattern: once(() => /(?<![\w.-])[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g), judge: hasDigit },
  { name: 'mailchimp-key', hints: ['-us'], pattern: once(() => /\b[0-9a-f]{32}-us\d{1,2}\b/g) },
  { name: 'airtable-token', hints: ['pat'], pattern: once(() => /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g) },
  { name: 'hubspot-token', hints: ['pat-'], pattern: once(() => /\bpat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g) },
  { name: 'twilio-token', hints: ['twilio'], pattern: once(() => /(?<before>auth_?token["'\s:=]{1,8})(?<secret>[0-9a-f]{32})\b/gi) },
  { name: 'address-password', hints: ['://'], pattern: once(() => /(?<before>\b(?:https?|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?):\/\/[^\s:/?#@'"`]{0,128}:)(?<secret>[A-Za-z0-9_-]{16,128})(?=@(?!localhost\b|127\.|host\b|db[:/]))/g), judge: isRandom },
  { name: 'azure-key', hints: ['sharedaccesskey='], pattern: once(() => /(?<before>SharedAccessKey=)(?<secret>[A-Za-z0-9/+]{43}=)/g) },
  { name: 'azure-secret', hints: ['q~'], pattern: once(() => /(?<![\w~.-])[\w.~]{3}\dQ~[\w.~-]{31,34}(?![\w~.-])/g), judge: mixesOrCounts },
  { name: 'aws-bedrock-key', hints: ['absk'], pattern: once(() => /(?<![\w+/])ABSK[A-Za-z0-9+/]{80,200}={0,2}/g) },
  { name: 'mailgun-key', hints: ['-'], mayBeIn: hasDigit, pattern: once(() => /(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/g) },
  { name: 'model-key', hints: ['sk_'], pattern: once(() => /\bsk_[0-9a-f]{48}\b/g) },
  { name: 'model-key', hints: ['fw_', 'fc-'], pattern: once(() => /(?<![\w-])(?:fw_[A-Za-z0-9]{24}|fc-[0-9a-f]{32})(?![\w-])/g), judge: mixesOrCounts },
  { name: 'resend-key', hints: ['re_'], pattern: once(() => /(?<![\w-])re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\w-])/g), judge: mixesOrCounts },
  { name: 'mapbox-token', hints: ['sk.eyj'], pattern: once(() => /(?<![\w.-])sk\.eyJ[\w-]{20,512}\.[\w-]{20,128}/g) },
  { name: 'dropbox-token', hints: ['sl.'], pattern: once(() => /(?<![\w.-])sl\.(?:u\.)?[\w-]{130,2048}/g), judge: mixesOrCounts },
  { name: 'launchdarkly-key', hints: ['sdk-'], pattern: once(() => new RegExp(`(?<![\\w-])sdk-${uuid}(?![\\w-])`, 'g')) },
  { name: 'plaid-token', hints: ['access-'], pattern: once(() => new RegExp(`(?<![\\w-])access-(?:production|development)-${uuid}(?![\\w-])`, 'g')) },
  { name: 'okta-token', hints: ['ssws'], pattern: once(() => /(?<before>\bSSWS\s{1,3})(?<secret>00[\w-]{40})(?![\w-])/g) },
  { name: 'hosting-token', hints: ['fm2_'], pattern: once(() => /(?<![\w-])fm2_[A-Za-z0-9+/=]{60,2048}/g) },
  { name: 'payment-key', hints: ['eaaa'], pattern: once(() => /(?<![\w+/=-])EAAA[\w-]{60}(?![\w+/=-])/g), judge: isRandom },
  { name: 'payment-key', hints: ['rzp_live_'], pattern: once(() => /(?<![\w-])rzp_live_[A-Za-z0-9]{14}(?![\w-])/g), judge: mixesOrCounts },
  { name: 'payment-key', hints: ['access_token$'], pattern: once(() => /(?<![\w$])access_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}/g) },
  { name: 'cloudflare-token', hints: ['cloudflare', 'cf_'], pattern: once(() => /(?<before>\b(?:cloudflare|cf)_api_(?:token|key)["'\s:=]{1,8})(?<secret>[\w-]{37,40})(?![\w-])/gi), judge: mixesOrCounts },
  { name: 'datadog-key', hints: ['dd_', 'datadog'], pattern: once(() => /(?<before>\b(?:dd|datadog)_(?:api|app|application)_?key["'\s:=]{1,8})(?<secret>[0-9a-f]{32}(?:[0-9a-f]{8})?)\b/gi) },
  { name: 'supabase-key', hints: ['eyj'], pattern: once(() => /(?<![\w.-])eyJ[\w-]{8,512}\.eyJ[\w-]{8,4096}\.[\w-]{20,1024}/g), judge: isServiceRole },
  { name: 'terraform-token', hints: ['.atlasv1.'], pattern: once(() => /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}/g) },
]; // prettier-ignore

const literal = `"[^"\\n]{1,512}"|'[^'\\n]{1,512}'|[^\\s'"|;&<>]{1,512}`;

const secretFlags =
  'password|passwd|passphrase|pass|pwd|secret|token|api-?key|access-?key(?:-id)?|secret-?key|secret-access-key|private-key|client-secret|credentials?|otp';

const secretNames =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|auth[_-]?key|credentials?|[_-]pass|[_-]auth';

const secretHints = ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'auth'];

/** The name of a value and how it is given: `api_key = `, `"password": `, `DB_PASSWORD=`. */
const named = `(?<keyword>${secretNames})(?<rest>[\\w-]{0,32})\\\\?["']?(?<operator>\\s{0,3}(?::=|=>|=(?!=)|:(?![:/]))\\s{0,3})`;

export const families: readonly Family[] = [
  {
    name: 'private-key',
    certain: true,
    hints: ['private key'],
    pattern: once(
      () =>
        /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    ),
  },
  {
    name: 'private-key',
    certain: true,
    hints: ['private-lines:'],
    pattern: once(() => /Private-Lines: \d+[\s\S]*?(?:Private-MAC: \w+|$)/g),
  },
  prefixed,
  ...issued.map((family) => ({ ...family, certain: true as const })),
  {
    name: 'aws-access-key',
    certain: true,
    hints: ['akia', 'asia'],
    pattern: once(() => /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g),
  },
  { name: 'openai-key', certain: true, hints: ['sk-'], pattern: once(() => /(?<![\w-])sk-[A-Za-z0-9]{32,128}\b/g) },
  { name: 'twilio-key', certain: true, hints: ['sk'], pattern: once(() => /\bSK[0-9a-f]{32}\b/g) },
  { name: 'databricks-token', certain: true, hints: ['dapi'], pattern: once(() => /\bdapi[0-9a-f]{32}\b/g) },
  { name: 'mailgun-key', certain: true, hints: ['key-'], pattern: once(() => /\bkey-[0-9a-f]{32}\b/g) },
  { name: 'sendgrid-key', certain: true, hints: ['sg.'], pattern: once(() => /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g) },
  { name: 'telegram-token', certain: true, hints: [':aa'], pattern: once(() => /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g) },
  { name: 'jwt', hints: ['eyj'], pattern: once(() => /\beyJ[\w-]{8,8192}\.eyJ[\w-]{8,8192}\.[\w-]{0,1024}/g) },
  {
    name: 'webhook',
    certain: true,
    hints: ['hooks.slack.com/', '/api/webhooks/'],
    pattern: once(
      () =>
        /(?<before>hooks\.slack\.com\/(?:services|workflows|triggers)\/|\/api\/webhooks\/\d{1,20}\/)(?<secret>[\w/-]{8,256})/g,
    ),
  },
  {
    name: 'password',
    hints: ['@'],
    pattern: once(() => /(?<before>:\/\/[^\s:/?#@'"`]{0,128}:)(?<secret>[^\s/?#@'"`]{1,256})(?<after>@)/g),
  },
  { name: 'token', hints: ['@'], pattern: once(() => /(?<before>:\/\/)(?<secret>[^\s:/?#@'"`]{16,256})(?<after>@)/g) },
  {
    name: 'token',
    hints: ['?', '&'],
    pattern: once(
      () =>
        /(?<before>[?&](?:access_token|refresh_token|id_token|auth_token|token|api_?key|key|sig|signature|password|passwd|pwd|secret|client_secret|x-amz-signature|x-amz-security-token|x-goog-signature)=)(?<secret>[^\s&#'"`]{4,2048})/gi,
    ),
    judge: (secret) => !/^\w{1,12}$/.test(secret) || hasDigit(secret),
  },
  {
    name: 'authorization',
    hints: ['authorization'],
    pattern: once(
      () =>
        /(?<before>\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token|digest|negotiate|apikey|splunk|aws4-hmac-sha256)\s{1,3})(?<secret>[^\r\n"'`]{4,4096})/gi,
    ),
  },
  {
    name: 'authorization',
    hints: ['authorization'],
    pattern: once(() => /(?<before>\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?)(?<secret>[^\s"'`,;]{8,4096})/gi),
    judge: hasDigit,
  },
  {
    name: 'authorization',
    hints: ['bearer'],
    pattern: once(() => /(?<before>\bbearer\s{1,3})(?<secret>[\w.~+/-]{16,4096}={0,2})/gi),
    judge: hasDigit,
  },
  {
    name: 'cookie',
    hints: ['cookie'],
    pattern: once(
      () => /(?<before>\b(?:set-)?cookie["']?:\s{0,3}["']?)(?<secret>[^\s=;"'`]{1,128}=[^\r\n"'`]{4,4096})/gi,
    ),
  },
  {
    name: 'password',
    hints: ['--'],
    pattern: once(
      () =>
        new RegExp(
          `(?<before>(?<![\\w-])--?(?:[a-z0-9]{1,20}[-_]){0,4}(?:${secretFlags})(?:=|\\s{1,3}))(?<secret>${literal})`,
          'gi',
        ),
    ),
    judge: (secret) => !/^(?:-|id=|\/|\.\/|~\/|["']?\$)/.test(secret),
  },
  {
    name: 'password',
    hints: ['sshpass', '-passin', '-passout', 'pass:'],
    pattern: once(
      () =>
        new RegExp(
          `(?<before>\\bsshpass\\s{1,3}-p\\s{0,3}|\\s-pass(?:in|out)?\\s{1,3}["']?pass:)(?<secret>${literal})`,
          'g',
        ),
    ),
  },
  {
    name: 'password',
    hints: ['mysql', 'mariadb', 'redis-cli', 'docker login', 'podman login'],
    pattern: once(
      () =>
        new RegExp(
          `(?<before>\\b(?:(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\\b[^\\n|;&]{0,300}?\\s-p|redis-cli\\b[^\\n|;&]{0,300}?\\s-a\\s{1,3}|(?:docker|podman)\\s{1,3}login\\b[^\\n|;&]{0,300}?\\s-p\\s{0,3}))(?<secret>${literal})`,
          'g',
        ),
    ),
    judge: (secret) => !secret.startsWith('-'),
  },
  {
    name: 'password',
    hints: ['curl', 'wget', 'http'],
    pattern: once(
      () =>
        /(?<before>\s(?:-u|--user|-U|--proxy-user|-a)(?:=|\s{1,3})?["']?[^\s:'"/]{1,128}:)(?<secret>[^\s'"/]{1,256})/g,
    ),
    // Two numbers are a user and a group.
    judge: (secret, { before = '' }) => !(/^\d+$/.test(secret) && /\W\d+:$/.test(before)),
  },
  {
    name: 'secret',
    hints: secretHints,
    pattern: once(() => new RegExp(`(?<before>${named}(?<quote>\\\\?["']))(?<secret>[^"'\\n\\\\]{1,512})`, 'gi')),
    judge: isNamedSecret,
  },
  {
    name: 'secret',
    hints: secretHints,
    pattern: once(
      () =>
        new RegExp(`(?<before>${named})(?<secret>[^\\s"'\`,;(){}[\\]<>\\\\]{1,512})(?<after>(?<next>[([<])?)`, 'gi'),
    ),
    judge: isNamedSecret,
  },
  {
    name: 'secret',
    hints: ['=', ':'],
    pattern: once(
      () => /(?<before>[\w"'\])]\s{0,3}[=:]\s{0,3}["']?)(?<secret>[A-Za-z0-9+/_-]{20,512}={0,2})(?![\w+/-])/g,
    ),
    judge: isRandom,
  },
];

/** The families that are sure enough to refuse a file for. */
export const certainFamilies = once(() => [...families.filter(({ certain }) => certain === true), awsSecret]);

export const nameOf = ({ name }: Family, whole: string): string => (typeof name === 'string' ? name : name(whole));
