/* Tokens as issuers make them, drawn here so that no text of the repository looks like one. */

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const mixed = lower + upper + digits;
const hex = '0123456789abcdef';
const kind = ['PRIVATE', 'KEY'].join(' ');

/** A body drawn at random, the same in every run. */
export function drawn(letters: string, length: number, seed: number): string {
  let state = (seed * 2654435761) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    text += letters[(state >>> 8) % letters.length] ?? '';
  }
  return text;
}

type Make = (seed: number) => string;
const after =
  (prefix: string, letters: string, length: number): Make =>
  (seed) =>
    prefix + drawn(letters, length, seed);

const uuid: Make = (seed) => [8, 4, 4, 4, 12].map((length, at) => drawn(hex, length, seed + at)).join('-');

/** A signed token that says this. */
function signed(said: object, seed: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(said)}.${drawn(mixed, 43, seed)}`;
}

/** How each family's tokens look. */
export const tokenForms: Readonly<Record<string, readonly Make[]>> = {
  'github-token': [
    after('ghp_', mixed, 36),
    after('gho_', mixed, 36),
    after('ghs_', mixed, 36),
    (seed) => `github_pat_11${drawn(upper + digits, 20, seed)}_${drawn(mixed, 59, seed + 1)}`,
  ],
  'gitlab-token': [after('glpat-', mixed, 20), after('glrt-', mixed, 20), after('gldt-', mixed, 20)],
  'anthropic-key': [(seed) => `sk-ant-api03-${drawn(`${mixed}-_`, 93, seed)}AA`],
  'openai-key': [after('sk-proj-', mixed, 48), after('sk-svcacct-', mixed, 48), after('sk-', mixed, 48)],
  'stripe-key': [after('sk_live_', mixed, 24), after('rk_live_', mixed, 24), after('whsec_', mixed, 32)],
  'slack-token': [
    (seed) => `xoxb-${drawn(digits, 12, seed)}-${drawn(digits, 12, seed + 1)}-${drawn(mixed, 24, seed + 2)}`,
    (seed) => `xoxp-${drawn(digits, 12, seed)}-${drawn(mixed, 32, seed)}`,
  ],
  'google-key': [after('AIza', `${mixed}_`, 35), after('GOCSPX-', mixed, 28)],
  'npm-token': [after('npm_', mixed, 36)],
  'pypi-token': [after('pypi-AgEIcHlwaS5vcmc', `${mixed}-_`, 120)],
  'hugging-face-token': [after('hf_', lower + upper, 33), after('hf_', mixed, 34)],
  'tailscale-key': [after('tskey-auth-', mixed, 40)],
  'heroku-key': [after('HRKU-AA', mixed, 58)],
  'buildkite-token': [after('bkua_', hex, 40)],
  'sonar-token': [after('sqp_', hex, 40)],
  'hubspot-token': [(seed) => `pat-na1-${uuid(seed)}`],
  'twilio-token': [(seed) => `TWILIO_AUTH_TOKEN=${drawn(hex, 32, seed)}`],
  'address-password': [
    (seed) => `postgres://app:${drawn(mixed, 20, seed)}@pg.internal:5432/app`,
    (seed) => `https://dev:${drawn(mixed, 20, seed)}@git.corp.example/a.git`,
  ],
  'digitalocean-token': [after('dop_v1_', hex, 64)],
  'shopify-token': [after('shpat_', hex, 32), after('shpss_', hex, 32)],
  'vault-token': [after('hvs.', mixed, 90)],
  'grafana-token': [after('glsa_', mixed, 32)],
  'docker-token': [after('dckr_pat_', mixed, 27)],
  'linear-key': [after('lin_api_', mixed, 40)],
  'atlassian-token': [after('ATATT3xFfGF0', mixed, 180)],
  'database-token': [after('pscale_pw_', mixed, 43), after('sbp_', hex, 40)],
  'api-key': [
    after('NRAK-', upper + digits, 27),
    after('PMAK-', hex, 59),
    after('gsk_', mixed, 52),
    after('xai-', mixed, 80),
  ],
  'package-token': [after('rubygems_', hex, 48), after('oy2', lower + digits, 43)],
  'age-key': [after('AGE-SECRET-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)],
  'brevo-key': [after('xkeysib-', hex, 64)],
  'doppler-token': [after('dp.pt.', mixed, 43)],
  'pulumi-token': [after('pul-', hex, 40)],
  'square-token': [after('sq0atp-', mixed, 22)],
  'aws-access-key': [
    after('AKIA', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16),
    after('ASIA', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16),
  ],
  'aws-secret-key': [(seed) => `aws_secret_access_key = ${drawn(`${mixed}/+`, 40, seed)}`],
  'twilio-key': [after('SK', hex, 32)],
  'databricks-token': [after('dapi', hex, 32)],
  'mailgun-key': [after('key-', hex, 32)],
  'mailchimp-key': [(seed) => `${drawn(hex, 32, seed)}-us14`],
  'sendgrid-key': [(seed) => `SG.${drawn(mixed, 22, seed)}.${drawn(mixed, 43, seed + 1)}`],
  'telegram-token': [(seed) => `${drawn('123456789', 10, seed)}:AA${drawn(mixed, 33, seed + 1)}`],
  'airtable-token': [(seed) => `pat${drawn(mixed, 14, seed)}.${drawn(hex, 64, seed + 1)}`],
  'discord-token': [(seed) => `M${drawn(mixed, 25, seed)}.${drawn(mixed, 6, seed + 1)}.${drawn(mixed, 38, seed + 2)}`],
  'terraform-token': [(seed) => `${drawn(mixed, 14, seed)}.atlasv1.${drawn(mixed, 67, seed + 1)}`],
  'azure-key': [(seed) => `AccountName=x;AccountKey=${drawn(`${mixed}+/`, 86, seed)}==`],
  'supabase-key': [
    (seed) => `sb_secret_${drawn(mixed, 22, seed)}_${drawn(mixed, 8, seed + 1)}`,
    (seed) => signed({ iss: 'supabase', ref: drawn(lower, 20, seed), role: 'service_role' }, seed),
  ],
  'model-key': [
    after('tvly-dev-', mixed, 32),
    after('nvapi-', mixed, 64),
    after('sk_', hex, 48),
    (seed) => `sk-lf-${uuid(seed)}`,
    (seed) => `pcsk_${drawn(mixed, 6, seed)}_${drawn(mixed, 63, seed + 1)}`,
  ],
  'bitbucket-token': [after('ATBB', mixed, 32)],
  'artifactory-key': [after('AKCp8', mixed, 68)],
  'posthog-key': [after('phx_', mixed, 43)],
  'azure-secret': [(seed) => `${drawn(mixed, 3, seed)}8Q~${drawn(mixed, 34, seed + 1)}`],
  'aws-bedrock-key': [after('ABSK', mixed, 120)],
  'resend-key': [(seed) => `re_${drawn(mixed, 8, seed)}_${drawn(mixed, 24, seed + 1)}`],
  'mapbox-token': [(seed) => `sk.eyJ${drawn(mixed, 80, seed)}.${drawn(mixed, 22, seed + 1)}`],
  'dropbox-token': [after('sl.', mixed, 140)],
  'launchdarkly-key': [(seed) => `sdk-${uuid(seed)}`],
  'plaid-token': [(seed) => `access-production-${uuid(seed)}`],
  'okta-token': [(seed) => `Authorization: SSWS 00${drawn(mixed, 40, seed)}`],
  'hosting-token': [after('fm2_', `${mixed}+/`, 160)],
  'payment-key': [after('EAAA', mixed, 60), after('rzp_live_', mixed, 14)],
  'cloudflare-token': [(seed) => `CLOUDFLARE_API_TOKEN=${drawn(mixed, 40, seed)}`],
  'datadog-key': [(seed) => `DD_API_KEY: ${drawn(hex, 32, seed)}`],
  webhook: [
    (seed) =>
      `https://hooks.slack.com/services/T${drawn(upper + digits, 8, seed)}/B${drawn(upper + digits, 8, seed)}/${drawn(mixed, 24, seed)}`,
  ],
  'private-key': [
    (seed) =>
      `-----BEGIN ${kind}-----\n${drawn(`${mixed}+/`, 64, seed)}\n${drawn(`${mixed}+/`, 64, seed + 1)}\n-----END ${kind}-----`,
  ],
};

/** Look like secrets and are none. */
export const lookAlikes: readonly string[] = [
  'AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'ghp_1234567890abcdefghijklmnopqrstuvwxyz',
  'GITHUB_TOKEN=ghp_your_token_here_0123456789012345',
  'sk-ant-api03-your-key-here-0000000000000',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'OPENAI_API_KEY=sk-...',
  'OPENAI_API_KEY=sk-proj-REPLACE_ME_WITH_YOUR_KEY_1',
  'token: ${{ secrets.GITHUB_TOKEN }}',
  'const token = process.env.GITHUB_TOKEN',
  'npm_config_registry_for_this_project_2024_version',
  'npm_lifecycle_event_of_the_script_that_runs_1',
  'cio-exporter-v2.3.1-linux-amd64.tar.gz',
  'xoxb-not-a-real-token-1234567890',
  'glpat-my-secret-token-12345',
  'key-value-store-for-32-characters-aaaa',
  'hf_hub_download_from_the_main_branch_1',
  'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  'https://user:password@localhost:5432/db',
  '-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK\n-----END PUBLIC KEY-----',
  `-----BEGIN ${kind}-----\n...\n-----END ${kind}-----`,
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGm2 dev@example',
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  signed({ iss: 'supabase', role: 'anon' }, 5),
  signed({ iss: 'supabase-demo', role: 'service_role' }, 6),
  'sdk-core-runtime-android-arm64-v8a-release',
  'access-production-settings-page-component',
  'sl.unpack_sequence_of_values_from_iterables',
  're_search_internal_with_registers_and_flags',
  'class="sk-circle-fade-dot sk-folding-cube-child"',
  'fm2_synthesizer_oscillator_bank_configuration',
  'nvapi-level-zero-compute-runtime-wrapper-lib-2',
  'jina_embeddings_v3_task_lora_adapter_weights_2',
  'DD_API_KEY=<your key>',
  'SharedAccessKey=${key}',
  'cloudflare_api_token = var.cloudflare_api_token',
  `phc_${drawn(mixed, 43, 7)}`,
  `sb_publishable_${drawn(mixed, 22, 8)}_${drawn(mixed, 8, 9)}`,
  `toolu_01${drawn(mixed, 22, 10)}`,
  `pk_live_51${drawn(mixed, 97, 11)}`,
  ...Array.from({ length: 60 }, (_, at) => drawn(hex, 40, at + 1)),
  ...Array.from({ length: 30 }, (_, at) => `sha256:${drawn(hex, 64, at + 100)}`),
  ...Array.from({ length: 30 }, (_, at) =>
    [8, 4, 4, 4, 12].map((length, part) => drawn(hex, length, at * 7 + part)).join('-'),
  ),
  ...Array.from({ length: 30 }, (_, at) => `"integrity": "sha512-${drawn(`${mixed}+/`, 86, at + 300)}=="`),
  ...Array.from({ length: 25 }, (_, at) => `data:image/png;base64,${drawn(`${mixed}+/`, 120, at + 400)}`),
];
