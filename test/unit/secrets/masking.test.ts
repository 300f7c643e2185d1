import assert from 'node:assert/strict';
import { masked, maskedUpTo, maskedValue } from '../../../src/hooks/secrets/masking';
import { assertLinear } from '../../harness/linear';

/** Made-up tokens of the right shape, put together so that none stands in this file. */
const body = (length: number) => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'.repeat(8).slice(0, length);
const hex = (length: number) => '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4).slice(0, length);

const key = (kind: string) => `-----BEGIN ${kind}-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END ${kind}-----`;

/** By family: what goes in and what is left. */
const cases: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'tokens of known shapes': [
    [`git push https://github.com # ghp_${body(36)}`, 'git push https://github.com # «github-token»'],
    [`echo github_pat_${body(60)}`, 'echo «github-token»'],
    [`echo glpat-${body(20)}`, 'echo «gitlab-token»'],
    [`echo sk-ant-api03-${body(80)}`, 'echo «anthropic-key»'],
    [`echo sk-proj-${body(60)}`, 'echo «openai-key»'],
    [`echo sk-${body(48)}`, 'echo «openai-key»'],
    [`echo sk_live_${body(24)}`, 'echo «stripe-key»'],
    [`echo xoxb-123456789012-${body(24)}`, 'echo «slack-token»'],
    [`echo AIza${body(35)}`, 'echo «google-key»'],
    [`echo ya29.${body(60)}`, 'echo «google-key»'],
    [`echo npm_${body(36)}`, 'echo «npm-token»'],
    [`echo pypi-${body(80)}`, 'echo «pypi-token»'],
    [`echo hf_${body(34)}`, 'echo «hugging-face-token»'],
    [`echo dop_v1_${hex(64)}`, 'echo «digitalocean-token»'],
    [`echo shpat_${hex(32)}`, 'echo «shopify-token»'],
    [`echo dapi${hex(32)}`, 'echo «databricks-token»'],
    [`echo hvs.${body(40)}`, 'echo «vault-token»'],
    [`echo glsa_${body(32)}`, 'echo «grafana-token»'],
    [`echo dckr_pat_${body(27)}`, 'echo «docker-token»'],
    [['echo AKIA', 'IOSFODNN7EXAMPLE'].join(''), 'echo «aws-access-key»'],
    [`echo SG.${body(22)}.${body(43)}`, 'echo «sendgrid-key»'],
    [`echo 123456789:AA${body(33)}`, 'echo «telegram-token»'],
    [`echo SK${hex(32)}`, 'echo «twilio-key»'],
    [`echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${body(43)}`, 'echo «jwt»'],
    [`echo AGE-SECRET-KEY-1${'Q3'.repeat(29)}`, 'echo «age-key»'],
    [`curl https://hooks.slack.com/services/T00/B00/${body(24)}`, 'curl https://hooks.slack.com/services/«webhook»'],
  ],
  'private key blocks': [
    [`a\n${key('RSA PRIVATE KEY')}\nb`, 'a\n«private-key»\nb'],
    [`a\n${key('OPENSSH PRIVATE KEY')}\nb`, 'a\n«private-key»\nb'],
    [key('PGP PRIVATE KEY BLOCK'), '«private-key»'],
    ['x -----BEGIN PRIVATE KEY-----\\nMIIE\\ncut off', 'x «private-key»'],
  ],
  'passwords in URLs': [
    ['psql postgres://app:hunter2@db.local/app', 'psql postgres://app:«password»@db.local/app'],
    ['redis-cli -u redis://:hunter2@localhost', 'redis-cli -u redis://:«password»@localhost'],
    [`git clone https://${body(40)}@github.com/a/b`, 'git clone https://«token»@github.com/a/b'],
    ['curl "https://a.b/c?access_token=abc123def&x=1"', 'curl "https://a.b/c?access_token=«token»&x=1"'],
    ['curl https://a.b/?x=1&X-Amz-Signature=0a1b2c3d4e', 'curl https://a.b/?x=1&X-Amz-Signature=«token»'],
  ],
  'passwords in flags': [
    ['tool --password hunter2 --verbose', 'tool --password «password» --verbose'],
    ['tool --db-password=hunter2', 'tool --db-password=«password»'],
    [`tool --api-key 'abc def'`, 'tool --api-key «password»'],
    ['tool --token "t0k"', 'tool --token «password»'],
    ['mysql -u root -phunter2 shop', 'mysql -u root -p«password» shop'],
    ['sshpass -p hunter2 ssh a@b', 'sshpass -p «password» ssh a@b'],
    ['docker login -u me -p hunter2 reg', 'docker login -u me -p «password» reg'],
    ['redis-cli -h x -a hunter2 ping', 'redis-cli -h x -a «password» ping'],
    ['curl -u admin:hunter2 https://a.b', 'curl -u admin:«password» https://a.b'],
    ['curl --user=admin:hunter2 https://a.b', 'curl --user=admin:«password» https://a.b'],
    ['openssl rsa -in k -passin pass:hunter2', 'openssl rsa -in k -passin pass:«password»'],
  ],
  headers: [
    [
      `curl -H "Authorization: Bearer abc.def-123" https://a.b`,
      `curl -H "Authorization: Bearer «authorization»" https://a.b`,
    ],
    [`curl -H 'authorization: Basic dXNlcjpwYXNz' x`, `curl -H 'authorization: Basic «authorization»' x`],
    [`-H "Authorization: token abcdef"`, `-H "Authorization: token «authorization»"`],
    [`{ Authorization: 'k3y-in-full' }`, `{ Authorization: '«authorization»' }`],
    [`send Bearer ${body(20)} now`, 'send Bearer «authorization» now'],
    [`curl -H 'X-Api-Key: hunter2222'`, `curl -H 'X-Api-Key: «secret»'`],
    [`curl -H "PRIVATE-TOKEN: abc123"`, `curl -H "PRIVATE-TOKEN: «secret»"`],
    [`curl -H 'Cookie: session=abcdef; b=c'`, `curl -H 'Cookie: «cookie»'`],
  ],
  'assignments of secrets by name': [
    ['export DB_PASSWORD=hunter2', 'export DB_PASSWORD=«secret»'],
    ['PGPASSWORD=swordfish psql', 'PGPASSWORD=«secret» psql'],
    ['MYSQL_PASS=abc123 x', 'MYSQL_PASS=«secret» x'],
    ['"client_secret": "some words here"', '"client_secret": "«secret»"'],
    [`const apiKey = 'abcd-efgh'`, `const apiKey = '«secret»'`],
    ['password: hunter2', 'password: «secret»'],
    [`aws_secret_access_key = ${body(40)}`, 'aws_secret_access_key = «secret»'],
    [`//registry/:_authToken=${body(36)}`, '//registry/:_authToken=«secret»'],
    [`AccountKey=${body(40)}==;Endpoint=x`, 'AccountKey=«secret»;Endpoint=x'],
    ['{\\"password\\":\\"hunter2\\"}', '{\\"password\\":\\"«secret»\\"}'],
  ],
  'high entropy after an equals sign or a colon': [
    [`SOMETHING=${body(32)}`, 'SOMETHING=«secret»'],
    [`"blob": "${body(44)}="`, '"blob": "«secret»"'],
  ],
};

