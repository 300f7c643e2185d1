import assert from 'node:assert/strict';
import { isSecretFolder, secretIn } from '../../../src/hooks/secrets/places';

const isSecretPath = (text: string): boolean => secretIn(text) !== undefined;

describe('paths that lead to secrets', () => {
  const names = (
    '.env .envrc .env.local id_rsa id_ed25519_sk .netrc _netrc .pgpass .npmrc auth.json Credentials secrets.yaml ' +
    'serviceaccount-x.json .bash_history server_key a/b-key API-KEY shadow .shadow gshadow master.passwd SUDOERS ' +
    'login.keychain cookies.sqlite key4.db logins.json x.tfvars terraform.tfstate tls.pem ' +
    '.kaggle/kaggle.json .cloudflared/cert.pem .config/hcloud/cli.toml .snowsql/config .dbt/profiles.yml .sentryclirc key.properties ' +
    '.subversion/auth/svn.simple/a wallet.dat .config/solana/id.json Chrome/Default/Cookies secrets/prod.yaml .cursor/mcp.json'
  ).split(' ');
  for (const name of names) it(name, () => assert.ok(isSecretPath(name)));

  const folders = [
    '.ssh',
    'a/.aws/x',
    '.config/gh',
    '.local/share/keyrings',
    'Library/Keychains/x',
    'etc/ssl/private',
    'run/secrets/x',
  ];
  for (const folder of folders) it(`${folder}/`, () => assert.ok(isSecretFolder(folder) && isSecretPath(folder)));

  for (const name of [
    'src',
    '-la',
    'a.ts',
    '.env.example',
    'keys.ts',
    'monkey.txt',
    'public.pem',
    'env',
    'inventory/hosts.yml',
    '.env.production.example',
    'ca.pem',
    '.circleci/config.yml',
    'external-secrets/store.yaml',
    'secrets/prod.enc.yaml',
    'gradle.properties',
    'x.pub',
  ]) {
    it(`not ${name}`, () => assert.ok(!isSecretPath(name)));
  }
});
