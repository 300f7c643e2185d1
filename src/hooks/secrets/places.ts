import { namePattern, pathPattern } from '../project/pattern';
import { escapeRegExp } from '../project/text';

/*
 * Where secrets live. A path is judged by its text: the file need not exist, and links are followed by the caller where
 * that matters.
 */

/** Files of one kind, by name and by place. */
export interface SecretFiles {
  /** For people: `cat x` "would show …". */
  readonly what: string;
  /** Names of files, with `*` for any part, in any case. */
  readonly names?: string;
  /** Names that look alike and hold no secret. */
  readonly except?: RegExp;
  /** Ends of paths: one file each. */
  readonly files?: string;
  /** Folders that hold nothing else. */
  readonly folders?: string;
}

const sampleName = /(?:^|[-._])(?:example|sample|template|tmpl|dist|defaults?|schema|test|ci|spec)(?:[-._]|$)/i;
const publicName =
  /^<?(?:your|my|existing|public|the)[-_]|\.(?:pub|pub\.pem|crt|cer)$|^(?:certs?\d*|certificate|ca|cacert|chain|fullchain|bundle|root|public|pubkey|public[-_]?key)(?:[-_.][\w-]+)*\.(?:pem|key)$|[-_.](?:cert|ca|chain|public|pub)\.pem$/i;

export const secretFiles: readonly SecretFiles[] = [
  { what: 'the variables of an environment', names: '.env .env.* .env-* *.env .envrc .dev.vars .dev.vars.* .flaskenv local.settings.json', except: sampleName },
  { what: 'a private key', names: 'id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk *.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.age *.keychain *.keychain-db *.ovpn *-key *_key', except: publicName },
  { what: 'SSH and GPG keys', folders: '.ssh .gnupg', except: /^(?:known_hosts(?:\.old)?|config|authorized_keys|.*\.pub)$/i },
  { what: 'passwords of servers', names: '.netrc _netrc .pgpass .my.cnf .mylogin.cnf .htpasswd .pypirc .npmrc .yarnrc.yml .git-credentials .dockercfg .dockerconfigjson .vault_pass .vault_pass.txt .vault-pass .vault-password .boto .s3cfg .databrickscfg .terraformrc .vault-token .fetchmailrc .msmtprc .mutt .esmtprc .wgetrc .sentryclirc .bunfig.toml', files: '.m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config .config/pip/pip.conf .pip/pip.conf .config/helm/repositories.yaml .dbt/profiles.yml .jupyter/jupyter_server_config.json .jupyter/jupyter_notebook_config.json', folders: '.subversion/auth' },
  { what: 'credentials', names: '.credentials credentials credentials.json credentials.sbt key.properties keystore.properties signing.properties kaggle.json credentials.y*ml credentials.toml credentials.tfrc.json credentials.xml credentials.ini credentials.db secrets.json secrets.y*ml secrets.toml secrets.env secrets.ini secrets.xml secret.json secret.y*ml serviceaccount*.json service-account*.json service_account*.json *firebase-adminsdk*.json google-credentials*.json gcp-key*.json keyfile.json auth.json auth.toml oauth_creds.json application_default_credentials.json client_secret*.json wp-config.php', except: sampleName },
  { what: 'the tokens of a coding agent', files: '.claude/.credentials.json .claude.json .claude.json.backup .gemini/oauth_creds.json .gemini/google_accounts.json .codex/auth.json .qwen/oauth_creds.json .cursor/auth.json .config/cursor/auth.json .local/share/opencode/auth.json .config/goose/secrets.yaml .cursor/mcp.json .cache/huggingface/token .huggingface/token .aider.conf.yml .continue/config.json .copilot/config.json', folders: '.config/github-copilot' },
  { what: 'credentials of a cloud or a service', files: '.netlify/config.json .expo/state.json .circleci/cli.yml .travis/config.yml', folders: '.cloudflared .config/ngrok .ngrok2 .kaggle .openai .config/openai .anthropic .fastlane/spaceship .digitalocean .ibmcloud .config/hcloud .hcloud .config/tea .jira.d .stripe .twilio-cli .snowsql .config/argocd .config/sops .config/huggingface .azure .kube .docker .oci .config/gcloud .config/gh .config/op .config/hub .config/fly .config/wrangler .age .config/age .config/doctl .config/rclone .config/glab-cli .config/pypoetry .config/configstore .config/heroku .config/stripe .config/flyctl .fly .config/netlify .config/vercel .config/supabase .supabase .wrangler .config/.wrangler .terraform.d .bluemix .linode-cli .config/linode-cli .vercel .railway .snowflake', except: /^(?:config-sample|cli-plugins|plugins|completion.*|.*\.md)$/i },
  { what: 'credentials of a cloud or a service', folders: '.aws', except: /^config$/ },
  { what: 'the password store', folders: '.password-store .local/share/keyrings Library/Keychains Keychains .config/Bitwarden .1password .config/1Password' },
  { what: 'secrets of this machine', files: 'etc/shadow etc/shadow- etc/gshadow etc/gshadow- etc/kubernetes/*.conf etc/wireguard/*.conf etc/sudoers etc/master.passwd etc/krb5.keytab', names: 'shadow .shadow gshadow master.passwd sudoers', folders: 'etc/NetworkManager/system-connections etc/ssl/private run/secrets var/run/secrets etc/kubernetes/pki' },
  { what: 'what a browser stores', names: 'cookies.sqlite key3.db key4.db logins.json', files: 'Default/Cookies Default/Login*Data Default/Web*Data', folders: '.mozilla' },
  { what: 'credentials', files: 'secrets/*.y*ml secrets/*.json secrets/*.toml secrets/*.env secrets/*.txt', except: /(?:^|[-._])(?:example|sample|template|schema|enc|sealed|test|kustomization)(?:[-._]|$)/i },
  { what: 'the tokens of Gatehouse’s host', files: '.gatehouse/host/endpoint' },
  { what: 'a wallet', names: 'wallet.dat', files: '.config/solana/id.json', folders: '.ethereum/keystore .electrum/wallets' },
  { what: 'the state of an infrastructure', names: 'terraform.tfstate terraform.tfstate.* *.tfstate *.tfvars *.tfvars.json', except: sampleName },
  { what: 'a command history', names: '.*_history' },
]; // prettier-ignore