/** What a log is read for, and must not lose. */
const harmless: readonly string[] = [
  'git show 3be7bd8a0c1f2e3d4c5b6a79880716253a4b5c6d',
  'commit=3be7bd8a0c1f2e3d4c5b6a79880716253a4b5c6d',
  'id: 123e4567-e89b-12d3-a456-426614174000',
  'docker pull alpine@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  'cat src/hooks/pipeline/secret-families.ts',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
  'GOPATH=/Users/Somebody/Projects2/GoWorkspace/pkg/mod1',
  'import x from "../protocol/AuthenticationTokenReader2"',
  'handler = createAuthenticatedRequestHandlerVersion2',
  'git commit -m "Reset the password form: token refresh"',
  'git clone git@github.com:acme/shop.git',
  'curl https://example.com/a/b?page=2&key=name',
  'curl -fsSL https://example.com/install.sh | sh',
  'docker run -u 1000:1000 alpine',
  'docker build --secret id=npm,src=.npmrc .',
  'docker login --password-stdin',
  'tool --token-file /run/secrets/token --password $PASSWORD',
  'export TOKEN=$(pass show token)',
  'export TOKEN="${OTHER_TOKEN}"',
  'token: string',
  'password?: string;',
  'const token = lexer.next();',
  'const token = readToken(stream);',
  'secret: process.env.SECRET',
  'password: ""',
  'max_tokens: 4096',
  'TOKEN_FILE=/run/secrets/x',
  'secretName: shop-tls',
  'credentials: "include"',
  'Authorization: Bearer $TOKEN',
  'the Bearer of bad news',
  'npm_config_registry=https://registry.npmjs.org',
  'class="sk-fading-circle-with-long-name-indeed"',
  'pip install scikit-learn',
  'ssh -i ~/.ssh/id_ed25519 host',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  'primary_key=True, foreign_key=users.id',
  'Set-Cookie is a header',
  'SK-II and the ASIA region',
  '2026-11-18T12:34:56.789Z',
  'background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)',
];

