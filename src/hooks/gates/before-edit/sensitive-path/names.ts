/** Why a path is sensitive. */
export interface Sensitive {
  readonly rule: 'environment-file' | 'key-file' | 'git-folder' | 'extra-pattern';
  /** The segment, or the pattern, that says so. */
  readonly part: string;
}

/** Files that only show which variables there are. */
const sampleEnvironment = /^\.env(?:\.[\w-]+)*\.(?:example|sample|template|dist|defaults?)$/;
const environment = /^\.env(?:rc)?(?:\..+)?$/;
const keyName = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|\.pgpass|\.htpasswd|\.pypirc|\.git-credentials)$/;
const keyEnding = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|crt|cer|der)$/;
const keyFolder = /^(?:\.ssh|\.gnupg)$/;

/** Judges a path by its segments, in any case: `src/app.envelope.ts` holds no `.env`. */
export function sensitiveSegment(path: string): Sensitive | undefined {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
  const last = segments.length - 1;
  for (const [at, segment] of segments.entries()) {
    const name = segment.toLowerCase();
    if (name === '.git') return { rule: 'git-folder', part: segment };
    if (keyFolder.test(name) && at < last) return { rule: 'key-file', part: segment };
    if (at < last) continue;
    if (environment.test(name) && !sampleEnvironment.test(name)) return { rule: 'environment-file', part: segment };
    if (keyName.test(name) || keyEnding.test(name)) return { rule: 'key-file', part: segment };
  }
  return undefined;
}

/**
 * Could the text of a command name such a path? Nearly none does, and reading one needs the shell parser. Where the shell
 * puts names together (`.e"n"v`, `.e$N`, `.en{v,x}`) only the parser knows.
 */
export function mayNameSensitive(command: string): boolean {
  return /["'\\$*?[{]|\.env|\.git\b|\.ssh|\.gnupg|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:netrc|pgpass|htpasswd|pypirc)|git-credentials|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|crt|cer|der)\b/i.test(
    command,
  );
}