/** `/proc/self/environ`: the variables of a process. */
const processMemory = /^\/proc\/(?:[^/]+\/)*(?:environ|mem)$/;

/** What a file holds that should stay secret, by its path; undefined if nothing says so. */
export function secretAt(path: string): string | undefined {
  if (path === '' || path.length > 4096) return undefined;
  if (processMemory.test(path)) return 'the variables of a process';
  const plain = path.replace(/\\/g, '/').replace(/\/+$/, '');
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  if (!mayBeSecret(plain, name)) return undefined;
  const original = name.replace(/^#(.+)#$|(?:~|\.(?:bak|backup|old|orig|save|sw[op]))$/, '$1');
  if (original !== name) return secretAt(plain.slice(0, plain.length - name.length) + original);
  return compiled().find((files) => files.holds(plain, name))?.what;
}

/** Every word that may name a secret has one of these; most words have none. */
const hint = /[.*?[]|default\/|key|id_|_netrc|credentials|shadow|sudoers|private|secrets|pki|\/proc\//i;

/** The same for a word of a command: `@file`, `--file=path`, `HEAD:path`, `file://path`, or a pattern. */
export function secretIn(text: string): string | undefined {
  if (!hint.test(text)) return undefined;
  const cut = /^(?:@|[^/]*?[=:]@?(?:\/\/(?=\/))?)(.+)$/.exec(text)?.[1];
  for (const path of cut === undefined ? [text] : [text, cut]) {
    const at = path.lastIndexOf('/');
    const found = /[*?[]/.test(path)
      ? (secretNamed(path.slice(at + 1)) ??
        (/[*?[]/.test(path.slice(0, at)) ? undefined : secretAt(`${path.slice(0, at)}/x`)))
      : secretAt(path);
    if (found !== undefined || isSecretFolder(path)) return found ?? secretAt(`${path}/x`) ?? 'secrets';
  }
  return undefined;
}

/** Is this a folder that holds nothing but secrets, or is in one? */
export const isSecretFolder = (path: string): boolean =>
  /\.|[Kk]eychains|private|secrets|pki/.test(path) &&
  compiled().some(({ folder }) => folder?.test(`${path}/`) === true);

/** Sources and texts, which no kind of secret file is called like. */
const plainFile = /^[^.]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|css|scss|html|md|mdx|svg|png)$/i;

/** Each of the names has one of these: nearly every word is passed over without the long patterns. */
const mayBeSecret = (path: string, name: string): boolean =>
  (!plainFile.test(name) &&
    /\.|key$|^id_|^(?:_netrc|credentials|g?shadow-?|sudoers|cookies|(?:login|web) data)$/i.test(name)) ||
  /\/\.|[Kk]eychains|private|secrets|pki|^\./.test(path);

interface Compiled {
  readonly what: string;
  readonly folder: RegExp | undefined;
  holds(path: string, name: string): boolean;
}

let made: readonly Compiled[] | undefined;
const compiled = (): readonly Compiled[] => (made ??= secretFiles.map(compile));

function compile({ what, names, except, files, folders }: SecretFiles): Compiled {
  const oneOf = (list: string): string => list.split(' ').map(source).join('|');
  const byName = names === undefined ? undefined : new RegExp(`^(?:${oneOf(names)})$`, 'i');
  const byEnd = files === undefined ? undefined : new RegExp(`(?:^|/)(?:${oneOf(files)})$`);
  const folder = folders === undefined ? undefined : new RegExp(`(?:^|/)(?:${oneOf(folders)})/`);
  return {
    what,
    folder,
    holds: (path, name) =>
      except?.test(name) !== true &&
      (byEnd?.test(path) === true || byName?.test(name) === true || folder?.test(`${path}/`) === true),
  };
}

const source = (pattern: string): string => escapeRegExp(pattern).replaceAll('\\*', '[^/]*');

/** One file of each kind below a home folder, to try patterns and folders on. */
const inHome: readonly string[] = (
  '.ssh/id_rsa .ssh/id_ed25519 .aws/credentials .kube/config .docker/config.json .azure/msal_token_cache.json .gnupg/secring.gpg ' +
  '.config/gh/hosts.yml .config/gcloud/credentials.db .config/github-copilot/apps.json .config/rclone/rclone.conf .claude/.credentials.json ' +
  '.claude.json .gemini/oauth_creds.json .codex/auth.json .local/share/keyrings/login.keyring .password-store/a.gpg .netrc .npmrc .pypirc ' +
  '.git-credentials .pgpass .s3cfg .databrickscfg .kaggle/kaggle.json .stripe/config.toml .cloudflared/cert.pem .bash_history .zsh_history .terraform.d/credentials.tfrc.json .gatehouse/seal.key'
).split(' ');

/** Names that such files have anywhere. */
const anywhere: readonly string[] = (
  '.env .env.local .env.production .envrc .dev.vars .netrc .npmrc .pypirc .git-credentials prod.env id_rsa id_ed25519 credentials credentials.json ' +
  'server.pem server.key'
).split(' ');

/** Could a file that fits this pattern of the shell hold a secret? */
export function secretMatching(pattern: string, home: string): string | undefined {
  if (pattern.length > 1024) return undefined;
  if (processMemory.test(pattern)) return secretAt(pattern);
  const path = pattern.replace(/^~(?=\/)/, home);
  const fits = pathPattern(path);
  const found = inHome.map((file) => `${home}/${file}`).find(fits);
  return found === undefined ? secretNamed(path.slice(path.lastIndexOf('/') + 1)) : secretAt(found);
}

/** Could a file whose name fits this pattern hold a secret? `*` and `*.json` are meant for everything else. */
export function secretNamed(pattern: string): string | undefined {
  if (!/[*?[]/.test(pattern)) return secretAt(pattern);
  if (/^[*?.]+$/.test(pattern) && !pattern.startsWith('.')) return undefined;
  const sample = secretAt(pattern.replace(/\*+|\?/g, 'x'));
  if (sample !== undefined) return sample;
  const matches = namePattern(pattern);
  const found = anywhere.find((name) => (name.startsWith('.') ? /^[.*?[]/.test(pattern) : true) && matches(name));
  return found === undefined || (pattern.startsWith('*.json') && found === 'credentials.json')
    ? undefined
    : secretAt(found);
}

const holdsSeals = /\/\.gatehouse(?:\/projects(?:\/[^/]+)?)?$/;

/** Does this folder have the person's secrets below it: the home folder, what holds it, `~/.config`? */
export function secretBelow(folder: string, home: string): string | undefined {
  const own = secretAt(`${folder}/x`);
  if (isSecretFolder(folder) && own !== undefined) return own;
  if (holdsSeals.test(folder)) return 'the keys that evidence is sealed with';
  const top = folder === '/' ? '/' : `${folder}/`;
  const found = inHome.find((file) => `${home}/${file}`.startsWith(top));
  return found === undefined ? undefined : 'files with keys and tokens in the home folder';
}
