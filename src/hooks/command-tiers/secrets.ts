import { namePattern } from '../project/pattern';
/** Files whose content is a key, a password or a token, by name. */
const names =
  /^(?:\.env(?:rc)?(?:\..+)?|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.pypirc|\.npmrc|\.yarnrc\.yml|\.git-credentials|\.dockercfg|\.boto|auth\.(?:json|toml)|hosts\.ya?ml|\.vault-token|\.terraformrc|credentials(?:\.(?:json|ya?ml|toml|tfrc\.json|xml|ini))?|secrets?\.(?:json|ya?ml|toml|env|ini|xml)|service-?account.*\.json|\.\w+_history|\w[\w/.-]*[-_]key|\.?shadow|gshadow|master\.passwd|sudoers|login\.keychain(?:-db)?|cookies\.sqlite|key[34]\.db|logins\.json|terraform\.tfstate(?:\.backup)?|.*\.tfvars)$/i;
/** Each of those names has one of these: nearly every word is passed over without the long pattern. */
const nameHint = /\.|key$|^id_|^(?:_netrc|credentials|g?shadow|sudoers)$/i;
const sample = /^\.env(?:\.[\w-]+)*\.(?:example|sample|template|dist|defaults?)$/i;
const endings = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|age|keychain(?:-db)?|ovpn)$/i;
const publicKey =
  /\.(?:pub|pub\.pem|crt|cer)$|^(?:cert|certificate|ca|chain|fullchain|public|pubkey)(?:[-_.][\w-]+)*\.pem$/i;
/** Folders that hold nothing but such files. */
const folders =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.password-store|\.config\/(?:gh|gcloud|op|hub|doctl|rclone|glab-cli|pypoetry|configstore)|\.local\/share\/keyrings|Keychains|\.mozilla|etc\/ssl\/private|run\/secrets)(?:\/|$)/;
const folderHint = /\.|Keychains|private|secrets/;
const processSecrets = /^\/proc\/(?:[^/]+\/)*(?:environ|mem|maps)$/;

/** What a pattern of the last component may match. */
const samples = [
  '.env',
  '.env.local',
  '.envrc',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  'id_rsa',
  'id_ed25519',
  'credentials',
  'server.pem',
  'server.key',
];

/** Does this path lead to a secret? `text` may hold patterns, and what comes before `:` or `=`. */
export function isSecretPath(text: string): boolean {
  if (text.length > 4096) return false;
  return candidates(text).some((path) => {
    if (isSecretFolder(path) || processSecrets.test(path)) return true;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === '' || sample.test(name)) return false;
    if (/[*?[]/.test(name)) return matchesSample(name);
    return (nameHint.test(name) && names.test(name)) || (endings.test(name) && !publicKey.test(name));
  });
}

/** Is this a folder that holds nothing but secrets? */
export const isSecretFolder = (path: string): boolean => folderHint.test(path) && folders.test(path);

/** `@file`, `--file=path`, `HEAD:path`, `file://path`. */
function candidates(text: string): readonly string[] {
  const found = [text];
  const cut = /^(?:@|[^/]*?[=:]@?(?:\/\/(?=\/))?)(.+)$/.exec(text)?.[1];
  if (cut !== undefined) found.push(cut);
  return found;
}

function matchesSample(pattern: string): boolean {
  // `*` alone, and `*.*`, are every file: nobody means the secrets by it, and the shell leaves dot files out.
  if (/^[*.]+$/.test(pattern) && !pattern.startsWith('.')) return false;
  const matches = namePattern(pattern);
  return samples.some((name) => (name.startsWith('.') ? pattern.startsWith('.') : true) && matches(name));
}
