import { wordSet } from '../project/text';
/** What replaces a secret. Quotes of this kind mean nothing to a shell and are in no base64 or URL. */
export const mark = (name: string): string => `«${name}»`;

/** Nothing to hide: a reference to a secret, a placeholder, or a mark that is there already. */
export const isReference = (value: string): boolean =>
  value.includes('«') || /^(?:\$|%\w+%|\{\{|<|`|\\?\*{2,}|\.{3}|[xX]+$)/.test(value) || value === '';

const plainWords = wordSet(
  'true false null none undefined nil void any unknown never string number boolean object symbol bigint str int ' +
    'bool bytes float char text bearer basic include same-origin omit inherit required optional yes no on off ' +
    'default auto self this new await async return function const let var stdin prompt',
);

/**
 * Is this the value of something that is called a password or a token? Code speaks of them all the time: types, calls
 * and other variables are no secrets.
 */
export function isNamedSecret(value: string, groups: Partial<Record<string, string>>): boolean {
  const { keyword = '', rest = '', operator = '', quote = '', next = '' } = groups;
  if (unsecretName.test(rest)) return false;
  if (plainWords.has(value.toLowerCase()) || isPath(value)) return false;
  if (/token/i.test(keyword) && /^[\d_.,]+$/.test(value)) return false;
  if (/^(?:process\.env|os\.environ|System\.getenv|env\.|secrets\.|vars\.|config\.|self\.|this\.)/.test(value))
    return false;
  if (quote !== '') return value.length >= 4;
  if (next === '(' || next === '[' || next === '<' || value.endsWith('(')) return false;
  const spaced = /\s/.test(operator);
  const identifier = /^[A-Za-z_$][\w$]*(?:[.?]+[A-Za-z_$][\w$]*)*[;,)}]?$/.test(value);
  // `token = next` and `token: Token` are code; `TOKEN=next` is a shell's way to give a value.
  if (identifier && (spaced || operator.includes(':')) && !/\d/.test(value)) return false;
  return value.length >= 3;
}

const unsecretName =
  /(?:name|names|file|files|path|dir|id|ids|type|types|len|length|size|count|counts|limit|budget|url|uri|endpoint|ref|expiry|expires|expiration|ttl|policy|regex|pattern|prefix|kind|usage|field|input|label|stdin|env|store|manager|helper|provider|arn)$/i;

const isPath = (value: string): boolean => /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)/.test(value);

/**
 * Does it look drawn at random? Letters of both cases and digits, changing all the time: words in camel case and paths
 * change rarely, hashes and identifiers in hexadecimal have one case.
 */
export function isRandom(value: string): boolean {
  const body = value.replace(/=+$/, '');
  if (/^sha\d+-/.test(body) || /^[0-9a-f-]+$/i.test(body) || /^\/.*\/|\/.*\/.*\//.test(body)) return false;
  if (!/[a-z]/.test(body) || !/[A-Z]/.test(body) || !/\d/.test(body)) return false;
  let changes = 0;
  const counts = new Map<string, number>();
  for (let at = 0; at < body.length; at++) {
    const letter = body.charAt(at);
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
    if (at > 0 && kindOf(letter) !== kindOf(body.charAt(at - 1))) changes++;
  }
  if (changes / (body.length - 1) < 0.34) return false;
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / body.length) * Math.log2(count / body.length);
  return entropy >= (body.length < 32 ? 3.6 : 4);
}

function kindOf(letter: string): number {
  if (letter >= 'a' && letter <= 'z') return 0;
  if (letter >= 'A' && letter <= 'Z') return 1;
  return letter >= '0' && letter <= '9' ? 2 : 3;
}

export const hasDigit = (value: string): boolean => /\d/.test(value);

/** Do small and capital letters take turns, as they do in no word? */
export function mixesCases(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return changes > value.length / 3;
}

const secretName =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:^|_)(?:KEY|PWD|PASS|AUTH|PAT|DSN|COOKIE)(?:_|$)|APIKEY|DATABASE_URL/i;

/** Names that speak of secrets and hold none. */
const harmless =
  /^(?:PWD|OLDPWD)$|(?:_FILE|_PATH|_NAME|_DIR|_ID|_URL|_URI|_TYPE|_LENGTH|_COUNT|_LIMIT|_TTL|_EXPIRY|_KEY_NAME|_SOCK|_ENDPOINT)$|MAX_?TOKENS|^SSH_AUTH_SOCK$|^XAUTHORITY$|^(?:KEY|key|PASS|pass|AUTH|auth|TOKENS?_(?:USED|MAX)|tokens)$/;

/** Does a variable of this name hold a secret, as far as its name says? */
export const isSecretVariable = (name: string): boolean =>
  name === 'DATABASE_URL' || (secretName.test(name) && !harmless.test(name));