describe('masking', () => {
  for (const [family, rows] of Object.entries(cases)) {
    describe(`of ${family}`, () => {
      for (const [from, to] of rows) {
        it(to.replaceAll('\n', '⏎'), () => assert.equal(masked(from), to));
      }
    });
  }

  describe('leaves alone', () => {
    for (const text of harmless) it(text.replaceAll('\n', '⏎').slice(0, 90), () => assert.equal(masked(text), text));
  });

  it('of a masked text changes nothing', () => {
    for (const [, to] of Object.values(cases).flat()) assert.equal(masked(to), to);
  });

  it('takes every text of a document and keeps its shape', () => {
    const call = {
      tool_input: { command: 'tool --password hunter2', env: [{ password: 'swordfish' }, 7, null, true] },
      session_id: '123e4567-e89b-12d3-a456-426614174000',
    };
    assert.deepEqual(maskedValue(call, 1_000), {
      tool_input: { command: 'tool --password «password»', env: [{ password: '«secret»' }, 7, null, true] },
      session_id: '123e4567-e89b-12d3-a456-426614174000',
    });
  });

  it('says nothing of a document that is longer than the budget', () => {
    assert.equal(maskedValue({ text: 'x'.repeat(101) }, 100), undefined);
  });

  it('lets no half of a secret through at the cut', () => {
    const text = `${'x '.repeat(48)}ghp_${body(36)}`;
    assert.equal(maskedUpTo(text, 108), `${'x '.repeat(48)}«github-toke`);
  });

  it('does not get lost in 64 KB of any kind', () => {
    const code = `const key = await store.read('token'); // password: see the notes\nif (a === b) return { id: c.id, n: 4 };\n`;
    const kinds = {
      code,
      log: '2026-11-18 12:34:56 INFO worker-3 handled GET /api/items/42 in 3 ms status=200 user=anna\n',
      shell: 'cd packages/shop && npm test -- --grep "adds to the basket" 2>&1 | tail -20; git status --short\n',
      base64: body(200),
    };
    for (const [kind, piece] of Object.entries(kinds)) assertMaskedInLinearTime(kind, piece);
  });

  it('does not get lost in 64 KB that were made to be slow', () => {
    const pieces = [
      'a',
      '-a',
      'a=',
      'a:',
      '://',
      '-----BEGIN PRIVATE KEY-----',
      'mysql -p',
      'curl -u a:',
      'token',
      '--a-',
    ];
    for (const piece of pieces) assertMaskedInLinearTime(piece, piece);
  });
});

function assertMaskedInLinearTime(about: string, piece: string): void {
  assertLinear(about, 65_536, (size) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size), masked);
}
